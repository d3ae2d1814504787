package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.CLOSED;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.testkit.Eventually.eventually;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ends in the middle of something, with real threads and in a forced order. */
@Timeout(60)
class ChannelCornersTest {
    private static final Duration FOREVER = ofSeconds(Long.MAX_VALUE);

    private Hive hive;
    private Channels channels;

    private void start(FiberMode mode) {
        hive = Hive.start(HiveConfig.builder().name("corners").shards(2).messages(64).fiberMode(mode).build());
        channels = Channels.open(hive, ChannelProfile.DESKTOP);
    }

    @AfterEach
    void close() {
        hive.close(ofSeconds(10));
    }

    /** An actor's code. */
    private interface Body {
        Object run(ChannelClient me) throws Exception;
    }

    @CanIgnoreReturnValue
    private ActorId on(int shard, CompletableFuture<Object> outcome, Body body) {
        return hive.spawn((ActorBody) self -> {
            try {
                outcome.complete(body.run(channels.of(self)));
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
                throw e;
            }
        }, ActorConfig.DEFAULT.onShard(shard));
    }

    @CanIgnoreReturnValue
    private static int bound(ChannelClient me, String target) {
        assertEquals(OK, me.bind(target, 100, 0).status());
        return me.open(target, 0).handle();
    }

    /** Has shard 0 do nothing else until it is released. */
    private Runnable held() throws InterruptedException {
        var isHeld = new CountDownLatch(1);
        var isReleased = new AtomicBoolean();
        hive.spawn((ActorBody) self -> {
            isHeld.countDown();
            while (!isReleased.get()) {
                Thread.onSpinWait();
            }
        }, ActorConfig.named("holder").onShard(0));
        assertTrue(isHeld.await(20, TimeUnit.SECONDS));
        return () -> isReleased.set(true);
    }

    // ---- kills ----

    private void killedInTheMiddleOf(Body call) throws Exception {
        var ready = new CountDownLatch(1);
        var go = new AtomicBoolean();
        var outcome = new CompletableFuture<Object>();
        ActorId victim = on(1, outcome, me -> {
            int handle = bound(me, "app:a");
            assertEquals(OK, me.bind("app:b", 100, 0).status());
            ready.countDown();
            while (!go.get()) {
                Thread.onSpinWait();
            }
            Object got = call.run(me);
            return got + " on " + handle;
        });
        assertTrue(ready.await(20, TimeUnit.SECONDS));
        Runnable release = held();
        var hasLeft = new CountDownLatch(1);
        // runs when the other is set aside
        hive.spawn((ActorBody) self -> hasLeft.countDown(), ActorConfig.DEFAULT.onShard(1));
        go.set(true);
        assertTrue(hasLeft.await(20, TimeUnit.SECONDS));
        hive.kill(victim);
        eventually("it has ended, though its call is on its way", outcome::isDone);
        assertTrue(outcome.isCompletedExceptionally());
        release.run();
        eventually("its task is gone", () -> channels.counters().keySet().stream().allMatch(pid -> pid == 0));
        TableStats stats = channels.snapshot().stats();
        assertEquals(0, stats.waiterCount());
        assertEquals(0, stats.handleCount());
        assertNull(channels.actor(1));
        assertEquals(List.of(), channels.snapshot().channels());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void killedWhileAReceiveIsOnItsWay(FiberMode mode) throws Exception {
        start(mode);
        killedInTheMiddleOf(me -> me.receive(1, new ChannelMessage(8), FOREVER));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void killedWhileAnOpenIsOnItsWay(FiberMode mode) throws Exception {
        start(mode);
        killedInTheMiddleOf(me -> me.open("app:b", 0));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void killedWhileItsTimeoutIsOnItsWay(FiberMode mode) throws Exception {
        start(mode);
        killedInTheMiddleOf(me -> me.receive(1, new ChannelMessage(8), ofMillis(1)));
    }

    // ---- external threads ----

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void eachExternalThreadHasItsHandlesUntilItEnds(FiberMode mode) throws Exception {
        start(mode);
        int limit = ChannelProfile.DESKTOP.handleLimit();
        on(0, new CompletableFuture<>(), me -> me.receive(bound(me, "app:a"), new ChannelMessage(8), FOREVER));
        eventually("the actor waits", () -> channels.snapshot().stats().waiterCount() == 1);
        var haveOpened = new CountDownLatch(2);
        var areToEnd = new CountDownLatch(1);
        Runnable opener = () -> {
            ChannelClient me = channels.external();
            for (int i = 0; i < limit; i++) {
                assertEquals(OK, me.open("app:a", 0).status());
            }
            assertEquals(ChannelStatus.NO_DESCRIPTOR, me.open("app:a", 0).status());
            haveOpened.countDown();
            try {
                areToEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        List<Thread> threads = List.of(Thread.ofPlatform().start(opener), Thread.ofVirtual().start(opener));
        assertTrue(haveOpened.await(20, TimeUnit.SECONDS));
        assertEquals(2 * limit, channels.snapshot().stats().handlesPerPid().get(0));
        areToEnd.countDown();
        for (Thread thread : threads) {
            assertTrue(thread.join(ofSeconds(20)));
        }
        assertEquals(0, channels.snapshot().stats().handlesPerPid().get(0));
        assertEquals(1, channels.snapshot().stats().waiterCount());
    }

    // ---- the end of the hive ----

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theHiveClosesWhileAThreadWaits(FiberMode mode) throws Exception {
        start(mode);
        int handle = bound(channels.external(), "app:a");
        var outcome = new AtomicReference<ChannelStatus>();
        Thread thread = Thread.ofPlatform().start(
                () -> outcome.set(channels.external().receive(handle, new ChannelMessage(8), FOREVER)));
        eventually("it is in line", () -> channels.snapshot().stats().waiterCount() == 1);
        var report = hive.close(ofSeconds(10));
        assertNotNull(report);
        assertTrue(report.isClean(), report.toString());
        assertTrue(thread.join(ofSeconds(10)), "it still waits");
        assertEquals(CLOSED, outcome.get());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theHiveClosesAtOnceWhileActorsWaitForMessages(FiberMode mode) {
        start(mode);
        for (int shard = 0; shard < 2; shard++) {
            on(shard, new CompletableFuture<>(), me -> me.receive(bound(me, "app:a"), new ChannelMessage(8), FOREVER));
        }
        eventually("they are in line", () -> channels.snapshot().stats().waiterCount() == 2);
        long before = System.nanoTime();
        var report = hive.close(ofSeconds(30));
        assertNotNull(report);
        assertTrue(report.isClean(), report.toString());
        assertTrue(System.nanoTime() - before < ofSeconds(10).toNanos(), "it waited for those who have nothing to do");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theHiveClosesAtOnceAlsoIfAReceiveGetsInLineMeanwhile(FiberMode mode) throws Exception {
        start(mode);
        bound(channels.external(), "app:a");
        var isBusy = new CountDownLatch(1);
        var waits = new CountDownLatch(1);
        on(1, new CompletableFuture<>(), me -> {
            int handle = me.open("app:a", 0).handle();
            waits.countDown();
            isBusy.await();
            return me.receive(handle, new ChannelMessage(8), FOREVER);
        });
        waits.await();
        on(0, new CompletableFuture<>(), me -> {
            isBusy.countDown();
            eventually("the hive closes", this::isIntakeClosed); // the channels' shard takes no call until then
            long end = System.nanoTime() + ofMillis(50).toNanos(); // and the other one has come to rest
            eventually("a while", () -> System.nanoTime() > end);
            return null;
        });
        long before = System.nanoTime();
        var report = hive.close(ofSeconds(30));
        assertNotNull(report);
        assertTrue(report.isClean(), report.toString());
        assertTrue(System.nanoTime() - before < ofSeconds(10).toNanos(), "it waited for one that has nothing to do");
    }

    private boolean isIntakeClosed() {
        try {
            hive.openInbox().close();
            return false;
        } catch (IllegalStateException closed) {
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void theHiveClosesWhileActorsWaitForRoom(FiberMode mode) {
        start(mode);
        for (int shard = 0; shard < 2; shard++) {
            String target = "app:" + shard;
            on(shard, new CompletableFuture<>(), me -> {
                int handle = bound(me, target);
                assertEquals(OK, me.send(handle, new ChannelMessage(new byte[80])));
                return me.send(handle, new ChannelMessage(new byte[80]), FOREVER);
            });
        }
        eventually("they are in line", () -> channels.snapshot().stats().waiterCount() == 2);
        var report = hive.close(ofMillis(500));
        assertNotNull(report);
        assertEquals(0, report.stuck().size(), report.toString());
        assertTrue(!report.drained(), "what they wanted to send is not lost without a word"); // so it is not clean
    }

    // ---- two of them, and none ----

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anActorUsesTwoSetsOfChannels(FiberMode mode) throws Exception {
        start(mode);
        Channels others = Channels.open(hive, ChannelProfile.DESKTOP, 1, event -> {});
        var outcome = new CompletableFuture<Object>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            try {
                for (int i = 0; i < 50; i++) {
                    for (ChannelClient me : new ChannelClient[] {channels.of(self), others.of(self)}) {
                        int handle = bound(me, "app:a");
                        assertEquals(TIMEOUT, me.receive(handle, new ChannelMessage(8), Duration.ofNanos(1 + i)));
                        assertEquals(OK, me.send(handle, new ChannelMessage(new byte[8]), FOREVER));
                        assertEquals(OK, me.receive(handle, new ChannelMessage(8), FOREVER));
                        me.close(handle);
                    }
                }
                bound(channels.of(self), "app:left");
                bound(others.of(self), "app:left");
                outcome.complete(channels.of(self) != others.of(self));
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        }, ActorConfig.DEFAULT.onShard(0));
        assertEquals(true, outcome.get(20, TimeUnit.SECONDS));
        eventually("it has ended", () -> !hive.isAlive(actor));
        for (Channels each : new Channels[] {channels, others}) {
            eventually("its task is gone", () -> each.counters().keySet().stream().allMatch(pid -> pid == 0));
            assertEquals(0, each.snapshot().channels().size());
        }
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void afterItsEndAnActorsCallsAreRefused(FiberMode mode) throws Exception {
        start(mode);
        for (int shard = 0; shard < 2; shard++) {
            var outcome = new CompletableFuture<Object>();
            ActorId actor = on(shard, outcome, me -> me);
            var left = (ChannelClient) outcome.get(20, TimeUnit.SECONDS);
            eventually("it has ended", () -> !hive.isAlive(actor));
            assertThrows(Throwable.class, () -> left.bind("app:a", 100, 0).status());
            assertThrows(Throwable.class, () -> left.receive(1, new ChannelMessage(8), FOREVER).code());
            eventually("its task is gone", () -> channels.counters().keySet().stream().allMatch(pid -> pid == 0));
        }
        assertEquals(0, channels.snapshot().channels().size());
    }
}
