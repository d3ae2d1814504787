package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The whole report. */
class DiagnosisTextTest {
    private static final Identity ORDERS = new Identity("orders", 1);
    private static final Identity STOCK = new Identity("stock", 2);

    @Test
    void aQuietHiveHasNothingButTheVerdict() {
        assertEquals("No deadlock. (hive main)", Diagnosis.of(Someone.hive()).toString());
    }

    @Test
    void eachSectionSaysWhoAndHowMuch() {
        assertEquals("""
                No deadlock is known, but 2 of 3 shards did not answer. (hive main)

                At risk, because only a deadline ends these waits:
                  orders#1 (shard 1, NORMAL) waits for the answer of stock#2: ends in 1.7 s
                  stock#2 (shard 0, NORMAL) waits for the answer of orders#1: \
                no deadline of its own; continues when the deadline of another actor passes

                Shards that did not answer, so that nothing is known of their actors:
                  shard 1: held by spin#7 for 2.1 s (RUNS), at shop.Spin.run(Spin.java:5); \
                split the work, or hand it to context.offload(() -> ...); \
                if it stands at the first use of a class, another thread may be initialising that
                  shard 2: its holder is not known

                Parked outside the runtime, in a lock, a socket or a future:
                  lock#4 (shard 0, NORMAL, killed, but its code has not ended) for 3.0 s, \
                at shop.Lock.take(Lock.java:8)

                Waiting longest:
                  stock#2 (shard 0, NORMAL) has waited 1.0 s for the answer of orders#1
                  orders#1 (shard 1, NORMAL) has waited 300 ms for the answer of stock#2

                Fullest mailboxes:
                  lock#4 (shard 0, NORMAL, killed, but its code has not ended): 9 messages
                  stock#2 (shard 0, NORMAL): 1 message

                Oldest messages:
                  stock#2 (shard 0, NORMAL): 2 h 0 min old
                  lock#4 (shard 0, NORMAL, killed, but its code has not ended): 4.0 s old

                Message pool: 54 of 64 slots free, 0 senders waiting; most are kept by:
                  lock#4 (shard 0, NORMAL, killed, but its code has not ended): 9 slots
                  stock#2 (shard 0, NORMAL): 1 slot""", busy().toString());
    }

    private static Diagnosis busy() {
        ActorView orders = Someone.named(ORDERS).waits(new Wait.Answer(STOCK)).since(0.3).until(1.7).seen();
        ActorView stock = Someone.named(STOCK).waits(new Wait.Answer(ORDERS)).since(1).mail(1, 7200).keeps(1).seen();
        ActorView lock = Someone.named(new Identity("lock", 4)).does(Activity.PARKED).waits(new Wait.Unknown("a lock"))
                .since(3).mail(9, 4).keeps(9).killed()
                .at(new StackTraceElement("shop.Lock", "take", "Lock.java", 8)).seen();
        var spin = new SlowHandler(new Identity("spin", 7), 1, 2_100_000_000L, SlowHandler.Cause.RUNS,
                List.of(new StackTraceElement("shop.Spin", "run", "Spin.java", 5)));
        var snapshot = Someone.hive(List.of(Someone.shard(0, orders, stock, lock), missing(1, spin), missing(2, null)),
                new PoolView(64, 54, 0, 0, 0));
        return new Diagnosis(snapshot, List.of(), List.of(orders, stock));
    }

    private static ShardView missing(int index, SlowHandler heldBy) {
        return new ShardView(index, Someone.AT, List.of(), List.of(), Resources.NONE, 0, 0, 0, 0, 0, 0, 0, heldBy, true);
    }

    @Test
    void thePoolIsShownWithWhatKeepsItAndIsNoActor() {
        var shard = new ShardView(
                0, Someone.AT, List.of(), List.of(new SlotHolder("bus news", 3, false)), Resources.NONE, 0, 0, 0, 0, 0, 0, 0,
                null, false);

        assertEquals("""
                No deadlock. (hive main)

                Message pool: 1 of 4 slots free, 0 senders waiting; most are kept by:
                  bus news: 3 slots""",
                Diagnosis.of(Someone.hive(List.of(shard), new PoolView(4, 1, 0, 0, 0))).toString());
    }

    @Test
    void thePoolIsShownWhenSomebodyWaitsForIt() {
        assertEquals("""
                No deadlock. (hive main)

                Message pool: 0 of 4 slots free, 2 senders waiting; no actor keeps one""",
                Diagnosis.of(Someone.hive(List.of(Someone.shard(0)), new PoolView(4, 0, 0, 0, 2))).toString());
    }

    @Test
    void whoIsIdleAtAChannelIsListedAndNotAccused() {
        ActorView orders = Someone.named(ORDERS).does(Activity.AWAITING).since(3)
                .waits(new Wait.Served("a message on app:in", List.of(STOCK))).seen();

        assertEquals("""
                No deadlock. (hive main)

                Waiting longest:
                  orders#1 (shard 1, NORMAL) has waited 3.0 s for a message on app:in, from stock#2""",
                Diagnosis.of(Someone.hive(orders)).toString());
    }

    @Test
    void deadlocksComeFirstAndWhole() {
        var diagnosis = Diagnosis.of(Someone.hive(
                Someone.named(ORDERS).waits(new Wait.Answer(STOCK)).seen(),
                Someone.named(STOCK).waits(new Wait.Answer(ORDERS)).seen()));

        String text = diagnosis.toString();
        assertTrue(text.startsWith(diagnosis.deadlocks().getFirst() + "\n\nWaiting longest:\n"), text);
        assertFalse(text.contains("No deadlock."), text);
    }

    @Test
    void twoDeadlocksStandApart() {
        var deadlock = new Deadlock("main", Someone.AT, Deadlock.Kind.CYCLE, List.of(ORDERS),
                List.of(Someone.named(ORDERS).waits(new Wait.Answer(ORDERS)).seen()), List.of(), List.of(), 0);

        assertEquals(deadlock + "\n\n" + deadlock,
                new Diagnosis(Someone.hive(), List.of(deadlock, deadlock), List.of()).toString());
    }

    @Test
    void ofALongListTheFirstTenAreShown() {
        ActorView[] crowd = LongStream.rangeClosed(1, 13).mapToObj(number -> Someone.named(new Identity("a", number))
                .mail((int) (100 - number), 1).seen()).toArray(ActorView[]::new);

        assertTrue(Diagnosis.of(Someone.hive(crowd)).toString()
                .contains("  a#10 (shard 0, NORMAL): 90 messages\n  and 3 more\n"));
    }
}
