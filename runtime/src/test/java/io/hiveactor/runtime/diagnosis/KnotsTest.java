package io.hiveactor.runtime.diagnosis;

import static io.hiveactor.runtime.diagnosis.Views.awaiting;
import static io.hiveactor.runtime.diagnosis.Views.exhausted;
import static io.hiveactor.runtime.diagnosis.Views.hears;
import static io.hiveactor.runtime.diagnosis.Views.idle;
import static io.hiveactor.runtime.diagnosis.Views.running;
import static io.hiveactor.runtime.diagnosis.Views.snapshot;
import static io.hiveactor.runtime.diagnosis.Views.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnotsTest {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);
    private static final Identity C = new Identity("c", 3);
    private static final Identity D = new Identity("d", 4);

    private static List<Deadlock> untie(HiveSnapshot snapshot) {
        return Knots.of(snapshot, Reduction.unmarked(snapshot, each -> true, false));
    }

    private static List<Identity> members(Deadlock deadlock) {
        return deadlock.members().stream().map(ActorView::identity).toList();
    }

    @Test
    void aCycleIsNamedInTheOrderOfWhoWaitsForWhom() {
        Deadlock only = untie(snapshot(
                waiting(A, new Wait.Answer(C)), waiting(B, hears(A)), waiting(C, new Wait.Answer(B)))).getFirst();

        assertEquals(Deadlock.Kind.CYCLE, only.kind());
        assertEquals(List.of(A, C, B), only.cycle());
        assertEquals(0, only.slots());
    }

    @Test
    void whoWaitsForACycleIsOfTheSameDeadlockBehindIt() {
        List<Deadlock> found = untie(snapshot(
                waiting(A, hears(C)), waiting(B, hears(A)), waiting(C, hears(D)), waiting(D, hears(C))));

        assertEquals(1, found.size());
        assertEquals(List.of(C, D), found.getFirst().cycle());
        assertEquals(List.of(C, D, A, B), members(found.getFirst()));
    }

    @Test
    void cyclesThatHaveNothingToDoWithEachOtherAreApart() {
        List<Deadlock> found = untie(snapshot(
                waiting(A, hears(B)), waiting(B, hears(A)), waiting(C, hears(D)), waiting(D, hears(C))));

        assertEquals(List.of(List.of(A, B), List.of(C, D)), found.stream().map(Deadlock::cycle).toList());
    }

    @Test
    void aCycleMayGoThroughAnyOfSeveral() {
        Wait either = new Wait.FirstOf(List.of(hears(B), hears(C)));
        Deadlock only = untie(snapshot(
                waiting(A, either), waiting(B, hears(D)), waiting(C, hears(A)), idle(D))).getFirst();

        assertEquals(List.of(A, C), only.cycle());
    }

    @Test
    void aCycleMayGoThroughAnyOfThoseWhoServeAChannel() {
        Deadlock only = untie(snapshot(awaiting(A, B, C), waiting(B, hears(D)), awaiting(C, A), idle(D))).getFirst();

        assertEquals(Deadlock.Kind.CYCLE, only.kind());
        assertEquals(List.of(A, C), only.cycle());
        assertEquals(List.of(A, C, B), members(only));
    }

    @Test
    void whoWaitsForAChannelThatNobodyHasOpenHasNobodyLeft() {
        Deadlock only = untie(snapshot(awaiting(A), awaiting(B, A))).getFirst();

        assertEquals(Deadlock.Kind.NOBODY_LEFT, only.kind());
        assertEquals(List.of(A, B), members(only));
    }

    @Test
    void whoIsIdleAtAChannelIsInNoDeadlockButMayKeepItsSlots() {
        Deadlock only = untie(exhausted(waiting(A, new Wait.Slots(B, 1, false, new QueuePosition(0, 0))).slots(1),
                awaiting(B, C).slots(2), idle(C))).getFirst();

        assertEquals(List.of(A), members(only));
        assertEquals(List.of(B), only.holders().stream().map(ActorView::identity).toList());
        assertEquals(3, only.slots());
    }

    @Test
    void whoWaitsForHimselfIsACycleOfOne() {
        assertEquals(List.of(A), untie(snapshot(waiting(A, hears(A)))).getFirst().cycle());
    }

    @Test
    void whoWaitsForSomebodyWhomNobodyWakesHasNobodyLeft() {
        Deadlock only = untie(snapshot(waiting(A, new Wait.Answer(B)), idle(B))).getFirst();

        assertEquals(Deadlock.Kind.NOBODY_LEFT, only.kind());
        assertEquals(List.of(), only.cycle());
        assertEquals(List.of(A), members(only));
    }

    @Test
    void aStarvedPoolNamesThoseWhoKeepItsSlots() {
        Deadlock only = untie(exhausted(waiting(A, new Wait.Slots(B, 1, false, new QueuePosition(0, 0))).slots(1),
                waiting(C, hears(C)).slots(2), idle(B).slots(3))).getFirst();

        assertEquals(Deadlock.Kind.STARVED_POOL, only.kind());
        assertEquals(List.of(C, A), members(only)); // who waits for himself is a cycle
        assertEquals(List.of(B), only.holders().stream().map(ActorView::identity).toList());
        assertEquals(6, only.slots());
    }

    @Test
    void whoIsNotStuckIsInNoDeadlock() {
        assertEquals(List.of(), untie(snapshot(waiting(A, hears(B)), running(B))));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLongRowIsOneDeadlockFoundSoon(boolean isClosed) {
        int count = 20_000;
        List<Views> row = new ArrayList<>();
        for (int i = 1; i < count; i++) {
            row.add(waiting(new Identity("", i), new Wait.Answer(new Identity("", i + 1))));
        }
        row.add(waiting(new Identity("", count), isClosed ? new Wait.Answer(new Identity("", 1)) : hears(new Identity("gone", 0))));
        HiveSnapshot snapshot = snapshot(row.toArray(Views[]::new));
        List<ActorView> stuck = Reduction.stuck(snapshot);

        List<Deadlock> found = assertTimeout(Duration.ofSeconds(2), () -> Knots.of(snapshot, stuck));

        assertEquals(1, found.size());
        assertEquals(count, found.getFirst().members().size());
        assertEquals(isClosed ? count : 0, found.getFirst().cycle().size());
    }
}
