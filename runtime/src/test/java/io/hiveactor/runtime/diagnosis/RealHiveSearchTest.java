package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real actors under simulated time, by chance: whenever they stand still, the hive's diagnosis is what trying everything
 * says, and who was reported never goes on. {@code -Dhive.seed=} runs one alone.
 */
@Tag("carried")
@Timeout(300)
class RealHiveSearchTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 500);
    private static final int LOOKS = 12;
    private static final int[] PAUSES = {7, 20, 1, 50}; // some deadlines come between two looks, and some do not

    private int stuckLooks;
    private int otherLooks;
    private int tellings;
    private int looksApart;

    @Test
    void theDiagnosisOfARealHiveIsWhatASearchFinds() {
        Long given = Long.getLong("hive.seed");
        long first = given == null ? RandomGenerator.getDefault().nextLong() : given;
        for (int i = 0; i < (given == null ? SEEDS : 1); i++) {
            try (var hive = new RandomRealHive(first + i, isWatched(first + i))) {
                follow(hive, first + i);
            }
        }
        assertTrue(given != null || (tellings > SEEDS / 8 && looksApart > SEEDS), // or it would prove nothing
                tellings + " deadlocks were told, " + looksApart + " pairs of looks found somebody stuck");
        assertTrue(given != null || (stuckLooks > SEEDS && otherLooks > SEEDS / 2), // or it would prove nothing
                stuckLooks + " looks found somebody stuck, " + otherLooks + " found waits that may end");
    }

    private static boolean isWatched(long seed) {
        return (seed & 1) == 0;
    }

    private void follow(RandomRealHive hive, long seed) {
        Map<Identity, Integer> reported = new HashMap<>();
        List<HiveSnapshot> seen = new ArrayList<>();
        for (int look = 0; look < LOOKS; look++) {
            hive.simulation().runUntilBlocked();
            Diagnosis diagnosis = hive.simulation().hive().diagnose();
            SmallHive small = RealAsSmall.of(diagnosis.snapshot(), hive::limitOf);
            compare(diagnosis, small, seed);
            seen.add(diagnosis.snapshot());
            List<Deadlock> claimed = new ArrayList<>(hive.told);
            claimed.addAll(ofTornLooks(seen));
            areStuck(claimed, diagnosis.snapshot(), small, seed);
            reported.forEach((identity, call) -> assertEquals(
                    call, hive.callsOf(identity), () -> "seed " + seed + ": " + identity + " was reported, and its call has ended"));
            diagnosis.deadlocks().forEach(deadlock ->
                    deadlock.members().forEach(each -> reported.put(each.identity(), hive.callsOf(each.identity()))));
            hive.simulation().advance(Duration.ofNanos(look < LOOKS - 2 ? PAUSES[look % PAUSES.length] : 1_000));
        }
        tellings += hive.told.size();
    }

    /** What follows from two looks in a row, as a watchdog has them: the shards of each are of different moments. */
    private List<Deadlock> ofTornLooks(List<HiveSnapshot> seen) {
        int last = seen.size() - 1;
        if (last < 3) {
            return List.of();
        }
        List<Deadlock> found = Diagnosis.of(torn(seen.get(last - 3), seen.get(last - 2), last % 2),
                torn(seen.get(last - 1), seen.get(last), last / 2 % 2)).deadlocks();
        looksApart += found.isEmpty() ? 0 : 1;
        return found;
    }

    /** @param early the shard that was looked at first */
    private static HiveSnapshot torn(HiveSnapshot first, HiveSnapshot second, int early) {
        List<ShardView> shards = new ArrayList<>(second.shards());
        if (early < shards.size()) {
            shards.set(early, first.shards().get(early));
        }
        return new HiveSnapshot(second.hive(), second.atNanos(), shards, second.outsideWaiters(), second.outsideSources(),
                second.pool(), second.isWhole());
    }

    /** What the watch told as it happened, and what follows from two looks, is true by now. */
    private static void areStuck(List<Deadlock> claimed, HiveSnapshot now, SmallHive small, long seed) {
        Set<Integer> searched = Search.stuck(small);
        for (Deadlock deadlock : claimed) {
            deadlock.members().forEach(each -> assertTrue(searched.contains(placeOf(each, now.actors())),
                    () -> "seed " + seed + ": not stuck is " + each.identity() + " of\n" + deadlock + "\n" + now));
        }
    }

    private void compare(Diagnosis diagnosis, SmallHive small, long seed) {
        List<ActorView> actors = diagnosis.snapshot().actors();
        Set<Integer> reduced = new TreeSet<>();
        diagnosis.deadlocks().forEach(deadlock -> deadlock.members().forEach(each -> reduced.add(placeOf(each, actors))));
        Set<Integer> searched = Search.stuck(small);
        if (small.mayGiveRoomByTimeout() ? !searched.containsAll(reduced) : !searched.equals(reduced)) {
            throw new AssertionError("seed " + seed + "\nby diagnosis: " + reduced + "\nby search:    " + searched + "\n" + small
                    + "\n" + diagnosis.snapshot());
        }
        long waiting = small.members().stream().filter(SmallHive.Member::isParticular).count();
        stuckLooks += reduced.isEmpty() ? 0 : 1;
        otherLooks += waiting > reduced.size() ? 1 : 0;
    }

    private static int placeOf(ActorView view, List<ActorView> actors) {
        for (int i = 0; i < actors.size(); i++) {
            if (Objects.equals(actors.get(i).identity(), view.identity())) {
                return i;
            }
        }
        throw new IllegalArgumentException("not in its own snapshot: " + view);
    }
}
