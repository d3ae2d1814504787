package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is read at night. */
class DeadlockTextTest {
    private static final Identity ORDERS = new Identity("orders", 1);
    private static final Identity STOCK = new Identity("stock", 2);
    private static final Identity AUDIT = new Identity("audit", 3);
    private static final Identity MAIN = new Identity("main", -1);

    private static Deadlock deadlock(Deadlock.Kind kind, List<Identity> cycle, ActorView... members) {
        return new Deadlock("main", Someone.AT, kind, cycle, List.of(members), List.of(), List.of(), 0);
    }

    private static Wait roomAt(Identity identity) {
        return new Wait.Room(identity, 1, new QueuePosition(2, 1));
    }

    private static Wait slotsFor(Identity identity) {
        return new Wait.Slots(identity, 1, true, new QueuePosition(2, 1));
    }

    @Test
    void aCycleShowsWhoWaitsForWhomAndWhere() {
        var deadlock = deadlock(Deadlock.Kind.CYCLE, List.of(ORDERS, STOCK),
                Someone.named(ORDERS).waits(new Wait.Answer(STOCK)).since(245).mail(3, 240).at(
                        new StackTraceElement("io.hiveactor.ipc.ActorContext", "request", "Ipc.java", 70),
                        new StackTraceElement("shop.Orders", "reserve", "Orders.java", 42),
                        new StackTraceElement("shop.Orders", "handle", "Orders.java", 17)).seen(),
                Someone.named(STOCK).waits(roomAt(ORDERS)).since(2.15).mail(1, 2).seen());

        assertEquals("""
                DEADLOCK in hive main: 2 actors wait for each other and can never continue
                  Who waits for whom: orders#1 -> stock#2 -> orders#1

                  orders#1 (shard 1, NORMAL) waits for the answer of stock#2
                    for 4 min 5 s, no deadline, 3 messages in its mailbox
                    at shop.Orders.reserve(Orders.java:42)
                    at shop.Orders.handle(Orders.java:17)
                  stock#2 (shard 0, NORMAL) waits for room in the mailbox of orders#1
                    for 2.1 s, no deadline, 1 message in its mailbox

                  What can be done:
                  - now: kill one of them
                  - for good: give these waits a timeout, and plan for its end
                  - for good: answer with reply before asking in turn
                  - for good: a larger mailbox limit, or one that does not make the sender wait""",
                deadlock.toString());
    }

    @Test
    void aStarvedPoolShowsWhoKeepsItsSlots() {
        var deadlock = new Deadlock("main", Someone.AT, Deadlock.Kind.STARVED_POOL, List.of(), List.of(
                Someone.named(ORDERS).waits(slotsFor(STOCK)).since(0.35).keeps(20).mail(20, 9).seen(),
                Someone.named(STOCK).waits(slotsFor(ORDERS)).since(0.2).keeps(40).mail(40, 9).seen(),
                Someone.named(MAIN).waits(slotsFor(ORDERS)).since(0.1).seen()),
                List.of(Someone.named(AUDIT).keeps(4).seen()), List.of(new SlotHolder("bus news", 3, false)), 67);

        assertEquals("""
                DEADLOCK in hive main: 2 actors and 1 external thread can never continue: \
                the message pool has too few free slots, and no actor can free more
                  67 slots of the pool will never be given back:
                    stock#2 keeps 40
                    orders#1 keeps 20
                    audit#3 keeps 4, and no actor is left to wake it
                    bus news keeps 3, and no actor is left to read what it has

                  orders#1 (shard 1, NORMAL) waits for a slot of the message pool, to send to stock#2
                    for 350 ms, no deadline, 20 messages in its mailbox
                  stock#2 (shard 0, NORMAL) waits for a slot of the message pool, to send to orders#1
                    for 200 ms, no deadline, 40 messages in its mailbox
                  thread main (external, NORMAL) waits for a slot of the message pool, to send to orders#1
                    for 100 ms, no deadline

                  What can be done:
                  - now: kill one of the actors that keep slots
                  - for good: give the hive a larger pool (HiveConfig, messages)
                  - for good: give mailboxes a limit, so that no actor can keep that many slots
                  - for good: give these waits a timeout, and plan for its end""", deadlock.toString());
    }

    @Test
    void nobodyLeftSaysWhoHasEndedAndWhoIsIdle() {
        var deadlock = deadlock(Deadlock.Kind.NOBODY_LEFT, List.of(),
                Someone.named(ORDERS).waits(new Wait.FirstOf(List.of(
                        new Wait.From(AUDIT, true, "messages from audit#3"), new Wait.Answer(new Identity("idle", 4)))))
                        .since(60).seen(),
                Someone.named(STOCK).waits(new Wait.Answer(ORDERS)).since(59).seen());

        assertEquals("""
                DEADLOCK in hive main: 2 actors can never continue: no actor is left to wake them
                  What is missing:
                    audit#3 has ended
                    idle#4 is idle, and no actor is left to wake it

                  orders#1 (shard 1, NORMAL) waits for the first of \
                [messages from audit#3, which has ended, the answer of idle#4]
                    for 1 min 0 s, no deadline, 0 messages in its mailbox
                  stock#2 (shard 0, NORMAL) waits for the answer of orders#1
                    for 59.0 s, no deadline, 0 messages in its mailbox

                  What can be done:
                  - now: kill them
                  - for good: give these waits a timeout, and plan for its end
                  - for good: answer each request with reply, also when it cannot be met
                  - for good: monitor the one waited for, to learn of its end""", deadlock.toString());
    }

    @Test
    void aCycleOfChannelsShowsWhoWouldServeWhom() {
        Deadlock deadlock = Diagnosis.of(Someone.hive(
                awaiting(ORDERS, "room on app:log", STOCK, AUDIT), awaiting(STOCK, "a message on app:in", ORDERS),
                awaiting(AUDIT, "an entry on news", STOCK))).deadlocks().getFirst();

        assertEquals("""
                DEADLOCK in hive main: 2 actors wait for each other and can never continue, nor can 1 other because of them
                  Who waits for whom: orders#1 -> stock#2 -> orders#1

                  orders#1 (shard 1, NORMAL) waits for room on app:log, from stock#2 or audit#3
                    for 4.0 s, no deadline, 0 messages in its mailbox
                  stock#2 (shard 0, NORMAL) waits for a message on app:in, from orders#1
                    for 4.0 s, no deadline, 0 messages in its mailbox
                  audit#3 (shard 1, NORMAL) waits for an entry on news, from stock#2
                    for 4.0 s, no deadline, 0 messages in its mailbox

                  What can be done:
                  - now: kill one of them
                  - for good: give these waits a timeout, and plan for its end""", deadlock.toString());
    }

    @Test
    void aChannelThatNobodyHasOpenIsMissingAndItsServersAreNot() {
        String text = Diagnosis.of(Someone.hive(
                awaiting(ORDERS, "room on app:log"), awaiting(STOCK, "a message on app:in", ORDERS)))
                .deadlocks().getFirst().toString();

        assertTrue(text.contains("""

                  What is missing:
                    room on app:log for orders#1: no actor has it open to serve it

                  orders#1 (shard 1, NORMAL) waits for room on app:log, which no actor has open
                """), text);
    }

    private static ActorView awaiting(Identity identity, String what, Identity... servers) {
        return Someone.named(identity).does(Activity.AWAITING).waits(new Wait.Served(what, List.of(servers)))
                .since(4).seen();
    }

    @Test
    void ofManyWhoServeAChannelTheFirstThreeAreNamed() {
        var idle = new Identity("idle", 4);
        assertEquals("room on x, from orders#1", served(ORDERS));
        assertEquals("room on x, from orders#1, stock#2 or thread main", served(ORDERS, STOCK, MAIN));
        assertEquals("room on x, from orders#1, stock#2, audit#3 and 1 more", served(ORDERS, STOCK, AUDIT, idle));
        assertEquals("room on x, from orders#1, stock#2, audit#3 and 2 more",
                served(ORDERS, STOCK, AUDIT, idle, MAIN));
    }

    private static String served(Identity... servers) {
        return new Wait.Served("room on x", List.of(servers)).toString();
    }

    @Test
    void whoWaitsForATickIsToldThatNoTimerBringsOne() {
        String text = deadlock(Deadlock.Kind.NOBODY_LEFT, List.of(),
                Someone.named(ORDERS).waits(new Wait.Tick()).seen()).toString();

        assertTrue(text.startsWith("DEADLOCK in hive main: 1 actor can never continue: no actor is left to wake it\n"));
        assertTrue(text.contains("\n    a tick for orders#1: it has no timer that would bring one\n"), text);
        assertTrue(text.contains("- now: kill it\n"), text);
    }

    @Test
    void whoWaitsForItselfIsACycleOfOne() {
        String text = deadlock(Deadlock.Kind.CYCLE, List.of(ORDERS), Someone.named(ORDERS).waits(roomAt(ORDERS)).seen())
                .toString();

        assertTrue(text.startsWith("""
                DEADLOCK in hive main: 1 actor waits for itself and can never continue
                  Who waits for whom: orders#1 -> orders#1
                """), text);
        assertFalse(text.contains("reply"), text);
    }

    @Test
    void thoseWhoHangOnACycleAreCountedApart() {
        String text = deadlock(Deadlock.Kind.CYCLE, List.of(ORDERS), Someone.named(ORDERS).waits(roomAt(ORDERS)).seen(),
                Someone.named(STOCK).waits(new Wait.Answer(ORDERS)).seen()).toString();

        assertTrue(text.startsWith("DEADLOCK in hive main: 1 actor waits for itself and can never continue, "
                + "nor can 1 other because of them\n"), text);
    }

    @Test
    void aPoolThatIsTooSmallByItselfIsSaidToBe() {
        String text = deadlock(Deadlock.Kind.STARVED_POOL, List.of(),
                Someone.named(ORDERS).waits(slotsFor(STOCK)).seen()).toString();

        assertTrue(text.contains("None of them keeps a slot: the pool is too small for what they want."), text);
    }

    @Test
    void aLongCycleIsCutAndSaysSo() {
        List<Identity> ring = LongStream.rangeClosed(1, 30).mapToObj(number -> new Identity("a", number)).toList();
        String text = deadlock(Deadlock.Kind.CYCLE, ring, ring.stream()
                .map(identity -> Someone.named(identity).waits(new Wait.Answer(ring.getFirst())).seen())
                .toArray(ActorView[]::new)).toString();

        assertTrue(text.contains("a#19 -> a#20 -> (10 more) -> a#1\n"), text);
        assertTrue(text.contains("\n  and 10 more\n"), text);
        assertFalse(text.contains("a#21 ("), text);
    }

    @Test
    void aNameCannotForgeALine() {
        var liar = new Identity("x\nNo deadlock.\u0007", 9);
        String text = deadlock(Deadlock.Kind.CYCLE, List.of(liar),
                Someone.named(liar).waits(roomAt(liar)).seen()).toString();

        assertTrue(text.contains("x?No deadlock.?#9 -> "), text);
        assertFalse(text.contains("\nNo deadlock."), text);
    }
}
