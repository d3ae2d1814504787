package io.hiveactor.bus;

import static io.hiveactor.testkit.Eventually.eventually;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.CloseReport;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.NotifyStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flows to and from a bus on real threads, in both modes. */
@Timeout(60)
class FlowThreadsTest {
    private static final Duration FOREVER = ofSeconds(Long.MAX_VALUE);
    private static final int VALUES = 5_000;

    private Hive hive;

    private void open(FiberMode mode, int shards) {
        hive = Hive.start(HiveConfig.builder().name("flow").shards(shards).messages(4096).fiberMode(mode).build());
        assertEquals(mode, hive.fiberMode());
    }

    @AfterEach
    void close() {
        boolean isClosedAlready = hive.isClosed();
        CloseReport report = hive.close(ofSeconds(5));
        assertNotNull(report);
        assertTrue(isClosedAlready || report.isClean(), report::toString);
        assertEquals(0, hive.stats().messagesInUse());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void onNextMayBlockAndOnlyItsActorWaits(FiberMode mode) throws InterruptedException {
        open(mode, 1);
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 4));
        var hasEntered = new CountDownLatch(1);
        var mayLeave = new CountDownLatch(1);
        var slow = new FlowProbe<Published<Integer>>(9, each -> {
            hasEntered.countDown();
            assertTrue(awaited(mayLeave));
        });
        bus.asFlowOfEntries().subscribe(slow);
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(0));
        assertTrue(awaited(hasEntered));
        ActorId echo = hive.spawn((Handler) (self, message) ->
                assertEquals(NotifyStatus.SENT, self.notify(message.sender(), message.object())));
        try (ExternalInbox inbox = hive.openInbox()) {
            for (int i = 1; i <= 100; i++) {
                assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(i));
                assertEquals(NotifyStatus.SENT, inbox.notify(echo, i));
                assertEquals(i, inbox.receive().as(Integer.class));
            }
        }
        mayLeave.countDown();
        eventually("it has read what is left", () -> slow.told().size() == 5);
        bus.close();
        assertTrue(slow.awaitEnd());
        assertEquals(List.of(new Published<>(0, 0, 0), new Published<>(97, 97, 96), new Published<>(98, 98, 0),
                new Published<>(99, 99, 0), new Published<>(100, 100, 0), FlowProbe.COMPLETE), slow.told());
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aChainOfBusesThatWaitLosesNothing(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        Bus<Integer> from = Bus.open(hive, BusConfig.of("from", 8).waiting());
        Bus<Integer> to = Bus.open(hive, BusConfig.of("to", 4).waiting().onShard(1));
        var done = new CountDownLatch(VALUES);
        var read = new ArrayList<Integer>();
        var last = new FlowProbe<Integer>(Long.MAX_VALUE, value -> {
            read.add(value);
            done.countDown();
        });
        to.asFlow().subscribe(last);
        from.asFlow().subscribe(to.flowSubscriber(16));
        hive.spawn((ActorBody) self -> {
            for (int i = 0; i < VALUES; i++) {
                assertEquals(PublishStatus.PUBLISHED, from.publisher(self).publish(i, FOREVER));
            }
        });
        assertTrue(awaited(done));
        assertEquals(IntStream.range(0, VALUES).boxed().toList(), read);
        from.close();
        to.close();
        assertTrue(last.awaitEnd());
        assertEquals(FlowProbe.COMPLETE, last.told().getLast());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theCloseOfTheHiveCompletesEveryFlow(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 4));
        var idle = new FlowProbe<Integer>(0);
        var hungry = new FlowProbe<Integer>(9);
        bus.asFlow().subscribe(idle);
        bus.asFlow().subscribe(hungry);
        eventually("both wait", () -> bus.stats().waitingReaders() == 2);
        hive.close();
        assertTrue(idle.awaitEnd());
        assertTrue(hungry.awaitEnd());
        assertEquals(List.of(FlowProbe.COMPLETE), idle.told());
        assertEquals(List.of(FlowProbe.COMPLETE), hungry.told());
    }

    /** Requests, cancels and publishes that meet in every order: nobody sleeps through a request, and nobody stays. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void requestsAndCancelsFromManyThreadsAreAllSeen(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 4).waiting());
        int subscribers = 4;
        int each = 500;
        var done = new CountDownLatch(subscribers * each);
        var threads = new ArrayList<Thread>();
        var probes = new ArrayList<FlowProbe<Integer>>();
        for (int i = 0; i < subscribers; i++) {
            var count = new AtomicInteger();
            var arrived = new Semaphore(0);
            var probe = new FlowProbe<Integer>(1, value -> {
                assertEquals(count.getAndIncrement(), value);
                arrived.release();
                done.countDown();
            });
            bus.asFlow().subscribe(probe);
            probes.add(probe);
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 1; n < each; n++) {
                    arrived.acquireUninterruptibly();
                    probe.subscription().request(1);
                }
            }));
        }
        for (int i = 0; i < each; i++) {
            assertEquals(PublishStatus.PUBLISHED, bus.publisher().publish(i, ofSeconds(20)));
        }
        assertTrue(awaited(done));
        for (Thread thread : threads) {
            assertTrue(thread.join(ofSeconds(20)));
        }
        probes.forEach(probe -> probe.subscription().cancel());
        eventually("nobody stays", () -> bus.stats().subscribers() == 0);
        assertEquals(0, bus.stats().missed());
    }

    /** What a subscriber may call is what its caller may: with the flag that is an actor, without it a thread. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aSubscriberThatPublishesAsWhoCallsItIsUnderstoodInBothModes(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        Bus<Integer> from = Bus.open(hive, BusConfig.of("from", 4));
        Bus<Integer> to = Bus.open(hive, BusConfig.of("to", 4));
        var seen = new CountDownLatch(1);
        to.asFlow().subscribe(new FlowProbe<Integer>(9, value -> seen.countDown()));
        var outcomes = new CompletableFuture<List<Object>>();
        from.asFlow().subscribe(new FlowProbe<Integer>(9, value -> {
            ActorContext current = hive.current();
            BusPublisher<Integer> own = current == null ? to.publisher() : to.publisher(current);
            outcomes.complete(List.of(current != null, own.tryPublish(value), outcomeOf(() -> to.publisher().tryPublish(2))));
        }));
        assertEquals(PublishStatus.PUBLISHED, from.publisher().tryPublish(1));
        Object byAThread = mode == FiberMode.JDK_SCHEDULER ? PublishStatus.PUBLISHED : IllegalStateException.class;
        assertEquals(List.of(mode == FiberMode.OWN_CARRIER, PublishStatus.PUBLISHED, byAThread), outcomes.join());
        assertTrue(awaited(seen));
    }

    private static Object outcomeOf(Supplier<Object> call) {
        try {
            return call.get();
        } catch (IllegalStateException refusal) {
            return refusal.getClass();
        }
    }

    @Test
    void aFlowWhoseActorIsKilledEndsWithAnError() throws InterruptedException {
        open(FiberMode.OWN_CARRIER, 2); // without the flag nobody learns the actor's id
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 4).waiting());
        var feed = new CompletableFuture<ActorId>();
        var probe = new FlowProbe<Integer>(9, value -> feed.complete(hive.current().self()));
        bus.asFlow().subscribe(probe);
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(1));
        hive.kill(feed.join());
        assertTrue(probe.awaitEnd());
        assertEquals("the actor of a Flow of bus b was killed", ((Throwable) probe.told().getLast()).getMessage());
        eventually("nobody stays", () -> bus.stats().subscribers() == 0);
    }

    /** The close ends them in the middle of their last words, which are not said again. */
    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theLastWordsAreSaidOnceThoughTheHiveIsClosedMeanwhile(FiberMode mode) throws InterruptedException {
        open(mode, 2);
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 4));
        var haveEntered = new CountDownLatch(2);
        var saidAgain = new CountDownLatch(1);
        var said = new AtomicInteger();
        Runnable lastWord = () -> {
            if (said.incrementAndGet() > 2) {
                saidAgain.countDown();
            }
            haveEntered.countDown();
            awaitAnInterrupt();
        };
        bus.asFlow().subscribe(new FlowProbe<Integer>(1).atEnd(lastWord));
        Flow.Subscriber<Integer> into = bus.flowSubscriber(2, failure -> lastWord.run());
        into.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
        });
        into.onError(new IllegalStateException("broken"));
        bus.close();
        assertTrue(awaited(haveEntered));
        CloseReport report = hive.close(ofMillis(60));
        assertNotNull(report);
        assertFalse(report.isClean(), "they did not come to rest");
        assertFalse(saidAgain.await(20, TimeUnit.MILLISECONDS));
    }

    private static void awaitAnInterrupt() {
        try {
            assertFalse(new CountDownLatch(1).await(20, TimeUnit.SECONDS));
        } catch (InterruptedException killed) {
            Thread.currentThread().interrupt();
        }
    }
}
