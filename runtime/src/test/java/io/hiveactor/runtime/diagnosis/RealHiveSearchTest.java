package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
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

    private int stuckLooks;
    private int otherLooks;

    @Test
    void theDiagnosisOfARealHiveIsWhatASearchFinds() {
        Long given = Long.getLong("hive.seed");
        long first = given == null ? RandomGenerator.getDefault().nextLong() : given;
        for (int i = 0; i < (given == null ? SEEDS : 1); i++) {
            try (var hive = new RandomRealHive(first + i)) {
                follow(hive, first + i);
            }
        }
        assertTrue(given != null || (stuckLooks > SEEDS && otherLooks > SEEDS / 2), // or it would prove nothing
                stuckLooks + " looks found somebody stuck, " + otherLooks + " found waits that may end");
    }

    private void follow(RandomRealHive hive, long seed) {
        Map<Who, Integer> reported = new HashMap<>();
        for (int look = 0; look < LOOKS; look++) {
            hive.simulation().runUntilBlocked();
            Diagnosis diagnosis = hive.simulation().hive().diagnose();
            compare(diagnosis, RealAsSmall.of(diagnosis.snapshot(), hive::limitOf), seed);
            reported.forEach((who, call) -> assertEquals(
                    call, hive.callsOf(who), () -> "seed " + seed + ": " + who + " was reported, and its call has ended"));
            diagnosis.deadlocks().forEach(deadlock ->
                    deadlock.members().forEach(each -> reported.put(each.who(), hive.callsOf(each.who()))));
            hive.simulation().advance(Duration.ofNanos(look < LOOKS - 2 ? 7 : 1_000));
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
            if (Objects.equals(actors.get(i).who(), view.who())) {
                return i;
            }
        }
        throw new IllegalArgumentException("not in its own snapshot: " + view);
    }
}
