package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler may block on anything: only it waits. In mode BATON inside {@link ActorContext#blocking}. */
@Timeout(30)
class BlockingTest {
    private final Hive hive = Hives.start(Hives.config().shards(1));
    private final AtomicInteger rounds = new AtomicInteger();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch left = new CountDownLatch(1);

    @AfterEach
    void close() {
        Hives.closeClean(hive);
    }

    /** A handler that blocks, and the shard that goes on: an echo answers meanwhile, and the blocked one after. */
    private void assertOnlyTheActorWaits(Work<Object, Exception> wait, Runnable release) throws Exception {
        try (OutsideInbox inbox = hive.openInbox()) {
            ActorId blocked = hive.spawn((self, message) -> {
                if (message.object() instanceof String) {
                    entered.countDown();
                    Object unused = self.blocking(wait);
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

    @Test
    void aLatch() throws Exception {
        var latch = new CountDownLatch(1);
        assertOnlyTheActorWaits(() -> {
            latch.await();
            return true;
        }, latch::countDown);
    }

    @Test
    void aLockOfAnOutsideThread() throws Exception {
        var lock = new ReentrantLock();
        lock.lock();
        assertOnlyTheActorWaits(() -> {
            lock.lock();
            try {
                return true;
            } finally {
                lock.unlock();
            }
        }, lock::unlock);
    }

    @Test
    void aMonitor() throws Exception {
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
        assertOnlyTheActorWaits(() -> {
            synchronized (monitor) {
                return true;
            }
        }, mayLeave::countDown);
        holder.join();
    }

    @Test
    void aWaitAndNotify() throws Exception {
        var monitor = new Object();
        var isSet = new boolean[1];
        assertOnlyTheActorWaits(() -> {
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

    @Test
    void aQueue() throws Exception {
        var queue = new ArrayBlockingQueue<Object>(1);
        assertOnlyTheActorWaits(queue::take, () -> queue.add("x"));
    }

    @Test
    void aFuture() throws Exception {
        var future = new CompletableFuture<Object>();
        assertOnlyTheActorWaits(future::join, () -> future.complete("x"));
    }

    @Test
    void aSocket() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort());
                var accepted = server.accept()) {
            assertOnlyTheActorWaits(() -> accepted.getInputStream().read(), () -> {
                try {
                    client.getOutputStream().write(7);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @Test
    void aThousandSleepsAtOnce() throws Exception {
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
                assertTrue(self.blocking(() -> {
                    Thread.sleep(100);
                    return true;
                }));
                done.countDown();
            });
            Hives.sent(hive.notify(sleeper, 1));
        }
        assertTrue(done.await(10, TimeUnit.SECONDS));
        long millis = (System.nanoTime() - start) / 1_000_000;

        assertTrue(millis < 3000, "one after the other it would be 100 s; it was ms: " + millis);
        assertTrue(echoes.get() > 1000, "the shard went on: " + echoes.get());
    }

    @Test
    void anExceptionOfTheWorkIsTheActors() throws Exception {
        try (OutsideInbox inbox = hive.openInbox()) {
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
            ActorId shortLived = noisy.spawn((StraightLine) self -> {
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
        try (OutsideInbox inbox = hive.openInbox()) {
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
