package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.CLOSED;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_ARGUMENT;
import static io.hiveactor.ipc.channel.ChannelStatus.INVALID_HANDLE;
import static io.hiveactor.ipc.channel.ChannelStatus.NO_DATA;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.ipc.channel.ChannelStatus.WOULDBLOCK;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that use channels, on the channels' shard and on another one, under simulated time. */
class ActorChannelsTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP);
    private final List<Object> log = new ArrayList<>();

    @AfterEach
    void close() {
        runtime.close();
    }

    /** An actor's code, with its channel calls. */
    private interface Body {
        Object run(ChannelClient me, ActorId self) throws Exception;
    }

    @CanIgnoreReturnValue
    private CompletableFuture<Object> on(int shard, Body body) {
        return runtime.start(self -> body.run(channels.of(self), self.self()), ActorConfig.DEFAULT.onShard(shard));
    }

    private static ChannelMessage text(String text) {
        return TestTable.message(text);
    }

    private static String receive(ChannelClient me, int handle, Duration timeout) {
        var into = new ChannelMessage(64);
        ChannelStatus status = me.receive(handle, into, timeout);
        return status == OK ? TestTable.text(into) : status.name();
    }

    private static int bound(ChannelClient me, String target, int capacity, int mode) {
        assertEquals(OK, me.bind(target, capacity, mode).status());
        return opened(me, target);
    }

    private static int opened(ChannelClient me, String target) {
        OpenResult opened = me.open(target, 0);
        assertEquals(OK, opened.status());
        return opened.handle();
    }

    // ---- tasks ----

    @Test
    void anActorHasOnePidAndThreadsOutsideAreZero() {
        var pids = new ArrayList<Integer>();
        var first = on(0, (me, self) -> {
            pids.add(me.pid());
            return me;
        });
        on(1, (me, self) -> pids.add(me.pid())).join();
        assertEquals(List.of(1, 2), pids);
        assertEquals(0, channels.external().pid());
        assertTrue(first.isDone());
        var again = runtime.start(self -> {
            assertSame(channels.of(self), channels.of(self));
            return channels.of(self).pid();
        });
        assertEquals(3, again.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void countersShowAnActorThatOnlyFailedUntilItEnds(int shard) {
        var outcome = runtime.start(self -> {
            ChannelClient me = channels.of(self);
            assertEquals(INVALID_HANDLE, me.peek(7, new Peek()));
            assertEquals(INVALID_HANDLE, me.send(7, text("x")));
            self.sleep(ofMillis(5));
            return me.pid();
        }, ActorConfig.DEFAULT.onShard(shard));
        assertEquals(Map.of(1, new TaskCounters(1, 0, 0, 2)), channels.counters());
        runtime.advance(ofMillis(5));
        assertEquals(1, outcome.resultNow());
        assertEquals(Map.of(), channels.counters());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void countersOfAnActorThatIsKilledInACallAreGone(int shard) {
        var ids = new ArrayList<ActorId>();
        on(shard, (me, self) -> {
            ids.add(self);
            return receive(me, bound(me, "app:a", 20, 0), FOREVER);
        });
        assertEquals(Set.of(1), channels.counters().keySet());
        runtime.hive().kill(ids.getFirst());
        runtime.runUntilBlocked();
        assertEquals(Map.of(), channels.counters());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anOpenWithAnUnknownFlagNamesItInItsException(int shard) {
        var outcome = on(shard, (me, self) -> {
            assertEquals(OK, me.bind("app:a", 20, 0).status());
            assertEquals(new OpenResult(INVALID_ARGUMENT, 0, 0), me.open("app:a", ChannelModes.FANOUT));
            return assertThrows(IllegalStateException.class, () -> me.open("app:a", Codec.INT, 0x41)).getMessage();
        });
        assertEquals("no channel app:a with flags 0x41: invalid argument", outcome.resultNow());
    }

    @Test
    void anActorOfAnotherHiveIsRefused() {
        try (var other = new TestRuntime()) {
            var outcome = other.start(channels::of);
            assertTrue(outcome.isCompletedExceptionally());
        }
    }

    @Test
    void anActorMayNotUseTheCallsOfThreadsOutside() {
        var outcome = on(0, (me, self) -> assertThrows(
                IllegalStateException.class, () -> channels.external().open("app:a", 0)).getMessage());
        assertTrue(outcome.resultNow().toString().contains("an actor must use its own calls"));
    }

    // ---- messages ----

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatIsSentIsReceivedInOrder(int shard) {
        on(shard, (me, self) -> {
            int handle = bound(me, "app:a", 100, 0);
            for (int i = 0; i < 5; i++) {
                assertEquals(OK, me.send(handle, text("m" + i)));
            }
            for (int i = 0; i < 5; i++) {
                log.add(receive(me, handle, Duration.ZERO));
            }
            log.add(receive(me, handle, Duration.ZERO));
            return null;
        }).join();
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4", "NO_DATA"), log);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReceiveWaitsForAMessage(int shard) {
        on(0, (me, self) -> bound(me, "app:a", 100, 0)); // ends, and the channel with it
        var outcome = on(shard, (me, self) -> receive(me, bound(me, "app:b", 100, 0), FOREVER));
        assertFalse(outcome.isDone());
        on(1 - shard, (me, self) -> me.send(opened(me, "app:b"), text("hello"))).join();
        runtime.runUntilBlocked();
        assertEquals("hello", outcome.resultNow());
        assertEquals(0, channels.snapshot().channels().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSendWaitsForRoom(int shard) {
        var sender = on(shard, (me, self) -> {
            int handle = bound(me, "app:a", 20, 0);
            assertEquals(OK, me.send(handle, text("0123456789")));
            assertEquals(WOULDBLOCK, me.send(handle, text("again")));
            log.add(me.send(handle, text("second"), FOREVER));
            return null;
        });
        assertEquals(List.of(), log);
        on(1 - shard, (me, self) -> log.add(receive(me, opened(me, "app:a"), Duration.ZERO))).join();
        assertEquals(Set.of("0123456789", OK), Set.copyOf(log));
        assertTrue(sender.isDone());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void timeoutsCountFromTheCall(int shard) {
        var outcome = on(shard, (me, self) -> {
            int handle = bound(me, "app:a", 20, 0);
            log.add(receive(me, handle, ofMillis(7)));
            assertEquals(OK, me.send(handle, text("0123456789")));
            log.add(me.send(handle, text("more"), ofMillis(5)));
            log.add(receive(me, handle, ofMillis(5)));
            log.add(receive(me, handle, Duration.ZERO));
            return runtime.now();
        });
        runtime.advance(ofMillis(6));
        assertEquals(List.of(), log);
        runtime.advance(ofMillis(10));
        assertEquals(List.of("TIMEOUT", TIMEOUT, "0123456789", "NO_DATA"), log);
        assertEquals(ofMillis(12), outcome.resultNow());
        assertEquals(0, channels.snapshot().stats().waiterCount());
    }

    /** Bit i is the shard of the i-th actor; the channels are on shard 0. */
    @ParameterizedTest
    @ValueSource(ints = {0b000, 0b001, 0b010, 0b011, 0b100, 0b101, 0b110, 0b111})
    void timeoutsOfOneMomentCompleteInTheOrderOfBlocking(int shards) {
        List<Integer> expired = new ArrayList<>();
        Channels heard = Channels.open(runtime.hive(), ChannelProfile.DESKTOP, 0, event -> {
            if (event instanceof ChannelEvent.TimedOut timedOut) {
                expired.add(timedOut.pid());
            }
        });
        for (int i = 0; i < 3; i++) {
            int number = i;
            var actor = runtime.start(self -> {
                ChannelClient me = heard.of(self);
                int handle = bound(me, "app:" + number, 20, 0);
                log.add(receive(me, handle, ofMillis(5)) + number); // its timer is still there in the next wait
                log.add(receive(me, handle, ofMillis(20 - number)) + number);
                return null;
            }, ActorConfig.DEFAULT.onShard(shards >> i & 1));
            ChannelClient outside = heard.external();
            assertEquals(OK, outside.send(opened(outside, "app:" + i), text("woken")));
            assertFalse(actor.isDone());
            runtime.advance(ofMillis(1));
        }
        assertEquals(List.of("woken0", "woken1", "woken2"), log);
        log.clear();
        runtime.advance(ofMillis(16));
        assertEquals(List.of(), log);
        runtime.advance(ofMillis(1));
        assertEquals(List.of(1, 2, 3), expired, seed());
        assertEquals(Set.of("TIMEOUT0", "TIMEOUT1", "TIMEOUT2"), Set.copyOf(log));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aMessageAtTheDeadlineIsNotLost(int shard) {
        int handle = bound(channels.external(), "app:a", 100, 0);
        var sender = runtime.start(self -> {
            self.sleep(ofMillis(5));
            ChannelClient me = channels.of(self);
            return me.send(opened(me, "app:a"), text("late"));
        }, ActorConfig.DEFAULT.onShard(1 - shard));
        var outcome = on(shard, (me, self) -> receive(me, opened(me, "app:a"), ofMillis(5)));
        runtime.advance(ofMillis(10));
        assertEquals(OK, sender.resultNow(), seed());
        String left = receive(channels.external(), handle, Duration.ZERO);
        assertTrue(Set.of("late", "TIMEOUT").contains(outcome.resultNow()), seed());
        assertEquals(outcome.resultNow().equals("late") ? "NO_DATA" : "late", left, seed());
    }

    private String seed() {
        return "-Dhive.seed=" + runtime.seed();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aKilledWaiterLeavesItsLineAndItsHandlesClose(int shard) {
        var ids = new ArrayList<ActorId>();
        on(0, (me, self) -> {
            int handle = bound(me, "app:a", 100, 0);
            return receive(me, handle, FOREVER);
        });
        on(shard, (me, self) -> {
            ids.add(self);
            return receive(me, opened(me, "app:a"), FOREVER);
        });
        assertEquals(2, channels.snapshot().stats().waiterCount());
        assertEquals(2, channels.snapshot().stats().handleCount());
        runtime.hive().kill(ids.getFirst());
        runtime.runUntilBlocked();
        assertEquals(1, channels.snapshot().stats().waiterCount());
        assertEquals(1, channels.snapshot().stats().handleCount());
        assertNull(channels.actor(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void closingAHandleEndsTheWaitOnIt(int shard) {
        var outcome = on(shard, (me, self) -> receive(me, bound(me, "app:a", 100, 0), FOREVER));
        assertEquals(OK, channels.revoke(1, 1));
        runtime.runUntilBlocked();
        assertEquals(CLOSED.name(), outcome.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aForeignHandleIsInvalid(int shard) {
        on(0, (me, self) -> receive(me, bound(me, "app:a", 100, 0), FOREVER));
        var outcome = on(shard, (me, self) -> List.of(
                me.send(1, text("x")), me.receive(1, new ChannelMessage(8)), me.peek(1, new Peek()), me.tap(1, true),
                me.close(1), me.send(1, text("x"), FOREVER)));
        assertEquals(List.of(INVALID_HANDLE, INVALID_HANDLE, INVALID_HANDLE, INVALID_HANDLE, INVALID_HANDLE, INVALID_HANDLE),
                outcome.resultNow());
    }

    @Test
    void aLineKnowsNoPriorities() {
        int handle = bound(channels.external(), "app:a", 20, 0);
        assertEquals(OK, channels.external().send(handle, text("0")));
        List<Priority> arriving = List.of(Priority.LOW, Priority.CRITICAL, Priority.NORMAL, Priority.HIGH, Priority.LOW);
        for (int i = 0; i < arriving.size(); i++) {
            String mine = (i + 1) + "-------"; // so long that one is in the channel at a time
            var sender = runtime.start(self -> {
                ChannelClient me = channels.of(self);
                return me.send(opened(me, "app:a"), text(mine), FOREVER);
            }, ActorConfig.DEFAULT.withPriority(arriving.get(i)).onShard(i % 2));
            assertFalse(sender.isDone());
        }
        for (int i = 0; i <= arriving.size(); i++) {
            log.add(receive(channels.external(), handle, Duration.ZERO).charAt(0));
            runtime.runUntilBlocked();
        }
        assertEquals(List.of('0', '1', '2', '3', '4', '5'), log, seed());
    }

    // ---- threads outside ----

    @Test
    void threadsOutsideUseChannelsToo() {
        ChannelClient me = channels.external();
        int handle = bound(me, "app:a", 20, 0);
        assertEquals(OK, me.send(handle, text("0123456789")));
        assertEquals(WOULDBLOCK, me.send(handle, text("more")));
        assertEquals(TIMEOUT, me.send(handle, text("more"), ofMillis(3)));
        var reader = on(1, (task, self) -> {
            int mine = opened(task, "app:a");
            log.add(receive(task, mine, FOREVER));
            log.add(receive(task, mine, FOREVER));
            return null;
        });
        assertEquals(OK, me.send(handle, text("second"), FOREVER));
        runtime.runUntilBlocked();
        assertTrue(reader.isDone());
        assertEquals(List.of("0123456789", "second"), log);
        assertEquals(NO_DATA, me.receive(handle, new ChannelMessage(8)));
    }

    @Test
    void afterTheCloseOfTheHiveThreadsOutsideAreTold() {
        ChannelClient me = channels.external();
        int handle = bound(me, "app:a", 20, 0);
        runtime.close();
        assertEquals(CLOSED, me.send(handle, text("x")));
        assertEquals(CLOSED, me.receive(handle, new ChannelMessage(8), FOREVER));
        assertThrows(IllegalStateException.class, () -> me.open("app:a", 0));
    }

    // ---- select ----

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectWaitsForChannelsAndMessages(int shard) {
        var ids = new ArrayList<ActorId>();
        var outcome = runtime.start(self -> {
            ids.add(self.self());
            ChannelClient me = channels.of(self);
            var a = me.source(bound(me, "app:a", 100, 0));
            int second = bound(me, "app:b", 100, 0);
            var b = me.source(second);
            for (int i = 0; i < 3; i++) {
                SelectResult got = self.select(FOREVER, MessageFilter.any().tag(7), a, b);
                log.add(got instanceof SelectResult.Received received ? "Received" + received.index() : got.toString());
                if (got.equals(new SelectResult.Ready(2, null))) {
                    log.add(receive(me, second, Duration.ZERO));
                }
            }
            return null;
        }, ActorConfig.DEFAULT.onShard(shard));
        assertFalse(outcome.isDone());
        on(1 - shard, (me, self) -> me.send(opened(me, "app:b"), text("to b"))).join();
        assertEquals(List.of("Ready[index=2, value=null]", "to b"), log);
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(ids.getFirst(), 7, "message"));
        runtime.runUntilBlocked();
        assertEquals(List.of("Ready[index=2, value=null]", "to b", "Received0"), log);
        on(0, (me, self) -> me.send(opened(me, "app:a"), text("to a"))).join();
        assertEquals("Ready[index=1, value=null]", log.getLast());
        assertTrue(outcome.isDone());
        assertEquals(0, channels.snapshot().stats().waiterCount());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectOnAChannelTimesOut(int shard) {
        var outcome = runtime.start(self -> {
            ChannelClient me = channels.of(self);
            var source = me.source(bound(me, "app:a", 100, 0));
            SelectResult first = self.select(ofMillis(5), source);
            return List.of(first, self.trySelect(source), runtime.now());
        }, ActorConfig.DEFAULT.onShard(shard));
        runtime.advance(ofMillis(20));
        assertEquals(List.of(SelectResult.Nothing.TIMEOUT, SelectResult.Nothing.WOULD_BLOCK, ofMillis(5)), outcome.resultNow());
    }

    // ---- types ----

    private record Reading(int sensor, double value) {
        static final Codec<Reading> CODEC =
                Codec.record(Codec.INT, Reading::sensor, Codec.DOUBLE, Reading::value, Reading::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void valuesTravelWhole(int shard) {
        var outcome = on(shard, (me, self) -> {
            Channel<String> channel = me.bind("app:a", Codec.TEXT, ChannelOptions.single(4000));
            String lengthy = "long ".repeat(500);
            assertEquals(OK, channel.trySend("short"));
            assertEquals(OK, channel.trySend(lengthy));
            assertEquals(ChannelStatus.MSG_TOO_LARGE, channel.trySend("x".repeat(60_000)));
            log.add(channel.tryReceive());
            log.add(((ChannelReceived.Item<String>) channel.tryReceive()).value().equals(lengthy));
            log.add(channel.tryReceive());
            return null;
        });
        assertTrue(outcome.isDone());
        assertEquals(List.of(new ChannelReceived.Item<>("short", 0, 0, 1, 0), true, new ChannelReceived.Nothing<>(NO_DATA)),
                log);
    }

    @Test
    void aSlowReaderIsToldThatItMissedSome() {
        var outcome = on(1, (me, self) -> {
            Channel<Reading> out = me.bind("shared:t", Reading.CODEC, ChannelOptions.fanOutDrop(45).writing());
            Channel<Reading> in = me.open("shared:t", Reading.CODEC, ChannelModes.RDONLY);
            for (int i = 0; i < 5; i++) {
                assertEquals(OK, out.trySend(new Reading(i, i / 2.0)));
            }
            return in.tryReceive() instanceof ChannelReceived.Item<Reading> item
                    && item.missedSome() && item.value().equals(new Reading(3, 1.5));
        });
        assertEquals(true, outcome.resultNow());
    }

    @Test
    void aHintWakesWithoutAValue() {
        var outcome = on(1, (me, self) ->
                me.bind("app:a", Codec.INT, ChannelOptions.single(100)).receive());
        on(0, (me, self) -> me.open("app:a", Codec.INT, ChannelModes.WRONLY).hint()).join();
        assertEquals(new ChannelReceived.Hint<Integer>(0, 2), outcome.resultNow());
    }

    @Test
    void aRefusedOpenLeavesNoChannelBehind() {
        var few = Channels.open(runtime.hive(), ChannelProfile.of(4, 1, 64, 0));
        var outcome = runtime.start(self -> {
            ChannelClient me = few.of(self);
            log.add(me.bind("app:a", Codec.INT, ChannelOptions.single(64)).tryReceive());
            return me.tryBind("app:b", Codec.INT, ChannelOptions.single(64));
        });
        assertEquals(new ChannelResult.NoChannel<Integer>(ChannelStatus.NO_DESCRIPTOR), outcome.resultNow());
        assertEquals(0, few.snapshot().channels().size());
    }
}
