package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JsonTest {
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);
    private static final QueuePosition TURN = new QueuePosition(2, 17);

    private static Object waitJson(Wait wait) {
        return JsonReader.at(JsonReader.read(Someone.hive(Someone.named(A).waits(wait).seen()).toJson()),
                "shards", 0, "actors", 0, "waitsFor");
    }

    private static Map<String, Object> identity(String name, long number) {
        return Map.of("name", name, "number", number);
    }

    @Test
    void overTimeIsWrittenExactlySo() {
        var slowHandler = new SlowHandler(A, 3, 2_100_000_000L, SlowHandler.Cause.IS_PINNED,
                List.of(new StackTraceElement("shop.Spin", "run", "Spin.java", 5),
                        new StackTraceElement("shop.Spin", "copy", "Spin.java", -2), // native
                        new StackTraceElement("shop.Spin$$Lambda", "go", null, -1)));

        assertEquals("{\"identity\":{\"name\":\"a\",\"number\":1},\"shard\":3,\"nanos\":2100000000,\"cause\":\"IS_PINNED\","
                + "\"remedy\":\"wrap the wait in context.offload(() -> ...)\","
                + "\"stack\":[\"shop.Spin.run(Spin.java:5)\",\"shop.Spin.copy(Spin.java)\","
                + "\"shop.Spin$$Lambda.go(unknown source)\"]}",
                slowHandler.toJson());
    }

    @Test
    void anyNameComesBackAsItWas() {
        String odd = "q\" b\\ s/ n\n t\t nul\0 bell\u0007 del\u007f c1\u0085 ls\u2028 "
                + "smile\ud83d\ude00 high\ud83d low\ude00";
        String json = new SlowHandler(new Identity(odd, 1), 0, 0, SlowHandler.Cause.RUNS, List.of()).toJson();

        assertEquals(odd, JsonReader.at(JsonReader.read(json), "identity", "name"));
        assertTrue(json.chars().noneMatch(Character::isISOControl), json);
        assertTrue(json.contains("smile\ud83d\ude00 high\\ud83d low\\ude00\""), json);
        assertTrue(json.contains("nul\\u0000 "), json);
    }

    @Test
    void everyComponentOfEveryRecordIsThere() {
        Object read = JsonReader.read(Someone.hive(Someone.named(A).seen()).toJson());

        assertEquals(names(HiveSnapshot.class), keys(read));
        assertEquals(names(PoolView.class), keys(JsonReader.at(read, "pool")));
        assertEquals(names(ShardView.class), keys(JsonReader.at(read, "shards", 0)));
        assertEquals(names(ActorView.class), keys(JsonReader.at(read, "shards", 0, "actors", 0)));
    }

    private static Set<String> names(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents()).map(each -> each.getName())
                .collect(Collectors.toSet());
    }

    private static Set<?> keys(Object object) {
        return ((Map<?, ?>) object).keySet();
    }

    @Test
    void aTimeThatNeverComesIsNull() {
        Object actor = JsonReader.at(JsonReader.read(Someone.hive(Someone.named(A).since(1).seen()).toJson()),
                "shards", 0, "actors", 0);

        assertNull(JsonReader.at(actor, "deadlineNanos"));
        assertNull(JsonReader.at(actor, "oldestNanos"));
        assertEquals(Someone.AT - Someone.SECOND, JsonReader.at(actor, "sinceNanos"));
    }

    @Test
    void aWaitHasItsKindAndItsParts() {
        Map<String, Object> position = Map.of("line", 2L, "ticket", 17L);
        assertEquals(Map.of("kind", "nothing"), waitJson(new Wait.Nothing()));
        assertEquals(Map.of("kind", "tick"), waitJson(new Wait.Tick()));
        assertEquals(Map.of("kind", "time"), waitJson(new Wait.Time()));
        assertEquals(Map.of("kind", "anyMessage", "which", "messages"), waitJson(new Wait.AnyMessage("messages")));
        assertEquals(Map.of("kind", "unknown", "what", "a lock"), waitJson(new Wait.Unknown("a lock")));
        assertEquals(Map.of("kind", "answer", "holder", identity("b", 2)), waitJson(new Wait.Answer(B)));
        assertEquals(Map.of("kind", "expected", "other", identity("b", 2), "isGone", true),
                waitJson(new Wait.Expected(B, true)));
        assertEquals(Map.of("kind", "from", "sender", identity("b", 2), "isGone", false, "which", "messages from b#2"),
                waitJson(new Wait.From(B, false, "messages from b#2")));
        assertEquals(Map.of("kind", "room", "target", identity("b", 2), "wanted", 2L, "position", position),
                waitJson(new Wait.Room(B, 2, TURN)));
        assertEquals(Map.of("kind", "slots", "target", identity("b", 2), "wanted", 1L, "reserved", true, "position", position),
                waitJson(new Wait.Slots(B, 1, true, TURN)));
        assertEquals(Map.of("kind", "served", "what", "room on app:log", "servers", List.of(identity("b", 2), identity("a", 1))),
                waitJson(new Wait.Served("room on app:log", List.of(B, A))));
        assertEquals(Map.of("kind", "firstOf", "several", List.of(Map.of("kind", "tick"), Map.of("kind", "time"))),
                waitJson(new Wait.FirstOf(List.of(new Wait.Tick(), new Wait.Time()))));
    }

    @Test
    void aSeatThatNobodyLeavesHasNoLeaver() {
        var seat = new Identity("seat", 5);
        assertNull(JsonReader.at(waitJson(new Wait.Occupant(seat, A, null)), "leaver"));
        assertEquals(Map.of("kind", "occupant", "seat", identity("seat", 5), "owner", identity("a", 1), "leaver", identity("b", 2)),
                waitJson(new Wait.Occupant(seat, A, B)));
    }

    @Test
    void aDiagnosisHoldsItsDeadlocksRisksAndSnapshot() {
        var diagnosis = Diagnosis.of(Someone.hive(
                Someone.named(A).waits(new Wait.Answer(B)).seen(), Someone.named(B).waits(new Wait.Answer(A)).seen(),
                Someone.named(new Identity("c", 3)).waits(new Wait.Answer(A)).until(1).seen()));
        Object read = JsonReader.read(diagnosis.toJson());

        Object deadlock = JsonReader.at(read, "deadlocks", 0);
        assertEquals(JsonReader.read(diagnosis.deadlocks().getFirst().toJson()), deadlock);
        assertEquals(names(Deadlock.class), keys(deadlock));
        assertEquals("CYCLE", JsonReader.at(deadlock, "kind"));
        assertEquals(List.of(identity("a", 1), identity("b", 2)), JsonReader.at(deadlock, "cycle"));
        assertEquals("c", JsonReader.at(read, "risks", 0, "identity", "name"));
        assertEquals(JsonReader.read(diagnosis.snapshot().toJson()), JsonReader.at(read, "snapshot"));
    }

    @Test
    void whoHoldsAShardIsThereOrNull() {
        var slowHandler = new SlowHandler(A, 1, 5, SlowHandler.Cause.RUNS, List.of());
        var held = new ShardView(1, 0, List.of(), List.of(new SlotHolder("a bus", 3, true)), Resources.NONE, 0, 0, 0, 0,
                0, 0, 0, slowHandler, true);
        var snapshot = new HiveSnapshot("main", 0, List.of(Someone.shard(0), held), List.of(),
                List.of("an inbox", "a bus"), new PoolView(1, 2, 3, 4, 5), false);
        Object read = JsonReader.read(snapshot.toJson());

        assertNull(JsonReader.at(read, "shards", 0, "heldBy"));
        assertEquals(JsonReader.read(slowHandler.toJson()), JsonReader.at(read, "shards", 1, "heldBy"));
        assertEquals(List.of(Map.of("name", "a bus", "slots", 3L, "freesByItself", true)),
                JsonReader.at(read, "shards", 1, "keepers"));
        assertEquals(List.of("an inbox", "a bus"), JsonReader.at(read, "outsideSources"));
        assertEquals(Map.of("slots", 1L, "free", 2L, "reserved", 3L, "cachedOutside", 4L, "waiting", 5L),
                JsonReader.at(read, "pool"));
        assertFalse((Boolean) JsonReader.at(read, "isWhole"));
    }
}
