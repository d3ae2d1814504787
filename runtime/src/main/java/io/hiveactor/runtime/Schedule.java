package io.hiveactor.runtime;

import java.util.SplittableRandom;

/**
 * Makes the choices of a simulated run that the contract leaves open, each from the seed: which shard runs next, which of
 * its ready actors, how many messages it handles before it looks at its inbox and its timers, and which of several
 * deadlines of one instant comes first.
 *
 * <p><b>Threads:</b> owner only, the thread that runs the simulation.
 */
class Schedule {
    /*
     * Each kind of choice, and each component that needs random numbers of its own, has an independent generator. So
     * an additional choice of one kind does not change all later choices of the others.
     *
     * The generators are salted: a test may draw its workload from `new SplittableRandom(seed)` and shares nothing with
     * the schedule. SplittableRandom hashes its state for each number, so consecutive seeds begin differently.
     */
    private final long seed;
    private final SplittableRandom shards;
    private final SplittableRandom ready;
    private final SplittableRandom turns;
    private final SplittableRandom ties;
    private final SplittableRandom actors;

    Schedule(long seed) {
        this.seed = seed;
        shards = generator("shards");
        ready = generator("ready");
        turns = generator("turns");
        ties = generator("ties");
        actors = generator("actors");
    }

    final long seed() {
        return seed;
    }

    /** The run queue of a shard, which chooses by this schedule. */
    RunQueue newRunQueue(ActorTable ofShard, int fairness) {
        return new SeededRunQueue(ofShard, fairness, this);
    }

    /** An independent generator for one component, named by the caller. */
    final SplittableRandom generator(String component) {
        return new SplittableRandom(new SplittableRandom(seed ^ (long) component.hashCode() << 32).nextLong());
    }

    /** A new generator, independent of all others. */
    final SplittableRandom newGenerator() {
        return actors.split();
    }

    /** The shard that runs next, of {@code count} that can. */
    final int nextShard(int count) {
        return count == 1 ? 0 : shards.nextInt(count);
    }

    /** The actor that runs next, of {@code count} whose turn it may be. */
    final int nextReady(int count) {
        return count == 1 ? 0 : ready.nextInt(count);
    }

    /**
     * How many messages a shard handles in one turn: mostly few (1 half of the time, 2 a quarter of it, and so on), and now
     * and then as many as it may.
     */
    int turnLength(int most) {
        return turns.nextInt(8) == 0 ? most : Math.min(most, 1 + Long.numberOfTrailingZeros(turns.nextLong()));
    }

    /** The deadline that comes first, of {@code count} that are due at one instant. */
    int nextDue(int count) {
        return count == 1 ? 0 : ties.nextInt(count);
    }
}
