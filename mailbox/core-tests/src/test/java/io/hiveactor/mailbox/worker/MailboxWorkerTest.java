package io.hiveactor.mailbox.worker;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Eventually;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.ReceivedBatch;
import io.hiveactor.mailbox.SendingMailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.UnreadableBody;
import io.hiveactor.mailbox.doubles.FakeMailbox;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.lease.Heartbeat;
import io.hiveactor.mailbox.lease.LeaseExtender;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers, beyond what is recorded of the reference. */
@Timeout(60)
class MailboxWorkerTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final SteppedClock clock = new SteppedClock();
    private final MemoryMailbox<WorkRequest<String>, WorkResult<String>> requests = mailbox("requests");
    private final MemoryMailbox<WorkResult<String>, Void> replies = mailbox("replies");
    private final MemoryMailbox<DeadLetter<WorkRequest<String>>, Void> deadLetters = mailbox("requests-dlq");
    private final WorkerConfig<String> config =
            WorkerConfig.<String>standard().withClock(clock).withPollWait(DAY).withDeadLetters(deadLetters);

    private <T, R> MemoryMailbox<T, R> mailbox(String name) {
        return new MemoryMailbox<>(MemoryConfig.named(name).withClock(clock));
    }

    private void ask(WorkRequest<String> request) {
        assertInstanceOf(Sent.class, requests.send(request, replies));
    }

    private WorkResult<String> answer() throws InterruptedException {
        List<Delivery<WorkResult<String>, Void>> batch = replies.receive(1, DAY, Duration.ZERO);
        assertEquals(1, batch.size());
        return batch.getFirst().body();
    }

    /** Runs a worker in a thread of its own; what its run ended with, null for nothing. */
    private static CompletableFuture<Throwable> start(MailboxWorker<?, ?> worker) {
        var ended = new CompletableFuture<Throwable>();
        Thread.ofVirtual().name("worker").start(() -> {
            try {
                worker.run();
                ended.complete(null);
            } catch (Throwable e) {
                ended.complete(e);
            }
        });
        return ended;
    }

    private static Delivery.Settlement settlementOf(Delivery<?, ?> of) {
        return new Delivery.Settlement() {
            @Override
            public AckStatus acknowledge() {
                return of.acknowledge();
            }

            @Override
            public AckStatus nack(Duration delay) {
                return of.nack(delay);
            }

            @Override
            public AckStatus extend(Duration lease) {
                return of.extend(lease);
            }

            @Override
            public String receipt() {
                return of.receipt();
            }
        };
    }

    private void awaitPoll() {
        Eventually.holds(() -> requests.waiting() > 0, () -> "nobody polls");
    }

    @Nested
    class GivenARequest {
        @Test
        void itsResultHasItsIdAndTheSessionOfItsHandler() throws InterruptedException {
            WorkRequest<String> request = WorkRequest.of("hello");
            ask(request);
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                attempt.belongsTo("session-1");
                assertEquals(1, attempt.number());
                assertEquals(request.requestId(), attempt.requestId());
                assertNull(attempt.ends());
                return body + "!";
            }, config);
            worker.run(1);

            WorkResult<String> result = answer();
            assertEquals("hello!", result.output());
            assertEquals(request.requestId(), result.requestId());
            assertEquals("session-1", result.sessionId());
            assertEquals(clock.now(), result.completedAt());
            assertTrue(result.success());
            assertEquals(new WorkerStats(1, 1, 0, 0, 0, 0, 0, 0, 0), worker.stats());
        }

        @Test
        void itsAttemptEndsWithItsBudgetOrItsDeadlineWhicheverIsFirst() throws InterruptedException {
            Instant now = clock.now();
            List<Instant> ends = new ArrayList<>();
            ask(WorkRequest.of("a").withBudget(ofSeconds(5)));
            ask(WorkRequest.of("b").withBudget(ofSeconds(5)).withDeadline(now.plusSeconds(3)));
            ask(WorkRequest.of("c").withBudget(ofSeconds(5)).withDeadline(now.plusSeconds(9)));
            ask(WorkRequest.of("d").withDeadline(now.plusSeconds(9)));
            new MailboxWorker<String, String>(requests, (body, attempt) -> {
                ends.add(attempt.ends());
                return body;
            }, config).run(4);

            assertEquals(List.of(now.plusSeconds(5), now.plusSeconds(3), now.plusSeconds(5), now.plusSeconds(9)), ends);
        }

        @Test
        void oneThatComesTooLateIsGivenUpAtOnceAndNotHandled() throws InterruptedException {
            ask(WorkRequest.of("late").withDeadline(clock.now().plusSeconds(5)));
            clock.step(ofSeconds(5));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                throw new AssertionError("handled");
            }, config);
            worker.run(1);

            assertEquals(1, worker.stats().deadLettered());
            assertEquals(DeadlinePassed.class.getName(),
                    deadLetters.receive().getFirst().body().lastErrorType());
            assertFalse(answer().success());
        }

        @Test
        void anErrorOfItsHandlerIsAFailureToo() throws InterruptedException {
            ask(WorkRequest.of("deep"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                throw new StackOverflowError();
            }, config);
            worker.run(1);
            assertEquals(1, worker.stats().retried());
        }

        @Test
        void oneWithABudgetBeyondAllTimeIsHandledAndHasUntilItsEnd() throws InterruptedException {
            ask(WorkRequest.of("a").withBudget(Duration.ofSeconds(Long.MAX_VALUE)));
            List<Instant> ends = new ArrayList<>();
            new MailboxWorker<String, String>(requests, (body, attempt) -> {
                ends.add(attempt.ends());
                return body;
            }, config).run(1);
            assertEquals(List.of(Instant.MAX), ends);
            assertTrue(answer().success());
        }

        @Test
        @SuppressWarnings("NullAway") // the codec of another process may write it
        void oneThatIsNullIsAFailureAndInTheEndADeadLetter() throws InterruptedException {
            ask(null);
            ask(WorkRequest.of("next"));
            var worker = new MailboxWorker<String, String>(
                    requests, (body, attempt) -> body, config.withRule(DeliveryLimit.of(1)));
            worker.run(2);
            assertEquals(1, worker.stats().retried());
            assertEquals("next", answer().output());

            clock.step(ofMinutes(1));
            worker.run(1);
            assertEquals(1, worker.stats().deadLettered());
            DeadLetter<WorkRequest<String>> letter = deadLetters.receive().getFirst().body();
            assertNull(letter.body());
            assertEquals(letter.messageId(), answer().requestId());
            assertEquals(0, requests.approximateCount());
        }

        @Test
        void oneWhoseHandlerWasInterruptedBySomethingOfItsOwnIsAFailureAndTheLoopGoesOn() throws InterruptedException {
            ask(WorkRequest.of("a"));
            ask(WorkRequest.of("b"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                if (body.equals("a")) {
                    throw new InterruptedException("a thread of the handler's");
                }
                return body;
            }, config);
            worker.run(2);
            assertEquals(1, worker.stats().retried());
            assertEquals("b", answer().output());
        }

        @Test
        void oneWhoseHandlerLeavesItsThreadInterruptedIsSettledAndEndsTheLoop() {
            ask(WorkRequest.of("a"));
            ask(WorkRequest.of("b"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                Thread.currentThread().interrupt();
                return body;
            }, config);
            assertThrows(InterruptedException.class, worker::run);
            assertEquals(1, worker.stats().succeeded());
            assertEquals(1, requests.approximateCount());
        }

        @Test
        void itIsStillInFlightWhileItsResultIsSent() throws InterruptedException {
            List<Long> inFlight = new ArrayList<>();
            var watching = new SendingMailbox<WorkResult<String>>(result -> {
                inFlight.add(requests.approximateCount());
                return new Sent("r");
            });
            assertInstanceOf(Sent.class, requests.send(WorkRequest.of("a"), watching));
            new MailboxWorker<String, String>(requests, (body, attempt) -> body, config).run(1);
            assertEquals(List.of(1L), inFlight);
            assertEquals(0, requests.approximateCount());
        }

        @Test
        void oneWhoseLeaseEndsMeanwhileIsLeftToTheNext() throws InterruptedException {
            ask(WorkRequest.of("slow"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                clock.step(config.lease());
                return body;
            }, config);
            worker.run(1);
            assertEquals(1, worker.stats().leasesLost());
            assertEquals(0, worker.stats().succeeded());
            assertEquals(2, requests.receive().getFirst().deliveryCount());
        }
    }

    @Nested
    class GivenALongHandler {
        @Test
        void itsBeatsKeepTheLease() throws InterruptedException {
            ask(WorkRequest.of("long"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                for (int i = 0; i < 20; i++) {
                    clock.step(ofMinutes(4));
                    attempt.beat();
                }
                return body;
            }, config);
            worker.run(1);
            assertEquals(1, worker.stats().succeeded());
            assertEquals(0, requests.approximateCount());
        }

        @Test
        void theFirstBeatDoesNotCutALongLease() throws InterruptedException {
            ask(WorkRequest.of("long"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                attempt.beat();
                clock.step(ofMinutes(59));
                return body;
            }, config.withLease(Duration.ofHours(1)));
            worker.run(1);
            assertEquals(1, worker.stats().succeeded());
        }

        @Test
        void beatsThatComeAfterItExtendNoLeaseOfAnother() throws InterruptedException {
            ask(WorkRequest.of("first"));
            ask(WorkRequest.of("second"));
            List<Attempt> attempts = new ArrayList<>();
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                attempts.add(attempt);
                clock.step(ofMinutes(4));
                attempts.getFirst().beat();
                clock.step(ofMinutes(4));
                return body;
            }, config);
            worker.run(2);
            assertEquals(1, worker.stats().succeeded());
            assertEquals(1, worker.stats().leasesLost());
        }

        @Test
        void theExtensionGoesWithTheLeaseUnlessItWasSetOtherwise() {
            assertEquals(LeaseExtension.DEFAULT, config.extension());
            assertEquals(LeaseExtension.every(ofSeconds(2), ofSeconds(10)), config.withLease(ofSeconds(10)).extension());
            LeaseExtension other = LeaseExtension.every(ofSeconds(1), ofMinutes(1));
            assertEquals(other, config.withExtension(other).withLease(ofSeconds(10)).extension());
            assertEquals(LeaseExtension.off(), config.withExtension(LeaseExtension.off()).withLease(ofMillis(1)).extension());
        }

        @Test
        void anIntervalWithoutEndIsOneExtension() throws InterruptedException {
            ask(WorkRequest.of("a"));
            var delivery = requests.receive().getFirst();
            var heartbeat = new Heartbeat(clock);
            var once = new LeaseExtender(true, Duration.ofSeconds(Long.MAX_VALUE), ofMinutes(5), clock);
            try (var attachment = once.attach(delivery, heartbeat)) {
                attachment.run();
                clock.step(ofMinutes(4));
                attachment.run();
                clock.step(ofMinutes(1));
                assertEquals(AckStatus.LEASE_ENDED, delivery.acknowledge());
            }
        }

        @Test
        void anExtensionThatIsLongerThanTheMailboxAllowsIsRefusedAtTheStart() {
            MemoryMailbox<WorkRequest<String>, WorkResult<String>> strict =
                    new MemoryMailbox<>(MemoryConfig.named("strict").withLongestLease(ofMinutes(5)));
            assertThrows(IllegalArgumentException.class, () -> new MailboxWorker<String, String>(
                    strict, (body, attempt) -> body, config.withLease(ofMinutes(6))));
            assertThrows(IllegalArgumentException.class, () -> new MailboxWorker<String, String>(strict,
                    (body, attempt) -> body, config.withExtension(LeaseExtension.every(ofMinutes(1), ofMinutes(6)))));
        }
    }

    @Nested
    class GivenABudget {
        private final CountDownLatch isAtWork = new CountDownLatch(1);

        private void awaitTimer() throws InterruptedException {
            assertTrue(isAtWork.await(20, TimeUnit.SECONDS));
            Eventually.holds(() -> clock.waiting() == 1, () -> "no timer waits");
        }

        @Test
        void itsHandlerIsInterruptedAtItsEndTheAttemptHasFailedAndTheLoopGoesOn() throws Exception {
            ask(WorkRequest.of("slow").withBudget(ofSeconds(5)));
            ask(WorkRequest.of("next"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                if (body.equals("slow")) {
                    isAtWork.countDown();
                    assertThrows(InterruptedException.class, () -> new CountDownLatch(1).await(20, TimeUnit.SECONDS));
                    Thread.currentThread().interrupt(); // as is the custom
                    throw new IllegalStateException("interrupted");
                }
                return body + Thread.currentThread().isInterrupted();
            }, config);
            var ended = start(worker);
            awaitTimer();
            clock.step(ofSeconds(5).minusNanos(1));
            awaitTimer();
            assertEquals(0, worker.stats().overBudget());
            clock.step(Duration.ofNanos(1));
            Eventually.holds(() -> worker.stats().succeeded() == 1, () -> "" + worker.stats());
            assertEquals(new WorkerStats(3, 1, 1, 0, 0, 0, 0, 0, 1), worker.stats());
            assertEquals("nextfalse", answer().output());
            assertTrue(worker.shutdown(ofSeconds(20)));
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }

        @Test
        void aHandlerThatIgnoresItsEndHasFailedAndItsResultIsNotUsed() throws InterruptedException {
            ask(WorkRequest.of("deaf").withBudget(ofSeconds(5)));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                clock.step(ofSeconds(5));
                return body;
            }, config);
            worker.run(1);
            assertEquals(new WorkerStats(1, 0, 1, 0, 0, 0, 0, 0, 1), worker.stats());
            assertEquals(0, replies.approximateCount());
            assertFalse(Thread.interrupted());
        }

        @Test
        void itsDeadLetterAndItsResultSaySo() throws InterruptedException {
            WorkRequest<String> request = WorkRequest.of("deaf").withBudget(ofSeconds(5));
            ask(request);
            new MailboxWorker<String, String>(requests, (body, attempt) -> {
                clock.step(ofSeconds(5));
                throw new IllegalStateException("it broke too late");
            }, config.withRule(DeliveryLimit.of(0))).run(1);
            DeadLetter<WorkRequest<String>> letter = deadLetters.receive().getFirst().body();
            assertEquals(BudgetExceeded.class.getName(), letter.lastErrorType());
            assertEquals("Dead-lettered after 1 attempts: the attempt exceeded its budget of PT5S", answer().error());
        }

        @Test
        void oneThatIsLateForItsLeaseTooSettlesNothing() throws InterruptedException {
            ask(WorkRequest.of("deaf").withBudget(ofSeconds(5)));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                clock.step(ofSeconds(5));
                Eventually.holds(Thread::interrupted, () -> "not interrupted");
                for (int i = 0; i < 5; i++) {
                    clock.step(ofMinutes(1));
                    attempt.beat(); // not heard any more
                }
                return body;
            }, config.withRule(DeliveryLimit.of(0)));
            worker.run(1);
            assertEquals(1, worker.stats().leasesLost());
            assertEquals(1, worker.stats().overBudget());
            assertEquals(0, deadLetters.approximateCount());
            assertEquals(0, replies.approximateCount());
            assertEquals(2, requests.receive().getFirst().deliveryCount());
        }

        @Test
        void aHandlerThatKeepsItIsNeverInterruptedLater() throws InterruptedException {
            ask(WorkRequest.of("quick").withBudget(ofSeconds(5)));
            ask(WorkRequest.of("next"));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                clock.step(ofSeconds(4));
                return body + Thread.currentThread().isInterrupted();
            }, config);
            worker.run(2);
            assertEquals(List.of("quickfalse", "nextfalse"), List.of(answer().output(), answer().output()));
            assertEquals(0, worker.stats().overBudget());
            Eventually.holds(() -> clock.waiting() == 0, () -> "its timer still waits");
        }
    }

    @Nested
    class GivenAPollThatWaits {
        @Test
        void aShutdownEndsItAtOnce() throws Exception {
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> body, config);
            var ended = start(worker);
            awaitPoll();
            assertTrue(worker.shutdown(Duration.ofSeconds(Long.MAX_VALUE)), "however long it may take");
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }

        @Test
        void aCloseOfTheMailboxEndsIt() throws Exception {
            var ended = start(new MailboxWorker<String, String>(requests, (body, attempt) -> body, config));
            awaitPoll();
            requests.close();
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }

        @Test
        void anInterruptBySomebodyElseIsHandedOn() throws Exception {
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> body, config);
            var ended = new CompletableFuture<Throwable>();
            Thread thread = Thread.ofVirtual().start(() -> {
                ended.complete(assertThrows(InterruptedException.class, worker::run));
            });
            awaitPoll();
            thread.interrupt();
            assertInstanceOf(InterruptedException.class, ended.get(20, TimeUnit.SECONDS));
            assertFalse(worker.isRunning());
        }

        @Test
        void aSecondThreadMayNotRunIt() throws Exception {
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> body, config);
            var ended = start(worker);
            awaitPoll();
            assertThrows(IllegalStateException.class, worker::run);
            worker.close();
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }
    }

    @Nested
    class GivenAHandlerAtWork {
        private final CountDownLatch isAtWork = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        private final MailboxWorker<String, String> worker = new MailboxWorker<>(requests, (body, attempt) -> {
            isAtWork.countDown();
            assertTrue(goOn.await(20, TimeUnit.SECONDS));
            return body;
        }, config);

        @Test
        void aShutdownLetsItFinishAndInterruptsNothing() throws Exception {
            ask(WorkRequest.of("a"));
            ask(WorkRequest.of("b"));
            var ended = start(worker);
            assertTrue(isAtWork.await(20, TimeUnit.SECONDS));
            assertFalse(worker.shutdown(Duration.ZERO));
            goOn.countDown();
            assertNull(ended.get(20, TimeUnit.SECONDS));
            assertEquals("a", answer().output());
            assertEquals(1, requests.approximateCount());
        }
    }

    @Nested
    class GivenAMailboxThatFails {
        @Test
        void itIsAskedAgainAfterAPauseThatGrows() throws Exception {
            var fake = new FakeMailbox<WorkRequest<String>, WorkResult<String>>();
            fake.failWith(new BackendException("down", null));
            var worker = new MailboxWorker<String, String>(fake, (body, attempt) -> body, config);
            var ended = start(worker);
            for (int i = 1; i <= 3; i++) {
                int failures = i;
                awaitPause(worker, failures);
                clock.step(ofMillis(100L << (i - 1)).minusNanos(1));
                awaitPause(worker, failures);
                assertEquals(failures, worker.stats().backendFailures());
                clock.step(Duration.ofNanos(1));
            }
            awaitPause(worker, 4);
            assertTrue(worker.shutdown(ofSeconds(20)), "a pause ends at once");
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }

        private void awaitPause(MailboxWorker<?, ?> worker, int failures) {
            Eventually.holds(() -> worker.stats().backendFailures() == failures && clock.waiting() == 1,
                    () -> worker.stats() + ", and " + clock.waiting() + " wait");
        }

        /** Whoever closes a mailbox does not know who pauses; stepping the clock would wake it, so its waits are looked at. */
        @Test
        void itLooksEachSecondOfAPauseWhetherTheMailboxWasClosed() throws Exception {
            var fake = new FakeMailbox<WorkRequest<String>, WorkResult<String>>();
            fake.failWith(new BackendException("down", null));
            var noting = new NotingClock(clock);
            var worker = new MailboxWorker<String, String>(fake, (body, attempt) -> body, config.withClock(noting));
            var ended = start(worker);
            for (int failures = 1; failures <= 4; failures++) {
                awaitPause(worker, failures);
                clock.step(ofMillis(100L << (failures - 1)));
            }
            awaitPause(worker, 5); // for 1.6 s
            assertEquals(ofSeconds(1), noting.longestWait());
            fake.close();
            clock.step(ofMillis(1));
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }

        @Test
        void whatCannotBeSettledStaysAndTheLoopGoesOn() throws InterruptedException {
            ask(WorkRequest.of("a"));
            ask(WorkRequest.of("b"));
            BlockingQueue<String> handled = new LinkedBlockingQueue<>();
            var down = new FakeMailbox<DeadLetter<WorkRequest<String>>, Void>();
            down.failWith(new BackendException("down", null));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> {
                handled.add(body);
                throw new IllegalStateException("it broke");
            }, config.withDeadLetters(down).withRule((delivery, error) -> true));
            worker.run(2);
            assertEquals(List.of("a", "b"), List.copyOf(handled));
            assertEquals(2, worker.stats().backendFailures());
            assertEquals(2, requests.approximateCount());
        }
    }

    /** Exceptions that no mailbox promises, and errors. */
    @Nested
    class GivenAnythingThatThrowsWhatIsNotExpected {
        private final FakeMailbox<WorkRequest<String>, WorkResult<String>> fake = new FakeMailbox<>();

        static Stream<Throwable> unexpected() {
            return Stream.of(
                    new StackOverflowError("deep"), new AssertionError("never"), new IllegalStateException("bug"));
        }

        private MailboxWorker<String, String> echo(WorkerConfig<String> how) {
            return new MailboxWorker<>(fake, (body, attempt) -> {
                attempt.beat();
                if (body.equals("bad")) {
                    throw new IllegalStateException("it broke");
                }
                return body;
            }, how);
        }

        private void inject(String... bodies) {
            for (String each : bodies) {
                fake.inject(WorkRequest.of(each), null, 0, replies);
            }
        }

        @ParameterizedTest
        @MethodSource("unexpected")
        void aReceiveIsTriedAgainAfterAPause(Throwable cause) throws Exception {
            fake.failWith(cause, Set.of(FakeMailbox.Call.RECEIVE));
            MailboxWorker<String, String> worker = echo(config);
            var ended = start(worker);
            Eventually.holds(() -> worker.stats().backendFailures() == 1 && clock.waiting() == 1, () -> "no pause");
            inject("a");
            fake.heal();
            clock.step(ofMillis(100));
            Eventually.holds(() -> worker.stats().succeeded() == 1, () -> "" + worker.stats());
            assertTrue(worker.shutdown(ofSeconds(20)));
            assertNull(ended.get(20, TimeUnit.SECONDS));
        }

        @ParameterizedTest
        @MethodSource("unexpected")
        void settlingAndExtendingFailForThatRequestAlone(Throwable cause) throws InterruptedException {
            inject("a", "bad", "c");
            fake.failWith(cause, Set.of(FakeMailbox.Call.ACKNOWLEDGE, FakeMailbox.Call.NACK, FakeMailbox.Call.EXTEND));
            MailboxWorker<String, String> worker = echo(config);
            worker.run(3);
            assertEquals(3, worker.stats().backendFailures());
            assertEquals(List.of("a", "c"), List.of(answer().output(), answer().output()));
        }

        @ParameterizedTest
        @MethodSource("unexpected")
        void theMailboxForRepliesFailsThatRequestAlone(Throwable cause) throws InterruptedException {
            var broken = new FakeMailbox<WorkResult<String>, Void>();
            broken.failWith(cause);
            fake.inject(WorkRequest.of("a"), null, 0, broken);
            inject("b");
            MailboxWorker<String, String> worker = echo(config);
            worker.run(2);
            assertEquals(1, worker.stats().retried());
            assertEquals("b", answer().output());
        }

        @ParameterizedTest
        @MethodSource("unexpected")
        void theRuleAndTheDeadLettersFailThatRequestAlone(Throwable cause) throws InterruptedException {
            inject("bad", "b");
            MailboxWorker<String, String> ruled = echo(config.withRule((delivery, error) -> sneaky(cause)));
            ruled.run(2);
            assertEquals(1, ruled.stats().retried());
            assertEquals("b", answer().output());

            var broken = new FakeMailbox<DeadLetter<WorkRequest<String>>, Void>();
            broken.failWith(cause);
            inject("c");
            MailboxWorker<String, String> burying =
                    echo(config.withDeadLetters(broken).withRule((delivery, error) -> true));
            burying.run(2);
            assertEquals(1, burying.stats().backendFailures());
            assertEquals("c", answer().output());
        }

        @CanIgnoreReturnValue
        @SuppressWarnings("unchecked") // erased: it throws what it is given
        private static <E extends Throwable> boolean sneaky(Throwable cause) throws E {
            throw (E) cause;
        }

        @ParameterizedTest
        @MethodSource("unexpected")
        @SuppressWarnings("unchecked")
        void aMailboxThatCannotSayWhetherItIsClosedIsTakenToBeOpen(Throwable cause) throws InterruptedException {
            inject("a");
            var asked = (Mailbox<WorkRequest<String>, WorkResult<String>>) Proxy.newProxyInstance(
                    Mailbox.class.getClassLoader(), new Class<?>[] {Mailbox.class}, (_, method, args) -> {
                        if (method.getName().equals("isClosed")) {
                            throw cause;
                        }
                        return method.invoke(fake, args);
                    });
            var worker = new MailboxWorker<String, String>(asked, (body, attempt) -> body, config);
            worker.run(1);
            assertEquals("a", answer().output());
        }

        @ParameterizedTest
        @MethodSource("unexpected")
        void aListenerToHeartbeatsFailsAlone(Throwable cause) throws InterruptedException {
            inject("a");
            MailboxWorker<String, String> worker = echo(config);
            worker.addHeartbeatListener(() -> sneaky(cause));
            worker.run(1);
            assertEquals("a", answer().output());
            assertEquals(new WorkerStats(1, 1, 0, 0, 0, 0, 0, 0, 0), worker.stats());
        }
    }

    /** By an exception that is not a server's: what it is given is too large, or too long. */
    @Nested
    class GivenAMailboxThatRefuses {
        private MailboxWorker<String, String> worker(WorkerConfig<String> how) {
            return new MailboxWorker<>(requests, (body, attempt) -> {
                if (body.equals("bad")) {
                    throw new IllegalStateException("it broke");
                }
                return body;
            }, how);
        }

        @Test
        void aResultIsAFailureAndInTheEndADeadLetter() throws InterruptedException {
            assertInstanceOf(Sent.class, requests.send(WorkRequest.of("large"), SendingMailbox.refusing()));
            ask(WorkRequest.of("next"));
            MailboxWorker<String, String> worker = worker(config.withRule(DeliveryLimit.of(1)));
            worker.run(2);
            assertEquals("next", answer().output());
            assertEquals(1, worker.stats().retried());

            clock.step(ofMinutes(1));
            worker.run(1);
            assertEquals("large", deadLetters.receive().getFirst().body().body().request());
            assertEquals(0, requests.approximateCount());
        }

        @Test
        void aDeadLetterStaysInFlightAndTheLoopGoesOn() throws InterruptedException {
            ask(WorkRequest.of("bad"));
            ask(WorkRequest.of("next"));
            MailboxWorker<String, String> worker =
                    worker(config.withDeadLetters(SendingMailbox.refusing()).withRule((delivery, error) -> true));
            worker.run(2);
            assertEquals("next", answer().output());
            assertEquals(1, worker.stats().backendFailures());
            assertEquals(List.of(), requests.receive());
            clock.step(config.lease());
            assertEquals("bad", requests.receive().getFirst().body().request());
        }

        @Test
        void aDelayIsMadeAsLongAsItTakes() throws InterruptedException {
            MemoryMailbox<WorkRequest<String>, WorkResult<String>> strict =
                    new MemoryMailbox<>(MemoryConfig.named("strict").withClock(clock).withLongestLease(ofSeconds(30)));
            assertInstanceOf(Sent.class, strict.send(WorkRequest.of("bad"), replies));
            var worker = new MailboxWorker<String, String>(strict, (body, attempt) -> {
                throw new IllegalStateException("it broke");
            }, config.withLease(ofSeconds(30)).withExtension(LeaseExtension.off()));
            worker.run(1);
            assertEquals(1, worker.stats().retried());
            clock.step(ofSeconds(30).minusNanos(1));
            assertEquals(List.of(), strict.receive());
            clock.step(Duration.ofNanos(1));
            assertEquals(1, strict.receive().size());
        }

        @Test
        void aRuleThatFailsHasNotGivenTheRequestUp() throws InterruptedException {
            ask(WorkRequest.of("bad"));
            ask(WorkRequest.of("next"));
            MailboxWorker<String, String> worker = worker(config.withRule((delivery, error) -> {
                throw new IllegalStateException("no such error: " + error);
            }));
            worker.run(2);
            assertEquals("next", answer().output());
            assertEquals(1, worker.stats().retried());
            assertEquals(1, requests.approximateCount());
        }
    }

    @Nested
    class GivenAReplyThatCannotBeDelivered {
        private final FakeMailbox<WorkResult<String>, Void> full = new FakeMailbox<>("full", null);

        /** The requests, by a backend whose resolver does not know where their replies go. */
        @SuppressWarnings("unchecked")
        private Mailbox<WorkRequest<String>, WorkResult<String>> unresolving() {
            return (Mailbox<WorkRequest<String>, WorkResult<String>>) Proxy.newProxyInstance(
                    Mailbox.class.getClassLoader(), new Class<?>[] {Mailbox.class}, (_, method, args) -> {
                        if (!method.getName().equals("receiveBatch")) {
                            return method.invoke(requests, args);
                        }
                        var all = requests.receive((int) args[0], (Duration) args[1], (Duration) args[2]);
                        return new ReceivedBatch<>(all.stream().map(this::lost).toList(), List.of());
                    });
        }

        private Delivery<WorkRequest<String>, WorkResult<String>> lost(
                Delivery<WorkRequest<String>, WorkResult<String>> of) {
            return new Delivery<>(of.id(), of.body(), of.deliveryCount(), of.enqueuedAt(), null, of.replyToName(),
                    settlementOf(of));
        }

        @Test
        void toANameThatIsNotKnownTheRequestIsADeadLetterInTheEndAndKeepsTheName() throws InterruptedException {
            ask(WorkRequest.of("a"));
            var worker = new MailboxWorker<String, String>(
                    unresolving(), (body, attempt) -> body, config.withRule(DeliveryLimit.of(1)));
            worker.run(1);
            assertEquals(1, worker.stats().undeliveredReplies());
            assertEquals(1, worker.stats().retried());

            clock.step(ofMinutes(1));
            worker.run(1);
            assertEquals(0, worker.stats().succeeded());
            assertEquals(1, worker.stats().deadLettered());
            assertEquals(3, worker.stats().undeliveredReplies(), "two results, and the error");
            assertEquals(UnknownReplyAddress.class.getName(), deadLetters.receive().getFirst().body().lastErrorType());
            clock.step(ofMinutes(5));
            assertEquals(
                    new Redrive(1, 0, false), Redrive.all(deadLetters, requests, Map.of("replies", replies)::get, 9));
        }

        @Test
        void toAFullMailboxIsCountedAndSentAgainLater() throws InterruptedException {
            full.refuseSends();
            assertInstanceOf(Sent.class, requests.send(WorkRequest.of("a"), full));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> body, config);
            worker.run(1);
            assertEquals(new WorkerStats(1, 0, 1, 0, 0, 0, 0, 1, 0), worker.stats());
            full.heal();
            clock.step(ofMinutes(1));
            worker.run(1);
            assertEquals(1, worker.stats().succeeded());
            assertEquals(1, full.approximateCount());
        }

        @Test
        void toNoAddressIsNoError() throws InterruptedException {
            assertInstanceOf(Sent.class, requests.send(WorkRequest.of("a")));
            var worker = new MailboxWorker<String, String>(requests, (body, attempt) -> body, config);
            worker.run(1);
            assertEquals(new WorkerStats(1, 1, 0, 0, 0, 0, 0, 0, 0), worker.stats());
        }
    }

    @Nested
    class GivenABodyThatCannotBeRead {
        /** The requests, with a codec that cannot read those of this text. */
        @SuppressWarnings("unchecked")
        private Mailbox<WorkRequest<String>, WorkResult<String>> unable(String text) {
            return (Mailbox<WorkRequest<String>, WorkResult<String>>) Proxy.newProxyInstance(
                    Mailbox.class.getClassLoader(), new Class<?>[] {Mailbox.class}, (_, method, args) -> {
                        if (!method.getName().equals("receiveBatch")) {
                            return method.invoke(requests, args);
                        }
                        var all = requests.receive((int) args[0], (Duration) args[1], (Duration) args[2]);
                        return new ReceivedBatch<>(
                                all.stream().filter(each -> !each.body().request().equals(text)).toList(),
                                all.stream().filter(each -> each.body().request().equals(text))
                                        .map(this::unread).toList());
                    });
        }

        private Delivery<UnreadableBody, WorkResult<String>> unread(
                Delivery<WorkRequest<String>, WorkResult<String>> of) {
            var body = new UnreadableBody("requests", of.id(), "{", of.deliveryCount(), of.enqueuedAt(), "no JSON");
            return new Delivery<>(of.id(), body, of.deliveryCount(), of.enqueuedAt(), of.replyTo(), settlementOf(of));
        }

        @Test
        void eachDeliveryIsAnAttemptAndTheLastOneADeadLetterWithItsText() throws InterruptedException {
            ask(WorkRequest.of("bad"));
            ask(WorkRequest.of("good"));
            var worker = new MailboxWorker<String, String>(unable("bad"), (body, attempt) -> body, config);
            worker.run(2);
            assertEquals("good", answer().output());
            for (int attempt = 1; attempt <= 5; attempt++) {
                assertEquals(attempt, worker.stats().retried());
                clock.step(ofMinutes(attempt));
                worker.run(1);
            }
            assertEquals(1, worker.stats().deadLettered());
            assertEquals(0, requests.approximateCount());
            DeadLetter<WorkRequest<String>> letter = deadLetters.receive().getFirst().body();
            assertEquals("{", letter.unreadableText());
            assertNull(letter.body());
            assertEquals(6, letter.deliveryCount());
            assertEquals(UnreadableRequest.class.getName(), letter.lastErrorType());
            WorkResult<String> answer = answer();
            assertEquals(letter.messageId(), answer.requestId());
            assertEquals("Dead-lettered after 6 attempts: the request cannot be read: no JSON", answer.error());
        }

        @Test
        void aShutdownGivesItBack() throws InterruptedException {
            ask(WorkRequest.of("bad"));
            List<MailboxWorker<?, ?>> workers = new ArrayList<>();
            var worker = new MailboxWorker<String, String>(unable("bad"), (body, attempt) -> body, config);
            worker.addHeartbeatListener(() -> {
                if (workers.isEmpty()) { // the beat between the poll and the request
                    workers.add(worker);
                    try {
                        worker.shutdown(Duration.ZERO);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            worker.run(1);
            assertEquals(0, worker.stats().retried());
            assertEquals(2, requests.receive().getFirst().deliveryCount());
        }

        @Test
        void itsLetterIsNotSentBackAsARequest() throws InterruptedException {
            ask(WorkRequest.of("bad"));
            new MailboxWorker<String, String>(unable("bad"), (body, attempt) -> body,
                    config.withRule(new DeliveryLimit(5, Set.of(UnreadableRequest.class), Set.of()))).run(1);
            assertEquals(new Redrive(0, 1, false), Redrive.all(deadLetters, requests, name -> replies, 9));
            assertEquals(1, deadLetters.approximateCount());
            assertEquals(0, requests.approximateCount());
        }
    }

    @Nested
    class GivenDeadLetters {
        private void bury(String... bodies) throws InterruptedException {
            for (String each : bodies) {
                ask(WorkRequest.of(each));
            }
            new MailboxWorker<String, String>(requests, (body, attempt) -> {
                throw new IllegalArgumentException("not " + body);
            }, config.withRule(new DeliveryLimit(5, Set.of(IllegalArgumentException.class), Set.of()))).run(bodies.length);
            assertEquals(bodies.length, deadLetters.approximateCount());
            assertEquals(bodies.length, replies.purge());
        }

        @Test
        void theyAreSentBackWhenSomebodyAsksForIt() throws InterruptedException {
            bury("a", "b", "c");
            MailboxResolver<WorkResult<String>> known = MailboxResolver.registry(Map.of("replies", replies));
            assertEquals(new Redrive(2, 0, false), Redrive.all(deadLetters, requests, known, 2));
            assertEquals(new Redrive(1, 0, false), Redrive.all(deadLetters, requests, known, 9));
            assertEquals(0, deadLetters.approximateCount());
            new MailboxWorker<String, String>(requests, (body, attempt) -> body.toUpperCase(Locale.ROOT), config)
                    .run(3);
            assertEquals(List.of("A", "B", "C"), List.of(answer().output(), answer().output(), answer().output()));
        }

        @Test
        void whatFindsNoRoomStaysADeadLetter() throws InterruptedException {
            bury("a", "b");
            MemoryMailbox<WorkRequest<String>, WorkResult<String>> small =
                    new MemoryMailbox<>(MemoryConfig.named("small").withClock(clock).withMaxSize(1));
            assertEquals(new Redrive(1, 0, true), Redrive.all(deadLetters, small, name -> replies, 9));
            assertEquals(1, deadLetters.approximateCount());
            assertEquals("b", deadLetters.receive().getFirst().body().body().request());
        }

        @Test
        void whatHasAnAddressThatNobodyKnowsStaysADeadLetterAndIsCounted() throws InterruptedException {
            bury("a", "b");
            assertEquals(new Redrive(0, 2, false), Redrive.all(deadLetters, requests, name -> null, 9));
            assertEquals(2, deadLetters.approximateCount());
            assertEquals(0, requests.approximateCount());
            clock.step(ofMinutes(5));
            assertEquals(new Redrive(2, 0, false), Redrive.all(deadLetters, requests, name -> replies, 9));
        }

        @Test
        void aReaderThatFailsIsShownTheLetterAgainInAnHourWhateverItFailedBy() throws InterruptedException {
            bury("a", "b");
            List<String> shown = new ArrayList<>();
            var consumer = new DeadLetterConsumer<WorkRequest<String>>(deadLetters, letter -> {
                shown.add(letter.body().request());
                if (shown.size() == 1) {
                    throw new BackendException("the reader's own", null);
                }
                throw new StackOverflowError("the reader's own");
            });
            consumer.run(2, ofMinutes(5), Duration.ZERO);
            assertEquals(List.of("a", "b"), shown);
            clock.step(Duration.ofHours(1).minusNanos(1));
            assertEquals(List.of(), deadLetters.receive());
            clock.step(Duration.ofNanos(1));
            assertEquals(2, deadLetters.receive(10, ofMinutes(5), Duration.ZERO).size());
        }

        @Test
        void whereAnHourIsTooLongALetterIsShownAsLateAsCanBe() throws InterruptedException {
            MemoryMailbox<DeadLetter<WorkRequest<String>>, Void> strict =
                    new MemoryMailbox<>(MemoryConfig.named("strict").withClock(clock).withLongestLease(ofMinutes(5)));
            bury("a");
            assertInstanceOf(Sent.class, strict.send(deadLetters.receive().getFirst().body()));
            new DeadLetterConsumer<WorkRequest<String>>(strict, letter -> {
                throw new IllegalStateException("not today");
            }).run(1);
            clock.step(ofMinutes(5).minusNanos(1));
            assertEquals(List.of(), strict.receive());
            clock.step(Duration.ofNanos(1));
            assertEquals(1, strict.receive().size());
        }

        @Test
        void aConsumerBeatsBeforeEachPollAndAfterEachLetterAlsoIfItsListenerFails() throws InterruptedException {
            bury("a");
            List<String> order = new ArrayList<>();
            var consumer = new DeadLetterConsumer<WorkRequest<String>>(deadLetters, letter -> order.add("letter"), () -> {
                order.add("beat");
                throw new IllegalStateException("deaf");
            });
            consumer.run(2, ofMinutes(5), Duration.ZERO);
            assertEquals(List.of("beat", "letter", "beat", "beat"), order);
        }

        @Test
        void aReaderThatIsInterruptedGivesTheLetterBack() throws InterruptedException {
            bury("a");
            var consumer = new DeadLetterConsumer<WorkRequest<String>>(deadLetters, letter -> {
                throw new InterruptedException();
            });
            assertThrows(InterruptedException.class, () -> consumer.run(1));
            assertEquals(AckStatus.DONE, deadLetters.receive().getFirst().acknowledge());
        }
    }

    @Nested
    class GivenAGroup {
        @Test
        void itsWorkersShareTheWorkAndEndTogether() throws Exception {
            int count = 200;
            for (int i = 0; i < count; i++) {
                ask(WorkRequest.of("r" + i));
            }
            var atOnce = new CountDownLatch(4);
            WorkerGroup group = WorkerGroup.of(4, () -> new MailboxWorker<String, String>(requests, (body, attempt) -> {
                atOnce.countDown();
                assertTrue(atOnce.await(20, TimeUnit.SECONDS), "all four work at once");
                return body;
            }, config));
            Eventually.holds(() -> replies.approximateCount() == count && requests.waiting() == 4,
                    () -> replies.approximateCount() + " are answered");
            assertEquals(4, group.running());
            assertTrue(group.shutdown(Duration.ofSeconds(Long.MAX_VALUE)));
            assertEquals(0, group.running());
            assertEquals(count, group.stats().stream().mapToLong(WorkerStats::succeeded).sum());
            group.close();
        }

        @Test
        void aGroupOfNoneIsRefused() {
            assertThrows(IllegalArgumentException.class, () -> WorkerGroup.of(List.of()));
            assertThrows(IllegalArgumentException.class, () -> WorkerGroup.of(-1, () -> null));
        }
    }

    @Nested
    class GivenBadInput {
        @Test
        void itIsRefusedByItsValue() {
            assertThrows(IllegalArgumentException.class, () -> WorkRequest.of("x").withBudget(Duration.ZERO));
            assertThrows(IllegalArgumentException.class, () -> config.withLease(Duration.ZERO));
            assertThrows(IllegalArgumentException.class, () -> config.withPollWait(ofSeconds(-1)));
            assertThrows(IllegalArgumentException.class, () -> DeliveryLimit.of(-2));
            assertThrows(IllegalArgumentException.class, () -> LeaseExtension.every(ofSeconds(-1), ofSeconds(1)));
            assertThrows(IllegalArgumentException.class, () -> LeaseExtension.every(ofSeconds(1), Duration.ZERO));
            assertThrows(IllegalArgumentException.class,
                    () -> config.withExtension(LeaseExtension.every(config.lease(), ofMinutes(9))));
        }
    }

    @Nested
    class GivenListenersToAHeart {
        @Test
        void oneThatFailsKeepsNoOtherFromHearing() {
            var heartbeat = new Heartbeat(clock);
            List<String> heard = new ArrayList<>();
            Runnable bad = () -> {
                throw new IllegalStateException("deaf");
            };
            heartbeat.addListener(bad);
            heartbeat.addListener(() -> heard.add("beat"));
            clock.step(ofSeconds(3));
            assertEquals(ofSeconds(3), heartbeat.elapsed());
            heartbeat.beat();
            assertEquals(List.of("beat"), heard);
            assertEquals(Duration.ZERO, heartbeat.elapsed());
            heartbeat.removeListener(bad);
            assertThrows(IllegalArgumentException.class, () -> heartbeat.removeListener(bad));
        }
    }
}
