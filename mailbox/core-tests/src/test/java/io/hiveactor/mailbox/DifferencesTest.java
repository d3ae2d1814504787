package io.hiveactor.mailbox;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.doubles.FakeMailbox;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.lease.Heartbeat;
import io.hiveactor.mailbox.lease.LeaseExtender;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import io.hiveactor.mailbox.worker.DeadLetter;
import io.hiveactor.mailbox.worker.DeliveryLimit;
import io.hiveactor.mailbox.worker.LeaseExtension;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import io.hiveactor.mailbox.worker.WorkerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What we do where the replay leaves a recorded line out. The names are those of the lines. */
@Timeout(60)
class DifferencesTest {
    private final SteppedClock clock = new SteppedClock();
    private final MemoryMailbox<String, String> mailbox = new MemoryMailbox<>(MemoryConfig.named("q").withClock(clock));
    private final MemoryMailbox<WorkRequest<String>, WorkResult<String>> requests =
            new MemoryMailbox<>(MemoryConfig.named("requests").withClock(clock));
    private final MemoryMailbox<WorkResult<String>, Void> replies =
            new MemoryMailbox<>(MemoryConfig.named("replies").withClock(clock));
    private final WorkerConfig<String> config =
            WorkerConfig.<String>standard().withClock(clock).withPollWait(ZERO).withExtension(LeaseExtension.off());

    private void send(String... bodies) {
        for (String each : bodies) {
            assertInstanceOf(Sent.class, mailbox.send(each));
        }
    }

    private Delivery<String, String> receive(Duration lease) throws InterruptedException {
        return mailbox.receive(1, lease, ZERO).getFirst();
    }

    private CompletableFuture<List<String>> receiveLater(Duration lease, Duration wait) {
        int before = mailbox.waiting();
        var bodies = new CompletableFuture<List<String>>();
        Thread.ofVirtual().start(() -> {
            try {
                bodies.complete(mailbox.receive(3, lease, wait).stream().map(Delivery::body).toList());
            } catch (Throwable e) {
                bodies.completeExceptionally(e);
            }
        });
        Eventually.holds(() -> mailbox.waiting() > before || bodies.isDone(), () -> "nobody waits");
        return bodies;
    }

    private static <T> T soon(CompletableFuture<T> result) throws Exception {
        return result.get(20, TimeUnit.SECONDS);
    }

    // ---- leases end exactly ----

    @Test
    void visibilityZeroSameInstant() throws InterruptedException {
        send("a");
        Delivery<String, String> first = receive(ZERO);
        assertEquals(AckStatus.LEASE_ENDED, first.acknowledge());
        assertEquals(2, receive(ZERO).deliveryCount());
    }

    @Test
    void reaperLateAckExtendAndNackBeforeReap() throws InterruptedException {
        send("a");
        Delivery<String, String> late = receive(ofSeconds(1));
        clock.step(ofSeconds(1));
        assertEquals(AckStatus.LEASE_ENDED, late.acknowledge());
        assertEquals(AckStatus.LEASE_ENDED, late.extend(ofSeconds(9)));
        assertEquals(AckStatus.LEASE_ENDED, late.nack());
        assertEquals(2, receive(ofSeconds(1)).deliveryCount());
    }

    @Test
    void reaperOnePassUsesInFlightOrder() throws InterruptedException {
        send("long", "short");
        assertEquals("long", receive(ofSeconds(2)).body());
        assertEquals("short", receive(ofSeconds(1)).body());
        clock.step(ofSeconds(5));
        assertEquals("short", receive(ofSeconds(1)).body());
        assertEquals("long", receive(ofSeconds(1)).body());
    }

    @Test
    void closeStopsExpiry() throws InterruptedException {
        send("a");
        Delivery<String, String> held = receive(ofSeconds(1));
        mailbox.close();
        clock.step(ofSeconds(1));
        assertEquals(AckStatus.LEASE_ENDED, held.acknowledge());
        assertEquals(1, mailbox.approximateCount());
    }

    // ---- a long poll goes with the first ----

    @Test
    void longpollBatchFillsOrWaits() throws Exception {
        var waits = receiveLater(ofSeconds(30), ofSeconds(20));
        send("a");
        assertEquals(List.of("a"), soon(waits));
    }

    @Test
    void longpollBatchPartialAtDeadline() throws Exception {
        send("a", "b");
        assertEquals(List.of("a", "b"), soon(receiveLater(ofSeconds(30), ofSeconds(20))));
    }

    @Test
    void longpollBatchPartialOnClose() throws Exception {
        var waits = receiveLater(ofSeconds(30), ofSeconds(20));
        mailbox.close();
        send("a");
        assertEquals(List.of(), soon(waits));
    }

    @Test
    void longpollBatchSameMessageTwice() throws Exception {
        send("a");
        assertEquals(List.of("a"), soon(receiveLater(ofSeconds(1), ofSeconds(20))));
        var waits = receiveLater(ofSeconds(1), ofSeconds(20));
        clock.step(ofSeconds(1));
        assertEquals(List.of("a"), soon(waits));
    }

    // ---- limits and doubles ----

    @Test
    void capacityZeroRefusesEverything() {
        MemoryConfig named = MemoryConfig.named("q");
        assertTrue(assertThrows(IllegalArgumentException.class, () -> named.withMaxSize(0)).getMessage().contains("0"));
        assertThrows(IllegalArgumentException.class, () -> named.withMaxSize(-1));
    }

    @Test
    void fakeClosedStillWorks() throws InterruptedException {
        var fake = new FakeMailbox<String, String>();
        assertInstanceOf(Sent.class, fake.send("a"));
        Delivery<String, String> held = fake.receive().getFirst();
        assertInstanceOf(Sent.class, fake.send("b"));
        fake.close();
        assertEquals(List.of(), fake.receive());
        assertEquals(AckStatus.DONE, held.acknowledge());
    }

    // ---- the worker ----

    private MailboxWorker<String, String> failing(WorkerConfig<String> how) {
        return new MailboxWorker<>(requests, (request, attempt) -> {
            throw new IllegalStateException("it broke");
        }, how);
    }

    private List<String> errorsReplied() throws InterruptedException {
        List<String> errors = new ArrayList<>();
        for (Delivery<WorkResult<String>, Void> each : replies.receive(10, ofSeconds(9), ZERO)) {
            errors.add(each.body().error());
        }
        return errors;
    }

    private void ask(Mailbox<WorkResult<String>, ?> replyTo) {
        assertInstanceOf(Sent.class, requests.send(WorkRequest.of("work"), replyTo));
    }

    /** It is tried five times, a minute later each time, and only then given up; whoever asked is told then. */
    private void failureWithoutDeadLetters(Mailbox<WorkResult<String>, ?> replyTo) throws InterruptedException {
        ask(replyTo);
        MailboxWorker<String, String> worker = failing(config);
        for (int i = 1; i <= 5; i++) {
            worker.run(1);
            assertEquals(i, worker.stats().retried());
            clock.step(ofSeconds(60 * i).minusNanos(1));
            assertEquals(List.of(), requests.receive());
            clock.step(Duration.ofNanos(1));
        }
        assertEquals(List.of(), errorsReplied());
        worker.run(1);
        assertEquals(1, worker.stats().givenUp());
        assertEquals(0, requests.approximateCount());
    }

    @Test
    void failureNoPolicy() throws InterruptedException {
        failureWithoutDeadLetters(replies);
        assertEquals(List.of("Given up after 6 attempts: it broke"), errorsReplied());
    }

    @Test
    void failureNoPolicyNoReplyAddress() throws InterruptedException {
        failureWithoutDeadLetters(null);
    }

    @Test
    void failureNoPolicyReplyBoxDown() throws InterruptedException {
        var down = new FakeMailbox<WorkResult<String>, Void>();
        down.failWith(new BackendException("down", null));
        failureWithoutDeadLetters(down);
    }

    @Test
    void failurePolicyDeadLetterBoxFull() throws InterruptedException {
        MemoryMailbox<DeadLetter<WorkRequest<String>>, Void> full =
                new MemoryMailbox<>(MemoryConfig.named("dlq").withClock(clock).withMaxSize(1));
        assertInstanceOf(Sent.class, full.send(new DeadLetter<>("m", WorkRequest.of("filler"), "x", 1, "", "", clock.now(),
                clock.now(), null, null, null, null)));
        ask(replies);
        ask(replies);
        MailboxWorker<String, String> worker = failing(config.withDeadLetters(full)
                .withRule(DeliveryLimit.of(0)));
        worker.run(2);
        assertEquals(2, worker.stats().polls(), "it goes on");
        assertEquals(List.of(), errorsReplied(), "nobody is told before it is stored");
        assertEquals(2, requests.approximateCount());
        clock.step(config.lease());
        assertEquals(2, requests.receive().getFirst().deliveryCount());
    }

    @Test
    void handlerExceptionEndsTheLoop() throws InterruptedException {
        ask(replies);
        ask(replies);
        MailboxWorker<String, String> worker = failing(config);
        worker.run(5);
        assertEquals(5, worker.stats().polls());
        assertEquals(2, worker.stats().retried());
    }

    @Test
    void shutdownBeforeRunIsForgotten() throws InterruptedException {
        ask(replies);
        MailboxWorker<String, String> worker = failing(config);
        assertTrue(worker.shutdown(ofMillis(1)));
        worker.run(1);
        assertEquals(0, worker.stats().polls());
        assertFalse(worker.isRunning());
    }

    @Test
    void clockNearZeroMissesFirstBeat() throws InterruptedException {
        send("a");
        Delivery<String, String> held = receive(ofSeconds(1));
        var heartbeat = new Heartbeat(clock);
        var extender = new LeaseExtender(true, ofMinutes(1), ofMinutes(5), clock);
        try (var _ = extender.attach(held, heartbeat)) {
            heartbeat.beat();
        }
        clock.step(ofSeconds(60));
        assertEquals(AckStatus.DONE, held.acknowledge());
    }
}
