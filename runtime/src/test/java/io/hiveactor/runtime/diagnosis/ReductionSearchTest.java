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
        for (int i = 0; i < (given == null ? SEEDS : 1); i++) {
            SmallHive hive = RandomSmallHive.of(first + i);
            int stuck = compare(hive, first + i);
            long waiting = hive.members().stream().filter(SmallHive.Member::isParticular).count();
            withStuck += stuck > 0 ? 1 : 0;
            withBoth += stuck > 0 && stuck < waiting ? 1 : 0;
        }
        // or it would prove nothing
        assertTrue(given != null || (withStuck > SEEDS / 4 && withBoth > SEEDS / 20),
                "somebody is stuck in " + withStuck + " hives, and another waits but is not in " + withBoth);
    }

    private static int compare(SmallHive hive, long seed) {
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
        return stuck.size();
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
