package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each call at every depth around the end of the stack, for a bus on the same shard (0) and on another (1): it happens
 * or it does not, and the bus goes on.
 */
@Timeout(120)
@SuppressWarnings({"NonAtomicVolatileUpdate", "InfiniteRecursion"}) // one writer; and the end of a stack is the subject
class BusStackTest {
    private static final int DIVES = 4;
    private static final int DEPTHS = 400;
    private static final int NOW_AND_THEN = 199;

    private final Hive hive = Hive.start(HiveConfig.builder().name("deep").shards(2).messages(65_536)
            .stackSize(512 * 1024).build());
    /** Counted by the diver, right after a call and without another one, which could overflow in its turn. */
    private volatile int published;
    private volatile int read;

    private Bus<Integer> bus(int shard) {
        return Bus.open(hive, BusConfig.of("b", 65_536).onShard(shard));
    }

    @AfterEach
    void everySlotIsBack() {
        hive.close();
        assertEquals(0, hive.stats().messagesInUse(), "slots are lost");
    }

    /** Goes to the end of the stack and calls on the way back: at each depth near the end, and now and then later. */
    private static final class Diver {
        private final Runnable call;
        private int depths;
        private int done;
        private int overflowed;

        Diver(Runnable call) {
            this.call = call;
        }

        void dive() {
            depths = DEPTHS;
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

    /** Lets an actor of shard 0 dive with a call. */
    private void dive(Consumer<ActorContext> call) {
        divePrepared(self -> () -> call.accept(self));
    }

    /** The same with a call for which something is prepared, where there is room. */
    private void divePrepared(Function<ActorContext, Runnable> prepare) {
        var outcome = new CompletableFuture<Diver>();
        ActorId actor = hive.spawn((ActorBody) self -> {
            try {
                var diver = new Diver(prepare.apply(self));
                for (int i = 0; i < DIVES; i++) {
                    diver.dive();
                }
                outcome.complete(diver);
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        }, ActorConfig.named("diver").onShard(0));
        Diver diver = outcome.orTimeout(60, TimeUnit.SECONDS).join();
        assertTrue(actor.number() > 0);
        assertTrue(diver.overflowed > 0, "never at the end of the stack");
        assertTrue(diver.done > 0, "never with room enough");
    }

    private static int count(Subscription<Integer> from) {
        int count = 0;
        while (from.tryRead() instanceof Entry<Integer>) {
            count++;
        }
        return count;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void publishing(int shard) {
        Bus<Integer> bus = bus(shard);
        Subscription<Integer> mine = bus.subscribe();
        dive(self -> {
            if (bus.publisher(self).tryPublish(1) == PublishStatus.PUBLISHED) {
                published++;
            }
        });
        assertEquals(published, count(mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void publishingWithoutRoom(int shard) {
        Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 1).waiting().onShard(shard));
        Subscription<Integer> mine = bus.subscribe();
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(0));
        dive(self -> {
            if (bus.publisher(self).publish(1, Duration.ofNanos(1)) != PublishStatus.TIMEOUT) {
                throw new AssertionError("room for two");
            }
        });
        assertEquals(0, bus.stats().waitingPublishers());
        assertEquals(1, count(mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void reading(int shard) {
        Bus<Integer> bus = bus(shard);
        int entries = 2 * DIVES * DEPTHS;
        divePrepared(self -> {
            Subscription<Integer> mine = bus.subscribe(self);
            for (int i = 0; i < entries; i++) {
                check(bus.publisher(self).tryPublish(i) == PublishStatus.PUBLISHED);
            }
            return () -> {
                if (mine.tryRead() instanceof Entry<Integer> entry) {
                    check(entry.missed() == 0 && entry.sequence() == read);
                    read++;
                }
            };
        });
        assertEquals(read, bus.stats().reads());
        assertTrue(read > 0 && read < entries, "not enough entries: " + read);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError("lost or read twice");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void readingThatWaits(int shard) {
        Bus<Integer> bus = bus(shard);
        divePrepared(self -> {
            Subscription<Integer> mine = bus.subscribe(self);
            return () -> check(mine.read(Duration.ofNanos(1)) instanceof NoEntry<Integer>);
        });
        assertEquals(0, bus.stats().waitingReaders());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void selecting(int shard) {
        Bus<Integer> bus = bus(shard);
        divePrepared(self -> {
            Source mine = bus.subscribe(self).source();
            return () -> check(self.select(Duration.ofNanos(1), mine) == SelectResult.Nothing.TIMEOUT);
        });
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (bus.stats().subscribers() > 0) {
            assertTrue(System.nanoTime() < end, "a subscription is left");
        }
        assertEquals(0, bus.stats().waitingReaders());
    }

    /** What is left behind for the close of the hive would keep the thread. */
    @Test
    void aThreadOutsideLeavesNothingBehind() {
        Bus<Integer> bus = bus(0);
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(0)); // so that it is not classes that have no room
        WeakReference<Thread> diver = diveOutside(() -> check(bus.publisher().tryPublish(1) == PublishStatus.PUBLISHED));
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (diver.get() != null) {
            assertTrue(System.nanoTime() < end, "the thread is kept");
            System.gc();
        }
    }

    private static WeakReference<Thread> diveOutside(Runnable call) {
        var outcome = new CompletableFuture<Integer>();
        var diver = new Diver(call);
        Thread thread = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < DIVES; i++) {
                diver.dive();
            }
            outcome.complete(diver.overflowed);
        });
        assertTrue(outcome.orTimeout(60, TimeUnit.SECONDS).join() > 0, "never at the end of the stack");
        return new WeakReference<>(thread);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void subscribingAndClosing(int shard) {
        Bus<Integer> bus = bus(shard);
        dive(self -> {
            if (bus.trySubscribe(self) instanceof Subscription<Integer> subscribed) {
                subscribed.close();
            }
        });
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (bus.stats().subscribers() > 0) { // one that could not be closed at its depth ends with the diver
            assertTrue(System.nanoTime() < end, "a subscription is left");
        }
        assertEquals(DestroyStatus.DESTROYED, bus.destroy());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void openingAndClosingBuses(int shard) {
        dive(self -> {
            Bus<Integer> bus = Bus.open(hive, BusConfig.of("b", 2).retainingLatest().onShard(shard));
            if (bus.publisher(self).tryPublish(1) == PublishStatus.PUBLISHED) {
                bus.close();
            }
        });
    }
}
