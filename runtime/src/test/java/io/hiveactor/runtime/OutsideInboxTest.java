package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.ActorView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class OutsideInboxTest {
    private final Hive hive = Hives.start();

    @AfterEach
    void close() {
        Hives.closeClean(hive);
    }

    @Test
    void itReceivesInOrderAndTimesOut() throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId source = hive.spawn((self, message) -> {
                for (int i = 0; i < 3; i++) {
                    Hives.sent(self.notify(message.sender(), i));
                }
            });
            assertEquals(NoMessage.WOULD_BLOCK, inbox.tryReceive());
            assertEquals(NoMessage.TIMEOUT, inbox.receive(Duration.ofMillis(5)));
            Hives.sent(inbox.notify(source, "go"));
            for (int i = 0; i < 3; i++) {
                assertEquals(i, inbox.receive().as(Integer.class));
            }
        }
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        var outcome = new AtomicReference<Throwable>();
        var ready = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().start(() -> {
            try (ExternalInbox inbox = hive.openInbox()) {
                ready.countDown();
                outcome.set(assertThrows(InterruptedException.class, inbox::receive));
            }
        });
        ready.await();
        thread.interrupt();
        thread.join();
        assertTrue(outcome.get() instanceof InterruptedException);
    }

    @Test
    void closingGivesBackWhatWasNotReadAndEndsItsId() {
        ExternalInbox inbox = hive.openInbox();
        ActorId id = inbox.id();
        for (int i = 0; i < 10; i++) {
            Hives.sent(hive.notify(id, i));
        }
        assertTrue(inbox.tryReceive() instanceof Message);
        assertEquals(10, hive.stats().messagesInUse());
        inbox.close();
        inbox.close();
        assertThrows(IllegalStateException.class, inbox::tryReceive);
        assertEquals(0, hive.stats().messagesInUse());
        assertFalse(hive.isAlive(id));
        assertEquals(NotifyStatus.NO_TARGET, hive.notify(id, "late"));
        assertThrows(IllegalArgumentException.class, () -> hive.kill(id));
    }

    @Test
    void sendersThatRaceWithItsCloseLeakNothing() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            ExternalInbox inbox = hive.openInbox();
            var threads = new ArrayList<Thread>();
            for (int t = 0; t < 2; t++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    NotifyStatus status = NotifyStatus.SENT;
                    for (int n = 0; n < 2000 && status == NotifyStatus.SENT; n++) {
                        status = hive.notify(inbox.id(), n);
                    }
                }));
            }
            inbox.close();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(0, hive.stats().messagesInUse());
        }
    }

    @Test
    void itBelongsToOneThread() throws InterruptedException {
        try (ExternalInbox inbox = hive.openInbox()) {
            var failure = new AtomicReference<Throwable>();
            Thread.ofPlatform().start(() ->
                    failure.set(assertThrows(WrongThreadException.class, inbox::tryReceive))).join();
            assertTrue(failure.get().toString().contains("belongs to"), failure.get().toString());
        }
    }

    @Test
    void aThreadThatWaitsForAMessageIsInSnapshotsUntilItHasOne() throws InterruptedException {
        var id = new AtomicReference<ActorId>();
        Thread reader = Thread.ofPlatform().name("reader").start(() -> {
            try (ExternalInbox inbox = hive.openInbox()) {
                id.set(inbox.id());
                inbox.receive();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Hives.eventually("the thread is shown", () -> !hive.snapshot().externalWaits().isEmpty());
        ActorView seen = hive.snapshot().externalWaits().getFirst();
        assertEquals("thread reader", seen.identity().toString());
        assertEquals("a message in its inbox " + id.get(), seen.waitsFor().toString());
        assertFalse(seen.hasDeadline());
        String dot = hive.diagnose().toDot();
        assertTrue(dot.contains(" -> inbox" + id.get().number() + " [label=\"message, for "), dot);

        assertEquals(NotifyStatus.SENT, hive.notify(id.get(), "one"));
        assertTrue(reader.join(Duration.ofSeconds(20)));
        assertEquals(List.of(), hive.snapshot().externalWaits());
    }
}
