package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.port.ActorPort;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each call at every depth around the end of the stack: it happens or it does not, and nobody else is hurt. Run
 * compiled, interpreted and without the flag.
 */
@Tag("stack")
@Timeout(120)
@SuppressWarnings({"NonAtomicVolatileUpdate", "InfiniteRecursion"}) // one writer; and the end of a stack is the subject
class StackOverflowTest {
    private static final int DIVES = 12;
    private static final int DEPTHS = 600;

    private final Hive hive = Hives.start(Hives.config().messages(65_536).stackSize(512 * 1024));
    private final AtomicInteger received = new AtomicInteger();
    /** Counted by the diver, right after the call and without another one, which could overflow in its turn. */
    private volatile int sent;
    private volatile int spawned;
    private volatile int killed;

    private final ActorId near = hive.spawn((self, message) -> received.incrementAndGet(),
            ActorConfig.named("near").onShard(0));
    private final ActorId far = hive.spawn((self, message) -> received.incrementAndGet(),
            ActorConfig.named("far").onShard(1));

    @AfterEach
    void nothingIsLost() throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) { // both shards still work
            for (int shard = 0; shard < 2; shard++) {
                ActorId echo = hive.spawn((self, message) -> {
                    self.sleep(Duration.ofMillis(1));
                    Hives.sent(self.notify(message.sender(), "ok"));
                }, ActorConfig.DEFAULT.onShard(shard));
                Hives.sent(inbox.notify(echo, 1));
                assertTrue(inbox.receive(Duration.ofSeconds(10)) instanceof Message, "shard " + shard);
            }
        }
        Hives.closeClean(hive);
        assertEquals(0, hive.stats().messagesInUse(), "slots are lost");
        Hives.eventually("fibers are left", () -> hive.stats().fibers() == 0);
    }

    /**
     * Goes to the end of the stack and calls on the way back: at each depth near the end, and now and then after
     * that, because setting a deep stack aside needs a lot of room.
     */
    private static final class Diver {
        private static final int NOW_AND_THEN = 199;

        private final Runnable call;
        private int depths;
        int done;
        int overflowed;

        Diver(Runnable call) {
            this.call = call;
        }

        void dive(int depthsToTry) {
            depths = depthsToTry;
            descend(0);
        }

        private void descend(int depth) {
            try {
                descend(depth + 1);
            } catch (StackOverflowError bottom) {
                // here it is: now back, calling on the way
            }
            depths--;
            if (depths >= 0 || depth % NOW_AND_THEN == 0) {
                try {
                    call.run();
                    done++;
                } catch (StackOverflowError e) {
                    overflowed++;
                }
            }
        }
    }

    /** Lets an actor of shard 0 dive with a call; how often the call was done. */
    @CanIgnoreReturnValue
    private int dive(Consumer<ActorContext> call) {
        var outcome = new CompletableFuture<Diver>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            var diver = new Diver(() -> call.accept(self));
            try {
                for (int i = 0; i < DIVES; i++) {
                    diver.dive(DEPTHS);
                }
                outcome.complete(diver);
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        }, ActorConfig.named("diver").onShard(0));
        assertTrue(actor.number() > 0);
        Diver diver = outcome.orTimeout(60, TimeUnit.SECONDS).join();
        assertTrue(diver.overflowed > 0, "never at the end of the stack");
        assertTrue(diver.done > 0, "never with room enough");
        return diver.done;
    }

    private void assertReceived(int expected) {
        Hives.eventually("not just the " + expected + " that were sent", () -> received.get() == expected);
    }

    @Test
    void notifyOnTheSameShard() {
        dive(self -> {
            if (self.notify(near, 1) == NotifyStatus.SENT) {
                sent++;
            }
        });
        assertReceived(sent);
    }

    @Test
    void notifyToAnotherShard() {
        dive(self -> {
            if (self.notify(far, 1) == NotifyStatus.SENT) {
                sent++;
            }
        });
        assertReceived(sent);
    }

    @Test
    void notifyWithBytes() {
        MemorySegment bytes = MemorySegment.ofArray(new byte[16]);
        dive(self -> {
            if (self.notify(near, 1, bytes) == NotifyStatus.SENT) {
                sent++;
            }
        });
        assertReceived(sent);
    }

    @Test
    void notifyFromOutsideCalls() {
        dive(self -> {
            if (hive.notify(far, 1) == NotifyStatus.SENT) {
                sent++;
            }
        });
        assertReceived(sent);
    }

    private static ActorPort port(ActorContext self) {
        return ((ActorPort.Holder) self).port();
    }

    private void sendTo(ActorId target) {
        dive(self -> {
            if (port(self).send(target, 1, "x", MemorySegment.NULL, ActorPort.NEVER) == SendStatus.SENT) {
                sent++;
            }
        });
        assertReceived(sent);
    }

    @Test
    void sendingToALimitedMailbox() {
        sendTo(limited(0, MailboxLimit.blockSender(4)));
    }

    @Test
    void sendingToALimitedMailboxOfAnotherShard() {
        sendTo(limited(1, MailboxLimit.blockSender(4)));
    }

    private ActorId limited(int shard, MailboxLimit limit) {
        return hive.spawn((self, message) -> received.incrementAndGet(),
                ActorConfig.named("limited").onShard(shard).withLimit(limit));
    }

    @Test
    void sendingToAMailboxThatDropsTheOldest() {
        ActorId target = limited(0, MailboxLimit.dropOldest(4));
        dive(self -> {
            if (port(self).send(target, 1, "x", MemorySegment.NULL, 0) == SendStatus.SENT) {
                sent++;
            }
        });
        Hives.eventually("received or dropped", () -> received.get() + hive.stats().drops() == sent);
    }

    @Test
    void requestsOnTheSameShard() {
        askAndCount(0);
    }

    @Test
    void requestsToAnotherShard() {
        askAndCount(1);
    }

    private void askAndCount(int shard) {
        ActorId echo = hive.spawn((self, message) -> {
            received.incrementAndGet();
            ReplyStatus status = self.reply(message, "answer");
            assertTrue(status != ReplyStatus.TOO_LARGE);
        }, ActorConfig.named("echo").onShard(shard));
        var answers = new AtomicInteger();
        dive(self -> {
            if (self.request(echo, 1, "question").isReply()) {
                answers.incrementAndGet();
            }
        });
        assertTrue(answers.get() > 0 && received.get() >= answers.get(), answers + " of " + received);
    }

    @Test
    void repliesFromTheEndOfTheStack() {
        var answered = new AtomicInteger();
        ActorId asked = hive.spawn((ActorBody) self -> {
            var diver = new Diver(() -> {
                Message request = port(self).receive(MessageFilter.any(), 0);
                if (request != null) {
                    ReplyStatus status = self.reply(request, "answer");
                    assertTrue(status != ReplyStatus.TOO_LARGE); // its asker may have stopped waiting
                }
            });
            while (true) {
                diver.dive(DEPTHS);
                self.yield();
            }
        }, ActorConfig.named("asked").onShard(0));
        ActorId asker = hive.spawn((ActorBody) self -> {
            for (int i = 0; i < 100 || (answered.get() == 0 && i < 1_000); i++) { // more of them on a busy machine
                // a request that is taken at the end of the stack and not answered there stays open
                switch (self.request(asked, 1, "question", Duration.ofMillis(40))) {
                    case Reply<Message> _ -> answered.incrementAndGet();
                    case NoReply<Message> none -> assertEquals(NoReply.Reason.TIMEOUT, none.reason());
                }
            }
        }, ActorConfig.named("asker").onShard(1));
        Hives.eventually("asked 100 times", () -> !hive.isAlive(asker));
        hive.kill(asked);
        assertTrue(answered.get() > 0, "nobody was answered");
    }

    @Test
    void selectiveReceive() {
        var taken = new AtomicInteger();
        MessageFilter two = MessageFilter.any().tag(2);
        dive(self -> {
            if (self.pending() < 3) {
                NotifyStatus one = self.notify(self.self(), 1, "one");
                NotifyStatus other = self.notify(self.self(), 2, "two");
                assertEquals(one, other);
            }
            int before = self.pending();
            Message message = port(self).receive(two, 0);
            if (message != null) {
                taken.incrementAndGet();
                assertEquals(before - 1, self.pending());
                assertEquals(2, message.tag());
            } else if (self.pending() > 2) {
                self.receive();
            }
        });
        assertTrue(taken.get() > 0);
    }

    @Test
    void receive() {
        var taken = new AtomicInteger();
        dive(self -> {
            if (self.pending() == 0) {
                NotifyStatus status = self.notify(self.self(), 1);
                assertEquals(NotifyStatus.SENT, status);
            }
            int before = self.pending();
            if (self.tryReceive() instanceof Message) {
                taken.incrementAndGet();
                assertEquals(before - 1, self.pending());
            }
        });
        assertTrue(taken.get() > 0);
    }

    @Test
    void aReceiveThatWaits() {
        dive(self -> {
            if (self.receive(Duration.ofNanos(1)) instanceof Message) {
                throw new AssertionError("a message from nobody");
            }
        });
    }

    @Test
    void aReceiveThatWaitsWhileOthersSend() throws InterruptedException {
        var stop = new java.util.concurrent.atomic.AtomicBoolean();
        var sentByOthers = new AtomicInteger();
        Thread sender = Thread.ofPlatform().start(() -> {
            while (!stop.get() && sentByOthers.get() < 200_000) {
                if (sentByOthers.get() - received.get() < 1000 && hive.notify(near, 1) == NotifyStatus.SENT) {
                    sentByOthers.incrementAndGet();
                }
            }
        });
        var taken = new AtomicInteger();
        dive(self -> {
            Hives.sent(hive.notify(self.self(), 1));
            if (self.receive(Duration.ofMillis(1)) instanceof Message) {
                taken.incrementAndGet();
            }
        });
        stop.set(true);
        sender.join();
        assertReceived(sentByOthers.get());
        assertTrue(taken.get() > 0);
    }

    @Test
    void yielding() {
        dive(ActorContext::yield);
    }

    @Test
    void sleeping() {
        dive(self -> self.sleep(Duration.ofNanos(1)));
    }

    @Test
    void timers() {
        dive(self -> {
            TimerId timer = self.after(Duration.ofHours(1));
            if (!self.cancel(timer)) {
                throw new AssertionError("not cancelled: " + timer);
            }
        });
        Hives.eventually("timers of the dead are gone", () -> hive.stats().actors() == 2);
    }

    @Test
    void spawning() {
        int done = dive(self -> {
            ActorId child = self.spawn(CHILD, ActorConfig.DEFAULT);
            if (child.number() == 0) {
                throw new AssertionError("a child without a number");
            }
        });
        assertTrue(done > 0);
        Hives.eventually("all children have ended", () -> hive.stats().actors() == 2);
    }

    private static final ActorBody CHILD = self -> {};

    @Test
    void spawningOnAnotherShardAndKilling() {
        Handler idle = (self, message) -> {};
        dive(self -> {
            ActorId child = self.spawn(idle, ActorConfig.DEFAULT.withPlacement(Placement.onShard(1)));
            spawned++;
            if (self.kill(child)) {
                killed++;
            }
        });
        assertKilledAreGone();
    }

    /** A child that was spawned and could not be killed at that depth is alive, and the close ends it. */
    private void assertKilledAreGone() {
        assertTrue(killed > 0, "nobody was killed");
        Hives.eventually("of " + spawned + " all but the " + killed + " killed live, and nobody else",
                () -> hive.stats().actors() == 2 + spawned - killed);
    }

    @Test
    void spawningAndKillingThroughTheHive() {
        Handler idle = (self, message) -> {};
        ActorConfig there = ActorConfig.DEFAULT.withPlacement(Placement.onShard(1));
        dive(self -> {
            ActorId child = hive.spawn(idle, there);
            spawned++;
            if (hive.kill(child)) {
                killed++;
            }
        });
        assertKilledAreGone();
        Hives.sent(hive.notify(far, 1)); // its shard was woken for each of them, or for none
        assertReceived(1);
    }

    /** The diver has ended, and with it everything that it had to do with others. */
    private void assertNoTies() {
        Hives.eventually("the diver and its children are gone", () -> hive.stats().actors() == 2);
        Hives.eventually("places are left", () -> hive.stats().systemPlaces() == 0);
        Hives.eventually("names are left", () -> hive.stats().names() + hive.stats().nameWatches() == 0);
    }

    private void linkTo(ActorId other) {
        dive(self -> {
            if (self.link(other) == LinkStatus.LINKED && !self.unlink(other)) {
                throw new AssertionError("linked, and not");
            }
        });
        assertNoTies();
        assertTrue(received.get() <= 1, "its end came " + received + " times");
    }

    @Test
    void linkingOnTheSameShard() {
        linkTo(near);
    }

    @Test
    void linkingAnotherShard() {
        linkTo(far);
    }

    @Test
    void aLinkThatStandsAtTheEnd() {
        dive(self -> {
            if (self.link(far) != LinkStatus.LINKED || self.link(near) != LinkStatus.LINKED) {
                throw new AssertionError("not linked");
            }
        });
        assertNoTies();
        assertReceived(2);
    }

    private void monitor(ActorId target) {
        dive(self -> {
            if (self.monitor(target) instanceof Monitor monitor && !self.demonitor(monitor.number())) {
                throw new AssertionError("not taken away: " + monitor);
            }
        });
        assertNoTies();
        assertReceived(0);
    }

    @Test
    void monitorsOnTheSameShard() {
        monitor(near);
    }

    @Test
    void monitorsOfAnotherShard() {
        monitor(far);
    }

    @Test
    void monitorsThatFire() {
        var made = new AtomicInteger();
        var fired = new AtomicInteger();
        ActorId target = hive.spawn((ActorBody) self -> self.receive(), ActorConfig.named("target").onShard(1));
        var tied = new CompletableFuture<Diver>();
        hive.spawn((ActorBody) self -> {
            var diver = new Diver(() -> {
                if (self.monitor(target) instanceof Monitor) {
                    made.incrementAndGet();
                }
            });
            diver.dive(DEPTHS);
            tied.complete(diver);
            while (self.receive(Duration.ofSeconds(1)) instanceof Message message) {
                assertEquals(MessageClass.EXIT, message.messageClass());
                fired.incrementAndGet();
            }
        }, ActorConfig.named("diver").onShard(0));
        Diver diver = tied.orTimeout(60, TimeUnit.SECONDS).join();
        assertTrue(diver.done > 0 && diver.overflowed > 0, "not around the end of the stack");
        Hives.sent(hive.notify(target, "end"));
        assertNoTies();
        assertTrue(made.get() > 0 && fired.get() >= made.get(), fired + " of " + made); // one may be made uncounted
    }

    @Test
    void watchingNames() {
        dive(self -> {
            if (self.watchName("name") && !self.unwatchName("name")) {
                throw new AssertionError("not watched");
            }
        });
        assertNoTies();
    }

    private volatile ReservedId opened;

    @Test
    void openingAndClosingSeats() {
        dive(self -> {
            if (opened == null) {
                if (self.reserveId("seat") instanceof ReservedId seat) {
                    opened = seat;
                }
            } else {
                opened.close();
                opened = null;
            }
        });
        assertNoTies();
    }

    @Test
    void spawningInSeats() {
        dive(self -> {
            ReservedId seat = self.reserveIdForOne("seat");
            ActorId child = self.spawn(CHILD, ActorConfig.DEFAULT.withReservedId(seat));
            if (child != seat.id()) {
                throw new AssertionError("not in its seat");
            }
        });
        assertNoTies();
    }

    @Test
    void spawningWhatEndsWithItsParent() {
        Handler idle = (self, message) -> {};
        for (int shard = 0; shard < 2; shard++) {
            ActorConfig config = ActorConfig.named("child").onShard(shard).endingWithParent();
            dive(self -> {
                ActorId child = self.spawn(idle, config);
                if (child.number() == 0) {
                    throw new AssertionError("a child without a number");
                }
            });
            assertNoTies();
        }
    }

    @Test
    void registeringNames() {
        dive(self -> {
            if (hive.names().register("name", self.self()) == RegisterStatus.REGISTERED
                    && !hive.names().unregister("name", self.self())) {
                throw new AssertionError("not registered");
            }
        });
        assertNoTies();
    }

    @Test
    void blockingAndOffloading() {
        dive(self -> {
            int one = self.blocking(() -> 1);
            assertEquals(1, one);
        });
        dive(self -> {
            int two = self.offload(() -> 2);
            assertEquals(2, two);
        });
    }

    @Test
    void openingAndClosingAnInbox() throws InterruptedException {
        var opened = new ExternalInbox[DIVES * DEPTHS * 2];
        var count = new int[1];
        var diver = new Diver(() -> {
            ExternalInbox inbox = hive.openInbox();
            opened[count[0]] = inbox;
            count[0]++;
            Hives.sent(hive.notify(inbox.id(), 1));
            Hives.sent(hive.notify(inbox.id(), 2));
            Received first = inbox.tryReceive();
            assertTrue(first instanceof Message);
            inbox.close();
        });
        var thread = new Thread(null, () -> {
            for (int i = 0; i < DIVES; i++) {
                diver.dive(DEPTHS);
            }
            for (int i = 0; i < count[0]; i++) {
                opened[i].close();
            }
        }, "diver", 512 * 1024);
        thread.start();
        thread.join();
        assertTrue(diver.overflowed > 0 && diver.done > 0, diver.overflowed + " and " + diver.done);
        assertEquals(0, hive.stats().messagesInUse(), "slots are lost");
    }

    /** Goes to the end of the stack and calls once on the way back, so many frames above it. */
    private static final class Plunge {
        private final int callAt;
        private final Runnable call;
        private boolean hasCalled;

        Plunge(int callAt, Runnable call) {
            this.callAt = callAt;
            this.call = call;
        }

        @CanIgnoreReturnValue
        int down() {
            int above = 0;
            try {
                above = down() + 1;
            } catch (StackOverflowError bottom) {
                // here it is, or the call's
            }
            if (above == callAt && !hasCalled) {
                hasCalled = true;
                call.run();
            }
            return above;
        }
    }

    @Test
    void closingTheHive() {
        int closed = 0;
        int refused = 0;
        for (int at = 0; at < 240; at += 3) {
            Hive other = Hives.start(Hives.config().shards(1).messages(64).stackSize(512 * 1024));
            ActorId quiet = other.spawn((self, message) -> {});
            var isClosed = new boolean[1];
            var outcome = new CompletableFuture<Boolean>();
            var plunge = new Plunge(at, () -> {
                other.close();
                isClosed[0] = true;
            });
            other.spawn((ActorBody) self -> {
                plunge.down();
                outcome.complete(isClosed[0]);
            });
            if (outcome.orTimeout(10, TimeUnit.SECONDS).join()) {
                closed++;
                Hives.eventually("it closes", other::isClosed);
            } else {
                refused++;
                Hives.sent(other.notify(quiet, "still open"));
                other.close();
            }
        }
        assertTrue(closed > 0 && refused > 0, closed + " and " + refused);
    }

    @Test
    void anOverflowThatEscapesEndsTheActorAlone() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            assertEquals(ExitReason.STACK_OVERFLOW, reasonOfTheEndAtTheEndOfTheStack());
        }
        Hives.eventually("its neighbours live, and nobody else", () -> hive.stats().actors() == 2);
        Hives.sent(hive.notify(near, 1));
        Hives.sent(hive.notify(far, 1));
        assertReceived(2);
    }

    private ExitReason reasonOfTheEndAtTheEndOfTheStack() throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            hive.spawn((ActorBody) self -> {
                ActorId victim = self.spawn((dying, message) -> assertTrue(forEver(dying) > 0), ActorConfig.DEFAULT);
                assertTrue(self.monitor(victim) instanceof Monitor);
                Hives.sent(self.notify(victim, 1));
                Message end = self.receive();
                assertEquals(victim, end.sender());
                Hives.sent(self.notify(main, end.as(ActorExit.class).reason()));
            });
            return inbox.receive().as(ExitReason.class);
        }
    }

    private int forEver(ActorContext self) {
        return forEver(self) + self.pending();
    }
}
