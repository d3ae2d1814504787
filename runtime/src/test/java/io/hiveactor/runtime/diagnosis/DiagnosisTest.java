package io.hiveactor.runtime.diagnosis;

import static io.hiveactor.runtime.diagnosis.Views.awaiting;
import static io.hiveactor.runtime.diagnosis.Views.hears;
import static io.hiveactor.runtime.diagnosis.Views.idle;
import static io.hiveactor.runtime.diagnosis.Views.running;
import static io.hiveactor.runtime.diagnosis.Views.snapshot;
import static io.hiveactor.runtime.diagnosis.Views.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);
    private static final Identity C = new Identity("c", 3);

    /** Each waits for the next one, and C for A. */
    private static HiveSnapshot ring(int waitOfA, int waitOfB, int waitOfC) {
        return snapshot(waiting(A, hears(B)).waitNumber(waitOfA), waiting(B, hears(C)).waitNumber(waitOfB),
                waiting(C, hears(A)).waitNumber(waitOfC));
    }

    private static List<Identity> risks(Diagnosis diagnosis) {
        return diagnosis.risks().stream().map(ActorView::identity).toList();
    }

    @Nested
    class GivenTwoLooks {
        @Test
        void whoIsStuckInTheSameWaitsAtBothIsDeadlocked() {
            Diagnosis diagnosis = Diagnosis.of(ring(7, 8, 9), ring(7, 8, 9));

            assertEquals(List.of(A, B, C), diagnosis.deadlocks().getFirst().cycle());
            assertFalse(diagnosis.isClean());
        }

        @Test
        void oneWhoMovedOnFreesAllOfHisCycle() {
            assertTrue(Diagnosis.of(ring(7, 8, 9), ring(7, 8, 10)).isClean());
        }

        @Test
        void theDeadlockOfOthersStays() {
            Views turning = waiting(C, hears(C));
            Views[] pair = {waiting(A, hears(B)), waiting(B, hears(A))};

            HiveSnapshot before = snapshot(pair[0], pair[1], turning);
            HiveSnapshot after = snapshot(pair[0], pair[1], turning.waitNumber(2));
            Diagnosis diagnosis = Diagnosis.of(before, after);

            assertEquals(1, diagnosis.deadlocks().size());
            assertEquals(List.of(A, B), diagnosis.deadlocks().getFirst().cycle());
        }

        @Test
        void whoWasLiveAtTheFirstIsNotStuckYet() {
            HiveSnapshot before = snapshot(waiting(A, hears(B)), running(B), waiting(C, hears(A)));
            HiveSnapshot after = snapshot(waiting(A, hears(B)), waiting(B, hears(A)), waiting(C, hears(A)));

            assertTrue(Diagnosis.of(before, after).isClean());
            assertFalse(Diagnosis.of(after, after).isClean());
        }

        @Test
        void whoIsNewAtTheSecondIsNotStuckYet() {
            HiveSnapshot before = snapshot(waiting(A, hears(B)), idle(B));
            HiveSnapshot after = snapshot(waiting(A, hears(B)), idle(B), waiting(C, hears(C)));

            assertTrue(Diagnosis.of(before, after).isClean()); // C has run in between, and may have woken B
        }

        @Test
        void whoHasLeftByTheSecondIsNotStuck() {
            assertTrue(Diagnosis.of(ring(1, 1, 1), snapshot(running(A))).isClean());
        }
    }

    @Nested
    class GivenTwoLooksAtWaitsForChannels {
        private static final Identity D = new Identity("d", 4);

        @Test
        void thoseWhoWouldServeEachOtherAreDeadlocked() {
            HiveSnapshot pair = snapshot(awaiting(A, B), awaiting(B, A));

            assertEquals(List.of(A, B), Diagnosis.of(pair, pair).deadlocks().getFirst().cycle());
        }

        @Test
        void aPipelineAtRestIsCleanAndNoRisk() {
            HiveSnapshot rest = snapshot(awaiting(A, B), awaiting(B, C).deadline(true), idle(C));
            Diagnosis diagnosis = Diagnosis.of(rest, rest);

            assertTrue(diagnosis.isClean());
            assertEquals(List.of(), risks(diagnosis));
        }

        @Test
        void whoIsIdleAtAChannelWakesNobody() {
            HiveSnapshot calm = snapshot(awaiting(A, B), idle(B), waiting(C, new Wait.Answer(B)), awaiting(D));
            Diagnosis diagnosis = Diagnosis.of(calm, calm);

            assertEquals(List.of(C, D), diagnosis.deadlocks().stream().flatMap(each -> each.members().stream())
                    .map(ActorView::identity).toList());
        }

        @Test
        void norIfTheOthersHaveDeadlines() {
            HiveSnapshot calm =
                    snapshot(awaiting(A, B), idle(B), waiting(C, new Wait.Answer(B)).deadline(true), awaiting(D));

            assertEquals(List.of(C, D), risks(Diagnosis.of(calm, calm)));
        }

        @Test
        void ifOneOpenedItInBetweenNobodyIsStuckYet() {
            HiveSnapshot before = snapshot(awaiting(A), awaiting(B, A));
            HiveSnapshot after = snapshot(awaiting(A, B), awaiting(B, A));

            assertTrue(Diagnosis.of(before, after).isClean());
        }
    }

    @Nested
    class GivenDeadlines {
        @Test
        void aCycleThatEndsOnlyByADeadlineIsARisk() {
            Diagnosis diagnosis = Diagnosis.of(snapshot(waiting(A, hears(B)).deadline(true), waiting(B, hears(A))));

            assertTrue(diagnosis.isClean());
            assertEquals(List.of(A, B), risks(diagnosis));
        }

        @Test
        void soIsAChannelThatIsServedOnlyAfterADeadline() {
            Diagnosis diagnosis = Diagnosis.of(snapshot(awaiting(A, B), awaiting(B, A).deadline(true)));

            assertTrue(diagnosis.isClean());
            assertEquals(List.of(A, B), risks(diagnosis));
        }

        @Test
        void aDeadlineOfWhoWaitsForSomebodyLiveIsNone() {
            assertEquals(List.of(), risks(Diagnosis.of(snapshot(waiting(A, hears(B)).deadline(true), running(B)))));
        }

        @Test
        void whoIsDeadlockedIsNotARiskBesides() {
            Diagnosis diagnosis = Diagnosis.of(snapshot(
                    waiting(A, hears(B)), waiting(B, hears(A)), waiting(C, hears(A)).deadline(true)));

            assertEquals(List.of(A, B), diagnosis.deadlocks().getFirst().cycle());
            assertEquals(List.of(C), risks(diagnosis));
        }
    }

    @Test
    void whereNobodyWaitsAllIsClean() {
        Diagnosis diagnosis = Diagnosis.of(snapshot(idle(A), running(B)));

        assertTrue(diagnosis.isClean());
        assertEquals(List.of(), risks(diagnosis));
    }
}
