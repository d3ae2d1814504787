package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.NO_DATA;
import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static io.hiveactor.ipc.channel.ChannelStatus.TIMEOUT;
import static io.hiveactor.ipc.channel.ChannelStatus.WOULDBLOCK;
import static io.hiveactor.testkit.Eventually.eventually;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each channel call at every depth around the end of the stack, on the channels' shard and on another one: it happens
 * or it does not, and everything still works.
 */
@Timeout(60)
@SuppressWarnings("NonAtomicVolatileUpdate") // one writer
class ActorChannelsDiveTest {
    private static final int DIVES = 3;
    private static final int DEPTHS = 400;
    private static final Duration SHORT = Duration.ofNanos(1);

    private final Hive hive = Hive.start(
            HiveConfig.builder().name("dive").shards(2).messages(1024).stackSize(512 * 1024).build());
    private final Channels channels = Channels.open(hive, ChannelProfile.DESKTOP);
    private final ChannelClient outside = channels.external();
    private final int handle = bound(outside);
    /** Counted by the diver, right after the call and without another one, which could overflow in its turn. */
    private volatile int happened;

    private ChannelClient me;
    private int own;

    private static int bound(ChannelClient task) {
        assertEquals(OK, task.bind("app:a", 40, 0).status());
        return task.open("app:a", 0).handle();
    }

    /** What the diver does at each depth. */
    private interface Call {
        void make(ActorContext self);
    }

    /** Dives with a call, and then uses every other one with room enough. */
    private void dive(int shard, Call call) {
        var outcome = new CompletableFuture<Diver>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            try {
                me = channels.of(self);
                own = bound(me);
                var diver = new Diver(() -> call.make(self));
                for (int i = 0; i < DIVES; i++) {
                    diver.dive(DEPTHS);
                }
                useAll(self);
                outcome.complete(diver);
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        }, ActorConfig.named("diver").onShard(shard));
        Diver diver = outcome.orTimeout(50, TimeUnit.SECONDS).join();
        assertTrue(diver.overflowed > 0, "never at the end of the stack");
        assertTrue(diver.done > 0, "never with room enough");
        eventually("it has ended", () -> !hive.isAlive(actor));
        eventually("its task is gone", () -> channels.counters().keySet().equals(Set.of(0)));
    }

    private void useAll(ActorContext self) {
        var into = new ChannelMessage(8);
        while (me.receive(own, into) == OK) {
            assertTrue(into.length() > 0);
        }
        OpenResult other = me.open("app:a", 0);
        assertEquals(OK, other.status());
        assertEquals(TIMEOUT, me.receive(own, into, SHORT));
        assertEquals(SelectResult.Nothing.TIMEOUT, self.select(SHORT, me.source(own)));
        assertEquals(OK, me.send(other.handle(), message(), Duration.ofDays(1)));
        assertEquals(OK, me.send(other.handle(), message()));
        assertEquals(TIMEOUT, me.send(other.handle(), message(), SHORT));
        assertEquals(OK, me.receive(own, into, Duration.ofDays(1)));
        assertEquals(OK, me.receive(own, into));
        assertEquals(OK, me.peek(own, new Peek()));
        assertEquals(OK, me.tap(other.handle(), true));
        assertEquals(OK, me.tap(other.handle(), false));
        assertEquals(OK, me.coalesce(other.handle(), true));
        assertEquals(OK, me.close(other.handle()));
    }

    private static ChannelMessage message() {
        return new ChannelMessage(new byte[8]);
    }

    @AfterEach
    void nothingIsLeft() {
        TableSnapshot snapshot = channels.snapshot();
        assertEquals(0, snapshot.stats().waiterCount());
        assertEquals(1, snapshot.stats().handleCount());
        assertEquals(0, snapshot.stats().tapCount());
        assertEquals(OK, outside.close(handle));
        assertEquals(0, channels.snapshot().channels().size());
        var report = hive.close(ofSeconds(10));
        assertNotNull(report);
        assertTrue(report.isClean(), report.toString());
    }

    private long sent() {
        return channels.snapshot().channels().getFirst().nextSequence();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSendThatDoesNotWait(int shard) {
        ChannelMessage message = message();
        var into = new ChannelMessage(8);
        dive(shard, self -> {
            ChannelStatus status = me.send(own, message);
            if (status == OK) {
                happened++;
            } else if (status == WOULDBLOCK && me.receive(own, into) != OK) {
                throw new AssertionError("full, and nothing in it");
            }
        });
        assertEquals(happened + 2, sent());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReceiveThatDoesNotWait(int shard) {
        ChannelMessage message = message();
        var into = new ChannelMessage(8);
        dive(shard, self -> {
            ChannelStatus status = me.receive(own, into);
            if (status == OK) {
                happened++;
            } else if (status != NO_DATA || me.send(own, message) != OK) {
                throw new AssertionError("neither empty nor full: " + status);
            }
        });
        assertTrue(sent() - 2 - happened <= 1, happened + " of " + sent()); // one may be left to the end
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSendThatWaits(int shard) {
        ChannelMessage message = message();
        dive(shard, self -> {
            ChannelStatus status = me.send(own, message, SHORT);
            if (status == OK) {
                happened++;
            } else if (status != TIMEOUT) {
                throw new AssertionError(status);
            }
        });
        assertEquals(2, happened);
        assertEquals(4, sent());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReceiveThatWaits(int shard) {
        var into = new ChannelMessage(8);
        dive(shard, self -> {
            ChannelStatus status = me.receive(own, into, SHORT);
            if (status != TIMEOUT) {
                throw new AssertionError(status);
            }
        });
        assertEquals(2, sent());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReceiveThatIsServed(int shard) throws InterruptedException {
        var into = new ChannelMessage(8);
        var sent = new int[1];
        var isOver = new CompletableFuture<Boolean>();
        Thread sender = Thread.ofPlatform().start(() -> {
            while (!isOver.isDone()) {
                sent[0] += outside.send(handle, message(), Duration.ofMillis(1)) == OK ? 1 : 0;
            }
        });
        var outcome = new CompletableFuture<Integer>();
        hive.spawn((ActorBody) self -> {
            me = channels.of(self);
            own = me.open("app:a", 0).handle();
            var diver = new Diver(() -> {
                if (me.receive(own, into, Duration.ofMillis(1)) == OK) {
                    happened++;
                }
            });
            diver.dive(DEPTHS);
            isOver.complete(true);
            self.sleep(Duration.ofMillis(5));
            outcome.complete(diver.overflowed);
        }, ActorConfig.named("diver").onShard(shard));
        assertTrue(outcome.orTimeout(50, TimeUnit.SECONDS).join() > 0);
        sender.join();
        int left = 0;
        while (outside.receive(handle, into) == OK) {
            left++;
        }
        assertEquals(sent[0], happened + left);
        eventually("its task is gone", () -> channels.counters().keySet().equals(Set.of(0)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelect(int shard) {
        var source = new Source[1];
        dive(shard, self -> {
            if (source[0] == null) {
                source[0] = me.source(own);
            }
            if (!self.select(SHORT, source).equals(SelectResult.Nothing.TIMEOUT)) {
                throw new AssertionError("there is no message");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void openAndClose(int shard) {
        var opened = new int[1];
        dive(shard, self -> {
            if (opened[0] == 0) {
                opened[0] = me.open("app:a", ChannelModes.TAP).handle();
            }
            if (me.close(opened[0]) != OK) {
                throw new AssertionError("not closed: " + opened[0]);
            }
            opened[0] = 0;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void bindPeekTapAndCoalesce(int shard) {
        var peek = new Peek();
        dive(shard, self -> {
            if (me.bind("app:a", 40, 0).status() != OK || me.peek(own, peek) != OK || me.tap(own, true) != OK
                    || me.tap(own, false) != OK || me.coalesce(own, false) != OK) {
                throw new AssertionError("refused");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theFirstCallOfAnActor(int shard) {
        var outcome = new CompletableFuture<Diver>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            try {
                var diver = new Diver(() -> me = channels.of(self));
                diver.dive(DEPTHS);
                own = bound(me);
                useAll(self);
                outcome.complete(diver);
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        }, ActorConfig.named("diver").onShard(shard));
        assertTrue(outcome.orTimeout(50, TimeUnit.SECONDS).join().overflowed > 0);
        eventually("it has ended", () -> !hive.isAlive(actor));
        eventually("its task is gone", () -> channels.counters().keySet().equals(Set.of(0)));
        assertNull(channels.actor(1));
    }
}
