package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Waits of external threads on channels, buses and inboxes: shown, and no part of a verdict. */
class ExternalWaitsTest {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);
    private static final Identity MAIN = new Identity("main", -7);
    private static final Resource NEWS = new Resource(Resource.Kind.BUS, "news", 3);
    private static final Resource INBOX = new Resource(Resource.Kind.INBOX, "outside#9", 9);

    private static HiveSnapshot hive(ActorView thread, ActorView... actors) {
        return new HiveSnapshot("main", Someone.AT, List.of(Someone.shard(0, actors)), List.of(thread), List.of(),
                new PoolView(64, 64, 0, 0, 0), true);
    }

    private static ActorView actor(Identity identity, Identity server) {
        return Someone.named(identity).does(Activity.AWAITING).waits(new Wait.Served("a message", List.of(server))).seen();
    }

    private static Someone reader(Identity server) {
        return Someone.named(MAIN).does(Activity.AWAITING).since(2)
                .waits(new Wait.On(NEWS, "entry", new Wait.Served("an entry on bus news", List.of(server))));
    }

    private static Someone inInbox() {
        return Someone.named(MAIN).does(Activity.RECEIVING).since(2)
                .waits(new Wait.On(INBOX, "message", new Wait.AnyMessage("a message in its inbox")));
    }

    @Nested
    class GivenTwoActorsThatWaitForEachOther {
        @Test
        void aThreadWhoseWaitEndsByItselfDoesNotHideTheDeadlock() {
            assertEquals(1, Diagnosis.of(hive(reader(A).until(5).seen(), actor(A, B), actor(B, A))).deadlocks().size());
            assertEquals(1, Diagnosis.of(hive(inInbox().until(5).seen(), actor(A, B), actor(B, A))).deadlocks().size());
        }

        @Test
        void aThreadThatWaitsForOneOfThemIsNoMember() {
            Deadlock found = Diagnosis.of(hive(reader(A).seen(), actor(A, B), actor(B, A))).deadlocks().getFirst();
            assertEquals(List.of(A, B), found.members().stream().map(ActorView::identity).sorted((x, y) ->
                    Long.compare(x.number(), y.number())).toList());
        }
    }

    @Test
    void aThreadAloneIsNoDeadlockAndNoRisk() {
        var gone = Diagnosis.of(hive(reader(A).until(5).seen()));
        assertTrue(gone.isClean());
        assertEquals(List.of(), gone.risks());
        assertTrue(Diagnosis.of(hive(reader(A).seen())).isClean());
    }

    @Test
    void theTextSaysWhatAThreadWaitsForSinceWhenAndUntilWhen() {
        String text = Diagnosis.of(hive(reader(A).until(5).seen())).toString();
        assertTrue(text.contains("""
                External threads that wait on a channel, a bus or an inbox:
                  thread main (external, NORMAL) has waited 2.0 s for an entry on bus news, from a#1: \
                ends in 5.0 s at the latest"""), text);
        assertTrue(Diagnosis.of(hive(inInbox().seen())).toString().contains("inbox: no deadline"));
    }

    @Test
    void jsonHasTheThreadWithItsWaitItsBeginAndItsDeadline() {
        Object thread = JsonReader.at(JsonReader.read(hive(reader(A).until(5).seen()).toJson()), "outsideWaiters", 0);
        assertEquals("main", JsonReader.at(thread, "identity", "name"));
        assertEquals("news", JsonReader.at(thread, "waitsFor", "resource", "name"));
        assertEquals(Someone.AT - 2 * Someone.SECOND, JsonReader.at(thread, "sinceNanos"));
        assertEquals(Someone.AT + 5 * Someone.SECOND, JsonReader.at(thread, "deadlineNanos"));
    }

    @Test
    void dotAndMermaidHaveAnEdgeFromTheThreadToWhatItWaitsOn() {
        String dot = Diagnosis.of(hive(reader(A).until(5).seen())).toDot();
        assertTrue(dot.contains("  t7 [label=\"thread main\"];"), dot);
        assertTrue(dot.contains("  t7 -> bus3 [label=\"entry, for 2.0 s, 5.0 s left\"];"), dot);
        assertTrue(dot.contains("  t7 -> n1 [label=\"serve\"];"), dot);
        String mermaid = Diagnosis.of(hive(inInbox().seen())).toMermaid();
        assertTrue(mermaid.contains("  t7 -->|\"message#44; for 2.0 s#44; no deadline\"| inbox9"), mermaid);
    }
}
