package io.hiveactor.mailbox.actors;

import static io.hiveactor.testkit.Eventually.eventually;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.FakeMailbox;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.diagnosis.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A full hive stops a feed, and nothing is lost or dropped; an actor that waits for a mailbox holds nobody else up. */
@Timeout(60)
class MailboxFeedTest {
    private static final FeedConfig QUICK = FeedConfig.DEFAULT.withPoll(ofMillis(50));

    private final MemoryMailbox<String, String> mailbox = new MemoryMailbox<>("orders");
    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private Hive hive;

    private void open(FiberMode mode, int messages) {
        hive = Hive.start(HiveConfig.builder().name("feeds").shards(1).messages(messages + 1).reservedMessages(1)
                .fiberMode(mode).build());
    }

    @AfterEach
    void close() {
        goOn.countDown();
        mailbox.close();
        if (hive != null) {
            assertNotNull(hive.close(ofSeconds(10)));
        }
    }

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            assertInstanceOf(Sent.class, mailbox.send("m" + i));
        }
    }

    /** Acknowledges each delivery, once it may. */
    private void consume(ActorContext self) throws InterruptedException {
        assertTrue(self.blocking(() -> goOn.await(20, TimeUnit.SECONDS)));
        while (true) {
            Delivery<?, ?> delivery = ActorMailbox.own(self, (Delivery<?, ?>) self.receive().as(Delivery.class));
            if (delivery.acknowledge() == AckStatus.DONE) {
                handled.add((String) delivery.body());
            }
        }
    }

    private ActorId consumer(ActorConfig config) {
        return hive.spawn((ActorBody) this::consume, config.withName("consumer"));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void everyMessageGoesToTheActorInOrder(FiberMode mode) {
        open(mode, 16);
        goOn.countDown();
        MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT), QUICK);
        send(200);
        eventually("all are handled", () -> handled.size() == 200);
        assertEquals("m0", handled.peek());
        assertEquals("m199", List.copyOf(handled).getLast());
        assertEquals(0, mailbox.approximateCount());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aFullMailboxOfTheActorStopsTheFeed(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        send(20);
        MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(3))), QUICK);
        stopsAfter(4); // three there, and one in its hand
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aFullPoolStopsTheFeed(FiberMode mode) throws InterruptedException {
        open(mode, 5);
        send(20);
        MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT), QUICK);
        stopsAfter(6);
    }

    private void stopsAfter(int inFlight) throws InterruptedException {
        eventually("the feed waits", this::isSending);
        List<Delivery<String, String>> left = mailbox.receive(10, ofMinutes(1), Duration.ZERO);
        assertEquals("m" + inFlight, left.getFirst().body());
        left.forEach(each -> assertEquals(AckStatus.DONE, each.nack()));
        goOn.countDown();
        eventually("all are handled", () -> handled.size() == 20);
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theLeaseOfWhatItHasInHandIsKept(FiberMode mode) {
        open(mode, 64);
        send(1);
        ActorId full = consumer(ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1)));
        assertEquals(NotifyStatus.SENT, hive.notify(full, "filler"));
        MailboxFeed.start(hive, mailbox, full, QUICK.withLease(ofMillis(300)));
        eventually("it is in flight", () -> isInFlight());
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(900); // three leases
        while (System.nanoTime() < end) {
            assertTrue(isInFlight(), "its lease has ended");
        }
        hive.kill(full);
        eventually("it is given back", () -> !isInFlight());
    }

    private boolean isSending() {
        return hive.snapshot().actors().stream()
                .anyMatch(each -> each.identity().name().equals("feed-orders") && each.activity().name().equals("SENDING"));
    }

    private boolean isInFlight() {
        try {
            List<Delivery<String, String>> visible = mailbox.receive(1, ofMinutes(1), Duration.ZERO);
            visible.forEach(each -> assertEquals(AckStatus.DONE, each.nack()));
            return visible.isEmpty();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anActorWhoseMailboxFailsSendersIsTriedAgain(FiberMode mode) {
        open(mode, 64);
        send(5);
        MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT.withLimit(MailboxLimit.fail(1))), QUICK);
        goOn.countDown();
        eventually("all are handled", () -> handled.size() == 5);
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anActorIsHandedNoMoreThanTheWindowThatItHasNotComeTo(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        send(20);
        MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT), QUICK.withWindow(3).withLease(ofMinutes(1)));
        eventually("the window is full", () -> inMailboxOfConsumer() == 3);
        List<Delivery<String, String>> left = mailbox.receive(10, ofMinutes(1), Duration.ZERO);
        assertEquals("m3", left.getFirst().body());
        left.forEach(each -> assertEquals(AckStatus.DONE, each.nack()));
        goOn.countDown();
        eventually("all are handled", () -> handled.size() == 20);
    }

    private long inMailboxOfConsumer() {
        return hive.snapshot().actors().stream().filter(each -> each.identity().name().equals("consumer"))
                .mapToLong(each -> each.depth()).sum();
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void leasesOfWhatLiesWithAnActorAreKeptAsLongAsItShowsLife(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        send(3);
        var watched = new ExtensionsOf<>(mailbox);
        BlockingQueue<Delivery<?, ?>> got = new LinkedBlockingQueue<>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            while (true) {
                got.add((Delivery<?, ?>) self.receive().as(Delivery.class));
            }
        }, ActorConfig.named("consumer"));
        // by the mailbox's clock no lease ends; the feed looks after them each millisecond
        MailboxFeed.start(hive, watched.mailbox(ofMinutes(1)), actor, QUICK.withLease(ofMillis(3)).withPoll(ofMillis(1)));
        Delivery<?, ?> first = got.poll(20, TimeUnit.SECONDS);
        Delivery<?, ?> second = got.poll(20, TimeUnit.SECONDS);
        assertNotNull(got.poll(20, TimeUnit.SECONDS));
        eventually("it looks again", () -> watched.receives() > 20);
        assertEquals(0, watched.extensions(), "of an actor that may be stuck");
        assertEquals(AckStatus.DONE, first.acknowledge());
        eventually("the two others are kept", () -> watched.extensions() == 2);
        assertEquals(AckStatus.DONE, second.extend(ofMinutes(1)));
        eventually("and again", () -> watched.extensions() == 5);
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void whatCannotBeKeptAnyLongerIsGivenBackAndTheFeedGoesOn(FiberMode mode) {
        open(mode, 64);
        send(2);
        ActorId full = consumer(ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1)));
        assertEquals(NotifyStatus.SENT, hive.notify(full, "filler"));
        var watched = new ExtensionsOf<>(mailbox);
        watched.refuse();
        ActorId feed = MailboxFeed.start(hive, watched.mailbox(ofMinutes(1)), full, QUICK.withLease(ofMillis(30)));
        eventually("each was given back once", () -> watched.extensions() > 2);
        assertTrue(hive.isAlive(feed));
        assertEquals(2, mailbox.approximateCount());
    }

    /**
     * The actor's mailbox is full, so the feed extends the lease of what it has in hand, and the server fails just
     * then.
     */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anExtensionThatFailsTakesNoPlaceOfTheWindow(FiberMode mode) {
        open(mode, 64);
        var fake = new FakeMailbox<String, String>();
        fake.inject("m0", null, 0, null);
        fake.failWith(new BackendException("down", null), Set.of(FakeMailbox.Call.EXTEND));
        ActorId full = hive.spawn((ActorBody) self -> {
            assertTrue(self.blocking(() -> goOn.await(20, TimeUnit.SECONDS)));
            assertEquals("filler", self.receive().as(String.class));
            consume(self);
        }, ActorConfig.named("consumer").withLimit(MailboxLimit.blockSender(1)));
        assertEquals(NotifyStatus.SENT, hive.notify(full, "filler"));
        ActorId feed = MailboxFeed.start(hive, fake, full, QUICK.withWindow(1).withLease(ofMillis(30)));
        eventually("it pauses after the failure", () -> isPausing(feed));
        fake.heal();
        fake.inject("m1", null, 0, null); // m0 stays in flight: leases of a fake do not end by themselves
        goOn.countDown();
        eventually("the next one finds a place", () -> List.of("m1").equals(List.copyOf(handled)));
        fake.close();
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSettlementThatFailsFreesThePlacesOfTheWindow(FiberMode mode) {
        open(mode, 64);
        var fake = new FakeMailbox<String, String>();
        List.of("m0", "m1", "m2").forEach(each -> fake.inject(each, null, 0, null));
        fake.failWith(new BackendException("down", null), Set.of(FakeMailbox.Call.ACKNOWLEDGE, FakeMailbox.Call.NACK));
        ActorId actor = hive.spawn((ActorBody) self -> {
            while (true) {
                Delivery<?, ?> each = ActorMailbox.own(self, (Delivery<?, ?>) self.receive().as(Delivery.class));
                boolean isFirst = each.body().equals("m0");
                assertThrows(BackendException.class, isFirst ? each::acknowledge : each::nack);
                handled.add((String) each.body());
            }
        }, ActorConfig.named("consumer"));
        MailboxFeed.start(hive, fake, actor, QUICK.withWindow(1));
        eventually("each finds a place", () -> List.of("m0", "m1", "m2").equals(List.copyOf(handled)));
        fake.close();
    }

    private boolean isPausing(ActorId feed) {
        return hive.snapshot().actors().stream()
                .anyMatch(each -> each.identity().number() == feed.number() && each.activity().name().equals("SLEEPING"));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aRenewalThatFailsIsTriedAgain(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        send(2);
        var watched = new ExtensionsOf<>(mailbox);
        BlockingQueue<Delivery<?, ?>> got = new LinkedBlockingQueue<>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            while (true) {
                got.add((Delivery<?, ?>) self.receive().as(Delivery.class));
            }
        }, ActorConfig.named("consumer"));
        watched.fail();
        FeedConfig busy = QUICK.withLease(ofMillis(3)).withPoll(ofMillis(1));
        MailboxFeed.start(hive, watched.mailbox(ofMinutes(1)), actor, busy);
        Delivery<?, ?> first = got.poll(20, TimeUnit.SECONDS);
        assertNotNull(got.poll(20, TimeUnit.SECONDS));
        assertEquals(AckStatus.DONE, first.acknowledge());
        eventually("it fails more than once, on one sign of life", () -> watched.extensions() > 1);
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anActorWhoseMailboxDropsWhatWaitsThereIsRefused(FiberMode mode) {
        open(mode, 64);
        for (MailboxLimit limit : List.of(MailboxLimit.dropOldest(3), MailboxLimit.conflate(3, any -> "same"))) {
            ActorId dropping = consumer(ActorConfig.DEFAULT.withLimit(limit));
            assertThrows(IllegalArgumentException.class, () -> MailboxFeed.start(hive, mailbox, dropping, QUICK));
            hive.spawn((ActorBody) self -> {
                assertThrows(IllegalArgumentException.class, () -> MailboxFeed.start(self, mailbox, dropping, QUICK));
                handled.add("refused");
            });
        }
        eventually("also by an actor", () -> handled.size() == 2);
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void itEndsWithItsActorAndWithItsMailbox(FiberMode mode) {
        open(mode, 64);
        ActorId consumer = consumer(ActorConfig.DEFAULT);
        ActorId first = MailboxFeed.start(hive, mailbox, consumer, QUICK);
        hive.kill(consumer);
        eventually("the first has ended", () -> !hive.isAlive(first));
        ActorId late = MailboxFeed.start(hive, mailbox, consumer, QUICK);
        eventually("nobody to feed", () -> !hive.isAlive(late));
        ActorId second = MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT), QUICK);
        mailbox.close();
        eventually("the second has ended", () -> !hive.isAlive(second));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aFeedThatIsKilledInAPollEndsBeforeIt(FiberMode mode) {
        open(mode, 64);
        ActorId feed = MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT), QUICK.withPoll(ofMinutes(1)));
        eventually("it polls", () -> mailbox.waiting() == 1);
        hive.kill(feed);
        eventually("it has ended", () -> !hive.isAlive(feed));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aFeedThatIsKilledWithAMessageInItsHandLosesNothing(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        send(1);
        ActorId full = consumer(ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1)));
        assertEquals(NotifyStatus.SENT, hive.notify(full, "filler"));
        ActorId feed = MailboxFeed.start(hive, mailbox, full, QUICK.withLease(ofMillis(500)));
        eventually("it has one in its hand", this::isSending);
        hive.kill(feed);
        eventually("it has ended", () -> !hive.isAlive(feed));
        Delivery<String, String> again = mailbox.receive(1, ofMinutes(1), ofSeconds(20)).getFirst();
        assertEquals("m0", again.body());
        assertEquals(2, again.deliveryCount(), "it came with the end of its lease");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aMailboxThatFailsIsAskedAgain(FiberMode mode) {
        open(mode, 64);
        goOn.countDown();
        var fake = new FakeMailbox<String, String>();
        assertInstanceOf(Sent.class, fake.send("m0"));
        fake.failWith(new BackendException("down", null));
        ActorId feed = MailboxFeed.start(hive, fake, consumer(ActorConfig.DEFAULT), QUICK);
        eventually("it pauses", () -> isPausing(feed));
        fake.heal();
        eventually("it is handled", () -> handled.size() == 1);
        fake.close();
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aFeedOutlastsWhateverItsMailboxThrows(FiberMode mode) {
        open(mode, 64);
        goOn.countDown();
        var fake = new FakeMailbox<String, String>();
        fake.inject("m0", null, 0, null);
        fake.failWith(new StackOverflowError("no backend exception"), Set.of(FakeMailbox.Call.RECEIVE));
        var looks = new AtomicInteger();
        MailboxView<String, String> failing = new MailboxView<>() {
            @Override
            public Mailbox<String, String> viewed() {
                return fake;
            }

            @Override
            public boolean isClosed() {
                if (looks.incrementAndGet() == 1) {
                    throw new IllegalStateException("cannot say whether it is closed");
                }
                return fake.isClosed();
            }
        };
        ActorId feed = MailboxFeed.start(hive, failing, consumer(ActorConfig.DEFAULT), QUICK);
        eventually("it is asked again after each failure", () -> looks.get() > 2 || !hive.isAlive(feed));
        fake.heal();
        eventually("it is handled", () -> handled.size() == 1 || !hive.isAlive(feed));
        assertTrue(hive.isAlive(feed));
        hive.kill(feed);
        eventually("a kill still ends it", () -> !hive.isAlive(feed));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anActorThatWaitsForAMailboxHoldsNobodyUp(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        hive.spawn((ActorBody) self -> {
            ActorMailbox<String, String> mine = ActorMailbox.of(self, mailbox);
            Delivery<String, String> got = mine.receive(1, ofMinutes(1), ofMinutes(1)).getFirst();
            assertEquals(AckStatus.DONE, got.extend(ofMinutes(2)));
            assertEquals(AckStatus.DONE, got.acknowledge());
            handled.add("waiter " + got.body() + " of " + mine.approximateCount());
        }, ActorConfig.named("waiter").onShard(0));
        eventually("it waits", () -> mailbox.waiting() == 1);
        hive.spawn((ActorBody) self -> handled.add("other"), ActorConfig.named("other").onShard(0));
        assertEquals("other", handled.poll(20, TimeUnit.SECONDS));
        send(1);
        assertEquals("waiter m0 of 0", handled.poll(20, TimeUnit.SECONDS));
    }

    /** Whoever answers is another thread, which may use nothing of the actor's. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theAddressThatAnActorGivesIsForOthersToReplyTo(FiberMode mode) throws InterruptedException {
        open(mode, 64);
        var answers = new MemoryMailbox<String, String>("answers");
        hive.spawn((ActorBody) self -> assertInstanceOf(Sent.class,
                ActorMailbox.of(self, mailbox).send("ask", ActorMailbox.of(self, answers))));
        Delivery<String, String> asked = mailbox.receive(1, ofMinutes(1), ofSeconds(20)).getFirst();
        assertSame(answers, asked.replyTo());
        assertInstanceOf(Sent.class, asked.reply("answer"));
        assertEquals("answer", answers.receive().getFirst().body());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theAddressThatAnActorIsGivenIsForOthersTooAndItsOwnRepliesHoldNobodyUp(FiberMode mode)
            throws InterruptedException {
        open(mode, 64);
        var slow = new SlowMailbox();
        assertInstanceOf(Sent.class, mailbox.send("ask", slow));
        BlockingQueue<Mailbox<String, ?>> addresses = new LinkedBlockingQueue<>();
        hive.spawn((ActorBody) self -> {
            Delivery<String, String> asked = ActorMailbox.of(self, mailbox).receive(1, ofMinutes(1), ofMinutes(1)).getFirst();
            addresses.add(asked.replyTo());
            assertInstanceOf(Sent.class, asked.reply("answer"));
            handled.add("replied");
        }, ActorConfig.named("replier").onShard(0));
        assertSame(slow, addresses.poll(20, TimeUnit.SECONDS));
        assertTrue(slow.isSending.await(20, TimeUnit.SECONDS));
        hive.spawn((ActorBody) self -> handled.add("other"), ActorConfig.named("other").onShard(0));
        assertEquals("other", handled.poll(20, TimeUnit.SECONDS));
        goOn.countDown();
        assertEquals("replied", handled.poll(20, TimeUnit.SECONDS));
    }

    /** Its sends wait until they may go on. */
    private final class SlowMailbox implements MailboxView<String, String> {
        final CountDownLatch isSending = new CountDownLatch(1);

        @Override
        public Mailbox<String, String> viewed() {
            return mailbox;
        }

        @Override
        public SendResult send(String body, Mailbox<String, ?> replyTo) {
            isSending.countDown();
            try {
                assertTrue(goOn.await(20, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return new Sent("slow");
        }
    }

    @Test
    void badInputIsRefusedByItsValue() {
        open(FiberMode.JDK_SCHEDULER, 16);
        assertThrows(IllegalArgumentException.class, () -> QUICK.withLease(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> QUICK.withPoll(ofSeconds(-1)));
        assertThrows(IllegalArgumentException.class, () -> QUICK.withWindow(0));
        var strict = new FakeMailbox<String, String>("strict", ofSeconds(1));
        ActorId consumer = consumer(ActorConfig.DEFAULT);
        assertThrows(IllegalArgumentException.class, () -> MailboxFeed.start(hive, strict, consumer, QUICK));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSnapshotShowsHowFullTheWindowOfAFeedIsUntilTheFeedEnds(FiberMode mode) {
        open(mode, 16);
        ActorId feed = MailboxFeed.start(hive, mailbox, consumer(ActorConfig.DEFAULT), QUICK.withWindow(3));
        send(5);
        eventually("the window is full", () -> hive.snapshot().resources().fullest().stream()
                .anyMatch(seen -> seen.depth() == 3 && seen.capacity() == 3 && seen.waitingWriters() == 1));

        Resource seen = hive.snapshot().resources().fullest().getFirst().resource();
        assertEquals(new Resource(Resource.Kind.FEED, "orders", feed.number()), seen);
        hive.kill(feed);
        eventually("the feed is shown no more", () -> hive.snapshot().resources().total() == 0);
    }
}
