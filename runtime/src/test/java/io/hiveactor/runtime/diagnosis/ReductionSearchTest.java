package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The reduction says of many random small hives what trying everything says: no false alarm, and none missed. One where
 * they differ prints its seed, and {@code -Dhive.seed=} runs it alone.
 */
class ReductionSearchTest {
    private static final int SEEDS = Math.max(3_000, Integer.getInteger("hive.proof.seeds", 500));

    @Test
    void whoIsStuckIsExactlyWhoseCallCannotEndWhateverHappens() {
        Long given = Long.getLong("hive.seed");
        long first = given == null ? RandomGenerator.getDefault().nextLong() : given;
        int withStuck = 0;
        int withBoth = 0;
        int withStuckAtAChannel = 0;
        int withIdleAtAChannel = 0;
        for (int i = 0; i < (given == null ? SEEDS : 1); i++) {
            SmallHive hive = RandomSmallHive.of(first + i);
            Set<Integer> stuck = compare(hive, first + i);
            long waiting = hive.members().stream().filter(SmallHive.Member::isParticular).count();
            withStuck += stuck.isEmpty() ? 0 : 1;
            withBoth += !stuck.isEmpty() && stuck.size() < waiting ? 1 : 0;
            withStuckAtAChannel += stuck.stream().anyMatch(each -> hive.member(each).awaitsChannel()) ? 1 : 0;
            withIdleAtAChannel += isAnybodyIdleAtAChannel(hive) ? 1 : 0;
        }
        // or it would prove nothing
        assertTrue(given != null || (withStuck > SEEDS / 4 && withBoth > SEEDS / 20),
                "somebody is stuck in " + withStuck + " hives, and another waits but is not in " + withBoth);
        assertTrue(given != null || (withStuckAtAChannel > SEEDS / 10 && withIdleAtAChannel > SEEDS / 60),
                "somebody is stuck at a channel in " + withStuckAtAChannel + " hives, and idle there in "
                        + withIdleAtAChannel);
    }

    /** Nobody is live who could serve him; but he may be served by somebody who is idle. */
    private static boolean isAnybodyIdleAtAChannel(SmallHive hive) {
        HiveSnapshot snapshot = SmallSnapshot.of(hive);
        List<ActorView> stuck = Reduction.stuck(snapshot);
        return Reduction.unmarked(snapshot, each -> true, false).stream()
                .anyMatch(each -> !stuck.contains(each) && hive.member(SmallSnapshot.index(each)).awaitsChannel());
    }

    private static Set<Integer> compare(SmallHive hive, long seed) {
        HiveSnapshot snapshot = SmallSnapshot.of(hive);
        Set<Integer> stuck = Search.stuck(hive);
        compare(seed, "stuck", hive, Reduction.stuck(snapshot), stuck);

        SmallHive patient = hive.withDeadlines(i -> false);
        compare(seed, "stuck but for deadlines", patient,
                Reduction.stuckButForDeadlines(snapshot), Search.stuck(patient));

        // who was in another wait before may have left this one, too
        SmallHive moving = hive.withDeadlines(
                i -> hive.member(i).hasDeadline() || (hive.member(i).isParticular() && hasMovedOn(i, seed)));
        compare(seed, "stuck among those who have not moved on", moving,
                Reduction.stuckAmong(snapshot, each -> !hasMovedOn(SmallSnapshot.index(each), seed)),
                Search.stuck(moving));
        return stuck;
    }

    /** Somebody, by chance nobody. */
    private static boolean hasMovedOn(int index, long seed) {
        return Math.floorMod(seed, RandomSmallHive.MOST) == index;
    }

    private static void compare(long seed, String what, SmallHive hive, List<ActorView> found, Set<Integer> searched) {
        Set<Integer> reduced = new TreeSet<>();
        found.forEach(each -> reduced.add(SmallSnapshot.index(each)));
        // where the reduction promises less: it may see a deadlock only after the deadline
        boolean mayMiss = hive.mayGiveRoomByTimeout();
        if (mayMiss ? !searched.containsAll(reduced) : !searched.equals(reduced)) {
            throw new AssertionError("seed " + seed + ", " + what + "\nby reduction: " + reduced
                    + "\nby search:    " + searched + "\n" + hive + "\n" + SmallSnapshot.of(hive));
        }
    }
}
