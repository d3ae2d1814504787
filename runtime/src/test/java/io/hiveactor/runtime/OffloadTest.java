package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OffloadTest {
    private final Hive hive = Hives.start(Hives.config().shards(1).offloadThreads(2));

    @AfterEach
    void close() {
        hive.close();
    }

    @Test
    void workRunsOnAPlatformThreadAndComesBack() throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                boolean wasVirtual = self.offload(() -> Thread.currentThread().isVirtual());
                Hives.sent(self.notify(message.sender(), wasVirtual));
            });
            Hives.sent(inbox.notify(actor, 1));
            assertEquals(false, inbox.receive().as(Boolean.class));
        }
    }

    @Test
    void anExceptionComesBackToo() throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                try {
                    Object unused = self.offload(() -> {
                        throw new IOException("disk");
                    });
                } catch (IOException e) {
                    Hives.sent(self.notify(message.sender(), String.valueOf(e.getMessage())));
                }
            });
            Hives.sent(inbox.notify(actor, 1));
            assertEquals("disk", inbox.receive().as(String.class));
        }
    }

    @Test
    void whereTheMachineHasNoThreadLeftTheActorIsToldAndItsShardGoesOn() throws InterruptedException {
        hive.offload.executor.setThreadFactory(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                try {
                    Object unused = self.offload(() -> "done");
                } catch (OutOfMemoryError e) {
                    Hives.sent(self.notify(message.sender(), String.valueOf(e.getMessage())));
                }
            });
            Hives.sent(inbox.notify(actor, 1));
            assertEquals("unable to create native thread", inbox.receive().as(String.class));
            ActorId neighbour = hive.spawn((self, message) -> Hives.sent(self.notify(message.sender(), "here")));
            Hives.sent(inbox.notify(neighbour, 1));
            assertEquals("here", inbox.receive().as(String.class));
        }
    }

    @Test
    void theThreadsAreBoundedAndEverybodyIsServed() throws InterruptedException {
        var threads = new ConcurrentSkipListSet<String>();
        var done = new CountDownLatch(50);
        for (int i = 0; i < 50; i++) {
            ActorId actor = hive.spawn((ActorBody) self -> {
                threads.add(self.offload(() -> Thread.currentThread().getName()));
                done.countDown();
            });
            assertTrue(actor.number() > 0);
        }
        assertTrue(done.await(10, TimeUnit.SECONDS));
        assertTrue(threads.size() <= 2, threads.toString());
    }

    /** All of them are begun before the first one may end, so the bound is all that keeps them from overlapping. */
    @Test
    void noMoreOffloadsOverlapThanThereAreThreads() throws InterruptedException {
        int all = 12;
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var mayEnd = new CountDownLatch(1);
        var done = new CountDownLatch(all);
        for (int i = 0; i < all; i++) {
            ActorId actor = hive.spawn((ActorBody) self -> {
                assertTrue(self.offload(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    boolean isEnded = mayEnd.await(20, TimeUnit.SECONDS);
                    running.decrementAndGet();
                    return isEnded;
                }));
                done.countDown();
            });
            assertTrue(actor.number() > 0);
        }
        Hives.eventually("two run, and all others wait for a thread",
                () -> running.get() == 2 && hive.offload.executor.getQueue().size() == all - 2);
        mayEnd.countDown();
        assertTrue(done.await(20, TimeUnit.SECONDS));
        assertEquals(2, most.get());
    }

    @Test
    void killingTheActorInterruptsTheWork() throws InterruptedException {
        var started = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        ActorId actor = hive.spawn((ActorBody) self -> assertTrue(self.offload(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return true;
        })));
        assertTrue(started.await(5, TimeUnit.SECONDS));
        assertTrue(hive.kill(actor));
        assertTrue(interrupted.await(5, TimeUnit.SECONDS));
        Hives.eventually("the actor has ended", () -> hive.stats().actors() == 0);
        assertFalse(hive.isAlive(actor));
    }
}
