package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A handler may block on anything, and only its actor waits: inside {@link ActorContext#blocking} in both modes,
 * outside it in mode OWN_CARRIER.
 */
@Timeout(30)
class BlockingTest {
    /** Where a handler blocks. */
    private enum Place { INSIDE_BLOCKING, OUTSIDE_BLOCKING }

    private final Hive hive = Hives.start(Hives.config().shards(1));
    private final AtomicInteger rounds = new AtomicInteger();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    @AfterEach
    void close() {
        Hives.closeClean(hive);
    }

    private static void assumeThatOnlyTheActorWaits(Place place) {
        assumeTrue(place == Place.INSIDE_BLOCKING || Hives.EXPECTED == FiberMode.OWN_CARRIER, "mode OWN_CARRIER only");
    }

    private static <T> T block(Place place, ActorContext self, Work<T, Exception> wait) throws Exception {
        return place == Place.INSIDE_BLOCKING ? self.blocking(wait) : wait.run();
    }

    /** A handler blocks; an echo on the same shard replies meanwhile, and the blocked handler continues after. */
    private void assertOnlyTheActorWaits(Place place, Work<Object, Exception> wait, Runnable release) throws Exception {
        assumeThatOnlyTheActorWaits(place);
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId blocked = hive.spawn((self, message) -> {
                if (message.object() instanceof String) {
                    entered.countDown();
                    Object unused = block(place, self, wait);
                    left.countDown();
                }
                rounds.incrementAndGet();
            });
            ActorId echo = hive.spawn((self, message) ->
                    Hives.sent(self.notify(message.sender(), message.as(Integer.class))));
            Hives.sent(hive.notify(blocked, "block"));
            assertTrue(entered.await(5, TimeUnit.SECONDS));
            for (int i = 0; i < 100; i++) {
                Hives.sent(inbox.notify(echo, i));
                Hives.sent(hive.notify(blocked, i));
                assertEquals(i, inbox.receive().as(Integer.class));
            }
            assertEquals(0, rounds.get(), "it takes no other message meanwhile");
            assertEquals(1, left.getCount());

            release.run();
            assertTrue(left.await(10, TimeUnit.SECONDS));
            Hives.eventually("the mailbox is read after", () -> rounds.get() == 101);
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aLatch(Place place) throws Exception {
        var latch = new CountDownLatch(1);
        assertOnlyTheActorWaits(place, () -> {
            latch.await();
            return true;
        }, latch::countDown);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aLockOfAnOutsideThread(Place place) throws Exception {
        var lock = new ReentrantLock();
        lock.lock();
        assertOnlyTheActorWaits(place, () -> {
            lock.lock();
            try {
                return true;
            } finally {
                lock.unlock();
            }
        }, lock::unlock);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aMonitor(Place place) throws Exception {
        var monitor = new Object();
        var held = new CountDownLatch(1);
        var mayLeave = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            synchronized (monitor) {
                held.countDown();
                try {
                    mayLeave.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        held.await();
        assertOnlyTheActorWaits(place, () -> {
            synchronized (monitor) {
                return true;
            }
        }, mayLeave::countDown);
        holder.join();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aWaitAndNotify(Place place) throws Exception {
        var monitor = new Object();
        var isSet = new boolean[1];
        assertOnlyTheActorWaits(place, () -> {
            synchronized (monitor) {
                while (!isSet[0]) {
                    monitor.wait();
                }
                return true;
            }
        }, () -> {
            synchronized (monitor) {
                isSet[0] = true;
                monitor.notifyAll();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aQueue(Place place) throws Exception {
        var queue = new ArrayBlockingQueue<Object>(1);
        assertOnlyTheActorWaits(place, queue::take, () -> queue.add("x"));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aFuture(Place place) throws Exception {
        var future = new CompletableFuture<Object>();
        assertOnlyTheActorWaits(place, future::join, () -> future.complete("x"));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aSocket(Place place) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort());
                var accepted = server.accept()) {
            assertOnlyTheActorWaits(place, () -> accepted.getInputStream().read(), () -> {
                try {
                    client.getOutputStream().write(7);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void aThousandSleepsAtOnce(Place place) throws Exception {
        assumeThatOnlyTheActorWaits(place);
        var done = new CountDownLatch(1000);
        var echoes = new AtomicInteger();
        ActorId echo = hive.spawn((self, message) -> {
            echoes.incrementAndGet();
            if (done.getCount() > 0) {
                Hives.sent(self.notify(self.self(), 1));
            }
        });
        Hives.sent(hive.notify(echo, 1));
        long start = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            ActorId sleeper = hive.spawn((self, message) -> {
                assertTrue(block(place, self, () -> {
                    Thread.sleep(100);
                    return true;
                }));
                done.countDown();
            });
            Hives.sent(hive.notify(sleeper, 1));
        }
        assertTrue(done.await(20, TimeUnit.SECONDS));
        long millis = (System.nanoTime() - start) / 1_000_000;

        assertTrue(millis < 20_000, "one after the other it would be 100 s; it was ms: " + millis);
        assertTrue(echoes.get() > 1000, "the shard went on: " + echoes.get());
    }

    @Test
    void actorsThatReceiveSleepYieldOrOffloadLeaveTheirShardToOthers() throws Exception {
        var waiting = new CountDownLatch(4);
        var isOver = new CountDownLatch(1);
        ActorId receiver = hive.spawn((ActorBody) self -> {
            waiting.countDown();
            self.receive();
        });
        ActorId sleeper = hive.spawn((ActorBody) self -> {
            waiting.countDown();
            self.sleep(Duration.ofDays(1));
        });
        ActorId yielder = hive.spawn((ActorBody) self -> {
            waiting.countDown();
            while (isOver.getCount() > 0) {
                self.yield();
            }
        });
        ActorId offloader = hive.spawn((ActorBody) self -> {
            waiting.countDown();
            assertTrue(self.offload(() -> isOver.await(20, TimeUnit.SECONDS)));
        });
        try (ExternalInbox inbox = hive.openInbox()) {
            assertTrue(waiting.await(10, TimeUnit.SECONDS));
            ActorId echo = hive.spawn((self, message) ->
                    Hives.sent(self.notify(message.sender(), message.as(Integer.class))));
            for (int i = 0; i < 100; i++) {
                Hives.sent(inbox.notify(echo, i));
                assertEquals(i, inbox.receive().as(Integer.class));
            }
            assertTrue(hive.isAlive(yielder) && hive.isAlive(offloader), "both still wait");
            assertTrue(hive.kill(receiver) && hive.kill(sleeper), "both still wait");
        } finally {
            isOver.countDown();
        }
    }

    @Test
    void anExceptionOfTheWorkIsTheActors() throws Exception {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId careful = hive.spawn((self, message) -> {
                try {
                    Object unused = self.blocking(() -> {
                        throw new IOException("broken");
                    });
                } catch (IOException e) {
                    Hives.sent(self.notify(message.sender(), String.valueOf(e.getMessage())));
                }
            });
            Hives.sent(inbox.notify(careful, 1));
            assertEquals("broken", inbox.receive().as(String.class));
        }
    }

    @Test
    void anInterruptLeftByAListenerIsNotTheNextActors() {
        var victims = new AtomicInteger();
        Hive noisy = Hives.start(Hives.config().shards(1).listener(new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                Thread.currentThread().interrupt();
            }
        }));
        for (int i = 0; i < 100; i++) {
            ActorId shortLived = noisy.spawn((ActorBody) self -> {
                if (Thread.currentThread().isInterrupted()) {
                    victims.incrementAndGet();
                }
            });
            Hives.eventually("it has ended", () -> !noisy.isAlive(shortLived));
        }
        long parks = noisy.stats().parks();
        Hives.eventually("the shard sleeps", () -> noisy.shards()[0].isIdle());
        assertTrue(noisy.stats().parks() - parks < 100, "an idle shard spins");
        Hives.closeClean(noisy);
        assertEquals(0, victims.get());
    }

    @Test
    void anInterruptLeftBehindIsNotTheNextMessages() throws Exception {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                Hives.sent(self.notify(message.sender(), Thread.currentThread().isInterrupted()));
                Thread.currentThread().interrupt();
            });
            for (int i = 0; i < 3; i++) {
                Hives.sent(inbox.notify(actor, i));
                assertEquals(false, inbox.receive().as(Boolean.class));
            }
        }
    }
}
