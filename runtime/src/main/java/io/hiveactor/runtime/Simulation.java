package io.hiveactor.runtime;

import io.hiveactor.runtime.explore.TurnChooser;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.fiber.FiberModes;
import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.runtime.time.Clock;
import io.hiveactor.runtime.time.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A hive under simulated time: the same runtime, with all shards run by the thread that started it, a clock that this
 * thread moves, and a seed that decides every order that is not promised. Needs {@link FiberMode#OWN_CARRIER}.
 *
 * <p>Two runs with the same seed are equal as long as actors wait only in calls of the runtime and on locks of
 * {@code java.util.concurrent}. If another thread wakes an actor (the end of a {@code Thread.sleep}, a socket), sends,
 * spawns or kills, the run fails, unless {@link #allowForeignWakes()} permits it.
 *
 * <p><b>Threads:</b> owner only, the thread that started it, which must be a platform thread.
 */
public final class Simulation implements AutoCloseable {
    /** Far enough from {@link Clock#NEVER} that there are deadlines after it. */
    private static final long END_OF_TIME = Clock.NEVER / 2;

    static {
        Simulations.grant(new Engine());
    }

    private final Thread owner = Thread.currentThread();
    private final ManualClock clock = new ManualClock();
    private final Schedule schedule;
    private final RandomGenerator random;
    private final boolean hasCaches;
    private final boolean isInOrder;
    private final @Nullable ExploredRun explored;
    private final Hive hive;
    private final Shard[] shards;
    private final Carrier[] carriers;
    /** The shards that have something to do, for one step. */
    private final int[] runnable;
    private final Turns turns = new Turns();
    private Runnable afterStep = () -> {};
    private final Queue<Runnable> afterwards = new ArrayDeque<>();
    private @Nullable Duration closeDeadline;
    private volatile boolean allowsForeignWakes;
    private volatile @Nullable IllegalStateException foreignWake;

    private Simulation(HiveConfig config, Schedule schedule, boolean hasCaches, boolean isInOrder) {
        this.isInOrder = isInOrder;
        this.hasCaches = hasCaches;
        this.schedule = schedule;
        random = schedule.generator("workload");
        hive = new Hive(config, clock, FiberMode.OWN_CARRIER, this);
        shards = hive.shards();
        runnable = new int[shards.length];
        carriers = Arrays.stream(shards).map(Carrier::new).toArray(Carrier[]::new);
        for (Shard shard : shards) {
            shard.carriedBy(owner);
        }
        explored = schedule instanceof ExploredSchedule chosen ? new ExploredRun(hive, chosen) : null;
    }

    /**
     * Starts a hive whose clock stands at zero.
     *
     * @throws IllegalStateException without the JVM flag of {@link FiberMode#OWN_CARRIER}, or on a virtual thread
     */
    public static Simulation start(HiveConfig config, long seed) {
        return start(config, new Schedule(seed), false, false);
    }

    private static Simulation start(HiveConfig config, Schedule schedule, boolean hasCaches, boolean isInOrder) {
        String whyNot = FiberModes.whyNotCarried();
        if (whyNot != null) {
            throw new IllegalStateException("a simulation needs mode OWN_CARRIER, but " + whyNot);
        }
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("a simulation needs a platform thread to run on");
        }
        return new Simulation(config, schedule, hasCaches, isInOrder);
    }

    MessagePool newPool(HiveConfig config) {
        return new MessagePool(config, !hasCaches, 1); // one thread is outside, on any machine
    }

    /** The simulated hive. */
    public Hive hive() {
        return hive;
    }

    /** The seed of this run. */
    public long seed() {
        return schedule.seed();
    }

    /** A random generator for the workload of a test; it depends on the seed, not on the schedule. */
    public RandomGenerator random() {
        return random;
    }

    Schedule schedule() {
        return schedule;
    }

    /** What makes the choices within a shard; null if they are made as in real time. */
    @Nullable Schedule shardSchedule() {
        return isInOrder ? null : schedule;
    }

    /** Permits other threads to wake, send, spawn and kill. The run can then not be replayed exactly. */
    public void allowForeignWakes() {
        allowsForeignWakes = true;
    }

    /** Runs until no actor can run. The clock does not move. */
    public void runUntilBlocked() {
        checkOwner();
        do {
            while (runOne()) {
                failOnForeignWake();
            }
            failOnForeignWake();
        } while (hive.standsStill());
        while (!afterwards.isEmpty()) {
            afterwards.remove().run();
        }
        Duration deadline = closeDeadline;
        if (deadline != null) {
            closeDeadline = null;
            if (!hive.isClosing()) { // else this is that close, and it would wait for itself
                hive.close(deadline);
            }
        }
    }

    /** Closes the hive as soon as no actor can run, because one of them asked for it. */
    void closeSoon(Duration deadline) {
        closeDeadline = deadline;
    }

    /**
     * Advances the clock, up to 146 years in all. Timers fire in order, and after each the actors run until none can.
     */
    public void advance(Duration delta) {
        long until = Clock.deadline(clock.nanos(), Times.nanos(delta, "delta"));
        advanceTo(Math.min(until, END_OF_TIME));
    }

    private void advanceTo(long untilNanos) {
        runUntilBlocked();
        for (long at = nextDeadline(); at != Clock.NEVER && at <= untilNanos; at = nextDeadline()) {
            clock.set(Math.max(at, clock.nanos()));
            runUntilBlocked();
        }
        clock.set(Math.max(untilNanos, clock.nanos())); // a close meanwhile may have advanced it further
    }

    /** Number of actors that wait in a call of their context. */
    public int waiting() {
        checkOwner();
        return Arrays.stream(shards).mapToInt(shard -> shard.mortality.waiting()).sum();
    }

    /** Sets the code to run after every step of every shard, to check invariants; it replaces what was set before. */
    public void afterEachStep(Runnable check) {
        checkOwner();
        afterStep = check;
    }

    /** Closes the hive in simulated time. */
    @Override
    public void close() {
        checkOwner();
        hive.close();
    }

    /** Gives one shard that has something to do one step; the schedule chooses which. */
    private boolean runOne() {
        int chosen = explored == null ? chooseShard() : explored.next(clock.nanos());
        if (chosen < 0) {
            return false;
        }
        shards[chosen].wakeUp();
        carriers[chosen].runOne();
        if (shards[chosen].hasEnded()) {
            finish(carriers[chosen]);
        }
        afterStep.run();
        return true;
    }

    /** A shard that has something to do; -1 if none has. */
    private int chooseShard() {
        int count = 0;
        for (int i = 0; i < shards.length; i++) {
            if (!shards[i].hasEnded() && shards[i].hasWork(clock.nanos())) {
                runnable[count++] = i;
            }
        }
        return count == 0 ? -1 : runnable[schedule.nextShard(count)];
    }

    /** Ends the spare fibers of a shard that has ended. */
    private static void finish(Carrier carrier) {
        boolean goesOn;
        do {
            goesOn = carrier.runOne();
        } while (goesOn);
    }

    private long nextDeadline() {
        return Arrays.stream(shards)
                .filter(shard -> !shard.hasEnded())
                .mapToLong(Shard::nextDeadlineNanos)
                .min()
                .orElse(Clock.NEVER);
    }

    /** A wait of the owner, as {@link OutsideWait} has it: the simulation runs, and the clock moves, until the condition holds. */
    boolean await(BooleanSupplier condition, long deadlineNanos) {
        runUntilBlocked();
        while (!condition.getAsBoolean()) {
            long at = nextDeadline();
            if (at > deadlineNanos || at == Clock.NEVER) {
                if (deadlineNanos == Clock.NEVER) {
                    throw new IllegalStateException("nothing can happen any more, and a wait has no timeout");
                }
                clock.set(Math.max(deadlineNanos, clock.nanos()));
                runUntilBlocked();
                return condition.getAsBoolean();
            }
            clock.set(Math.max(at, clock.nanos()));
            runUntilBlocked();
        }
        return true;
    }

    /**
     * Does something when the shards stand still, by the thread that runs them: a log may be locked by another thread, and an
     * actor that waits for it could not be replayed.
     */
    void afterwards(Runnable work) {
        afterwards.add(work);
    }

    void onForeignWake(@Nullable Fiber fiber) {
        if (isForeign()) {
            var failure = unrepeatable("an actor was woken by another thread", "where it waited");
            if (fiber != null) {
                failure.setStackTrace(fiber.thread().getStackTrace());
            }
            foreignWake = failure;
        }
    }

    /** Something is about to be put into a mailbox or given to a shard. */
    void onEntry() {
        if (isForeign() && foreignWake == null) {
            foreignWake = unrepeatable("something was sent, spawned or asked for by another thread", "where it did so");
        }
    }

    private boolean isForeign() {
        Thread caller = Thread.currentThread();
        return !allowsForeignWakes && caller != owner && !isRunning(caller) && !hive.isClosing();
    }

    private IllegalStateException unrepeatable(String what, String where) {
        return new IllegalStateException(what + " (" + Thread.currentThread() + "), so this run (seed " + seed()
                + ") cannot be replayed; " + where + ":");
    }

    private boolean isRunning(Thread thread) {
        return Arrays.stream(shards).anyMatch(shard -> shard.runningThread == thread);
    }

    private void failOnForeignWake() {
        IllegalStateException failure = foreignWake;
        if (failure != null) {
            foreignWake = null;
            throw failure;
        }
    }

    /** @throws WrongThreadException unless the caller is the owner, or an actor that it runs */
    void checkRunner() {
        if (!isRunning(Thread.currentThread())) {
            checkOwner();
        }
    }

    void checkOwner() {
        if (Thread.currentThread() != owner) {
            throw new WrongThreadException(
                    "a simulation of " + owner + " was used by " + Thread.currentThread());
        }
    }

    /** What the testkit and our own tests use. */
    private static final class Engine implements Simulations.Engine {
        @Override
        public Simulation start(HiveConfig config, long seed, boolean hasCaches, boolean isInOrder) {
            return Simulation.start(config, new Schedule(seed), hasCaches, isInOrder);
        }

        @Override
        public Simulation startExplored(HiveConfig config, long seed, TurnChooser chooser, boolean isTraced) {
            return Simulation.start(config, new ExploredSchedule(seed, chooser, isTraced), false, false);
        }

        @Override
        public PoolCensus census(Simulation simulation) {
            simulation.checkOwner();
            return simulation.hive.census(simulation.turns);
        }
    }
}
