package io.hiveactor.mailbox.worker;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Eventually;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.doubles.FakeMailbox;
import io.hiveactor.mailbox.doubles.SteppedClock;
import io.hiveactor.mailbox.memory.MemoryConfig;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.io.BufferedReader;
import java.io.File;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a group watches its workers, and ends with its JVM. */
@Timeout(60)
class WorkerGroupTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final SteppedClock clock = new SteppedClock();
    private final MemoryMailbox<WorkRequest<String>, WorkResult<String>> requests =
            new MemoryMailbox<>(MemoryConfig.named("requests").withClock(clock));
    private final WorkerConfig<String> config =
            WorkerConfig.<String>standard().withClock(clock).withPollWait(DAY).withLease(DAY);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch isAtWork = new CountDownLatch(1);
    private final BlockingQueue<WorkerHealth> stuck = new LinkedBlockingQueue<>();
    private WorkerGroup group;

    private void start(WorkHandler<String, String> handler, Mailbox<WorkRequest<String>, WorkResult<String>> mailbox) {
        group = WorkerGroup.of(List.of(new MailboxWorker<>(mailbox, handler, config)),
                GroupConfig.DEFAULT.withClock(clock).withStuckAfter(ofMinutes(12)).withOnStuck(each -> {
                    stuck.add(each);
                    throw new IllegalStateException("a listener that fails");
                }));
    }

    private String waitUntilGoOn(String body, Attempt attempt) throws InterruptedException {
        isAtWork.countDown();
        assertTrue(goOn.await(20, TimeUnit.SECONDS));
        return body;
    }

    private WorkerHealth health() {
        return group.health().workers().getFirst();
    }

    /** Steps when the watchdog waits, so that it looks. */
    private void step(Duration time, int waiting) {
        Eventually.holds(() -> clock.waiting() >= waiting, () -> clock.waiting() + " wait");
        clock.step(time);
    }

    @AfterEach
    void close() {
        goOn.countDown();
        if (group != null) {
            group.close();
        }
    }

    @Nested
    class GivenAHandlerThatDoesNotReturn {
        @Test
        void itsWorkerIsReportedOnceAndTheHealthSaysSo() throws Exception {
            WorkRequest<String> request = WorkRequest.of("endless");
            assertInstanceOf(Sent.class, requests.send(request));
            start(WorkerGroupTest.this::waitUntilGoOn, requests);
            assertTrue(isAtWork.await(20, TimeUnit.SECONDS));

            step(ofMinutes(12).minusNanos(1), 1);
            assertFalse(health().isStuck());
            assertTrue(group.health().isHealthy());
            step(Duration.ofNanos(1), 1);
            step(ofMinutes(1), 1);
            WorkerHealth reported = stuck.poll(20, TimeUnit.SECONDS);
            assertNotNull(reported);
            assertEquals("mailbox-worker-0", reported.thread());
            assertEquals("requests", reported.mailbox());
            assertEquals(WorkerActivity.HANDLING, reported.activity());
            assertEquals(request.requestId(), reported.requestId());
            assertTrue(reported.silence().compareTo(ofMinutes(12)) >= 0, reported::toString);
            assertFalse(group.health().isHealthy());
            assertEquals(1, group.health().stuck());

            for (int i = 0; i < 5; i++) {
                step(ofMinutes(1), 1);
            }
            assertNull(stuck.poll());
            goOn.countDown();
            Eventually.holds(() -> group.health().isHealthy(), () -> "" + group.health());
        }

        @Test
        void oneThatBeatsIsNotStuck() throws Exception {
            var beats = new LinkedBlockingQueue<Attempt>();
            assertInstanceOf(Sent.class, requests.send(WorkRequest.of("long")));
            start((body, attempt) -> {
                beats.add(attempt);
                return waitUntilGoOn(body, attempt);
            }, requests);
            Attempt attempt = beats.poll(20, TimeUnit.SECONDS);
            for (int i = 0; i < 4; i++) {
                clock.step(ofMinutes(11));
                assertFalse(health().isStuck());
                attempt.beat();
            }
            assertEquals(Duration.ZERO, health().silence());
        }

        @Test
        void onePastItsBudgetIsReportedEvenIfItBeats() throws Exception {
            var beats = new LinkedBlockingQueue<Attempt>();
            assertInstanceOf(Sent.class, requests.send(WorkRequest.of("deaf").withBudget(ofMinutes(1))));
            start((body, attempt) -> {
                try {
                    assertTrue(goOn.await(20, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    beats.add(attempt);
                    assertTrue(goOn.await(20, TimeUnit.SECONDS));
                }
                return body;
            }, requests);
            step(ofMinutes(1), 2); // the watchdog and the timer
            Attempt attempt = beats.poll(20, TimeUnit.SECONDS);
            assertNotNull(attempt);
            Eventually.holds(() -> {
                attempt.beat();
                clock.step(ofSeconds(1));
                return health().silence().compareTo(ofMinutes(2)) > 0;
            }, () -> "beats are still heard");
            clock.step(ofMinutes(12));
            assertTrue(health().isStuck());
        }
    }

    @Nested
    class GivenHandlersThatOccupyEveryCarrierOfVirtualThreads {
        private final int carriers = Runtime.getRuntime().availableProcessors();
        private final CountDownLatch areSpinning = new CountDownLatch(carriers);
        private final CountDownLatch interrupts = new CountDownLatch(carriers);
        private volatile boolean isReleased;

        private String spin(String body, Attempt attempt) {
            areSpinning.countDown();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
            while (!isReleased && System.nanoTime() < end) {
                if (Thread.interrupted()) {
                    interrupts.countDown();
                }
                Thread.onSpinWait();
            }
            return body;
        }

        @Test
        void eachIsInterruptedAtTheEndOfItsBudgetAndReportedAsStuck() throws Exception {
            List<MailboxWorker<String, String>> workers = new ArrayList<>();
            for (int i = 0; i < carriers; i++) {
                assertInstanceOf(Sent.class, requests.send(WorkRequest.of("spin").withBudget(ofMinutes(1))));
                workers.add(new MailboxWorker<>(requests, this::spin, config));
            }
            group = WorkerGroup.of(workers,
                    GroupConfig.DEFAULT.withClock(clock).withStuckAfter(ofMinutes(12)).withOnStuck(stuck::add));
            try {
                assertTrue(areSpinning.await(20, TimeUnit.SECONDS));
                step(ofMinutes(1), carriers + 1); // a watcher for each, and the watchdog
                assertTrue(interrupts.await(20, TimeUnit.SECONDS), "handlers that were not interrupted");
                step(ofMinutes(12), 1);
                for (int i = 0; i < carriers; i++) {
                    assertNotNull(stuck.poll(20, TimeUnit.SECONDS), "a worker that was not reported");
                }
            } finally {
                isReleased = true;
            }
        }
    }

    @Nested
    class GivenNoRequest {
        @Test
        void aPollMayLastAsLongAsItWasAskedTo() {
            start((body, attempt) -> body, requests);
            Eventually.holds(() -> requests.waiting() == 1, () -> "no poll");
            clock.step(DAY.minusNanos(1));
            assertEquals(WorkerActivity.POLLING, health().activity());
            assertFalse(health().isStuck());
            assertNull(health().requestId());
        }

        @Test
        @SuppressWarnings("unchecked")
        void aPollThatIsOverdueIsStuck() throws Exception {
            var deaf = (Mailbox<WorkRequest<String>, WorkResult<String>>) Proxy.newProxyInstance(
                    Mailbox.class.getClassLoader(), new Class<?>[] {Mailbox.class}, (_, method, args) -> {
                        if (method.getName().equals("receiveBatch")) {
                            isAtWork.countDown();
                            assertTrue(goOn.await(20, TimeUnit.SECONDS));
                        }
                        return method.invoke(requests, args);
                    });
            start((body, attempt) -> body, deaf);
            assertTrue(isAtWork.await(20, TimeUnit.SECONDS));
            clock.step(DAY.plusMinutes(12).minusNanos(1));
            assertFalse(health().isStuck());
            clock.step(Duration.ofNanos(1));
            assertTrue(health().isStuck());
        }

        @Test
        @SuppressWarnings("unchecked")
        void aGroupThatHasJustStartedIsHealthy() throws Exception {
            var slow = (Mailbox<WorkRequest<String>, WorkResult<String>>) Proxy.newProxyInstance(
                    Mailbox.class.getClassLoader(), new Class<?>[] {Mailbox.class}, (_, method, args) -> {
                        if (method.getName().equals("isClosed")) { // which it asks before its first poll
                            isAtWork.countDown();
                            assertTrue(goOn.await(20, TimeUnit.SECONDS));
                        }
                        return method.invoke(requests, args);
                    });
            start((body, attempt) -> body, slow);
            assertTrue(group.health().isHealthy(), () -> "" + group.health());
            assertTrue(isAtWork.await(20, TimeUnit.SECONDS));
            assertTrue(group.health().isHealthy(), () -> "" + group.health());
        }

        @Test
        void aWorkerThatHasEndedIsNotHealthy() {
            start((body, attempt) -> body, requests);
            Eventually.holds(() -> group.health().isHealthy() && requests.waiting() == 1, () -> "" + group.health());
            requests.close();
            Eventually.holds(() -> group.health().running() == 0, () -> "" + group.health());
            assertFalse(group.health().isHealthy());
        }

        @Test
        void aPauseIsNotStuckHoweverLongTheMailboxFails() {
            var down = new FakeMailbox<WorkRequest<String>, WorkResult<String>>();
            down.failWith(new BackendException("down", null));
            start((body, attempt) -> body, down);
            Eventually.holds(() -> health().activity() == WorkerActivity.PAUSING, () -> "" + health());
            clock.step(ofMinutes(13));
            Eventually.holds(() -> health().stats().backendFailures() > 1, () -> "" + health());
            assertFalse(health().isStuck());
            assertTrue(group.health().isHealthy());
        }
    }

    @Test
    void aCloseEndsTheWatchdog() {
        start((body, attempt) -> body, requests);
        Eventually.holds(() -> clock.waiting() == 2, () -> "the poll and the watchdog");
        group.close();
        Eventually.holds(() -> clock.waiting() == 0, () -> clock.waiting() + " still wait");
        assertThrows(IllegalStateException.class, () -> group.shutdownWithJvm(ofSeconds(1)));
    }

    @Test
    void aCloseThatGivesUpLeavesTheWatchdogUntilTheLastWorkerHasEnded() throws Exception {
        assertInstanceOf(Sent.class, requests.send(WorkRequest.of("endless")));
        start(this::waitUntilGoOn, requests);
        assertTrue(isAtWork.await(20, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        group.close();
        assertTrue(Thread.interrupted(), "it has given up at once");

        step(ofMinutes(12), 1);
        assertNotNull(stuck.poll(20, TimeUnit.SECONDS));
        goOn.countDown();
        Eventually.holds(() -> clock.waiting() == 0, () -> clock.waiting() + " still wait");
    }

    @Test
    void aTimeThatIsNoneIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> GroupConfig.DEFAULT.withStuckAfter(Duration.ZERO));
    }

    /** In a JVM of its own, which is sent the signal. Reads of its output hear no interrupt, hence the separate thread. */
    @Nested
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    class GivenAJvmThatEnds {
        private Process child;

        private BufferedReader start(String how) throws Exception {
            String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            child = new ProcessBuilder(java, "-cp", classPath(), GroupInItsOwnJvm.class.getName(), how)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            return child.inputReader();
        }

        private static String classPath() {
            Set<String> paths = new LinkedHashSet<>();
            for (Class<?> each : List.of(GroupInItsOwnJvm.class, WorkerGroup.class)) {
                paths.add(Path.of(each.getProtectionDomain().getCodeSource().getLocation().getPath()).toString());
            }
            return String.join(File.pathSeparator, paths);
        }

        @AfterEach
        void kill() throws InterruptedException {
            if (child != null) {
                assertTrue(child.destroyForcibly().waitFor(20, TimeUnit.SECONDS));
            }
        }

        @Test
        void theRequestInHandIsAnsweredAndSettledNoOtherIsTakenAndThenResourcesAreClosed() throws Exception {
            BufferedReader said = start("sigterm");
            assertEquals("working on first", said.readLine());
            assertTrue(child.toHandle().destroy(), "SIGTERM, and its streams stay open");
            assertEquals("the JVM is ending", said.readLine());
            try (var in = child.outputWriter()) {
                in.write("go on\n");
            }
            assertEquals("closed: answers 1, requests left 1, workers running 0", said.readLine());
            assertEquals("closed: the second resource", said.readLine());
            assertNull(said.readLine());
            assertEquals(128 + 15, child.waitFor());
        }

        @Test
        void aRequestThatTakesTooLongDoesNotHoldItUp() throws Exception {
            BufferedReader said = start("impatient");
            assertEquals("working on first", said.readLine());
            assertTrue(child.toHandle().destroy());
            assertEquals("closed: answers 0, requests left 2, workers running 1", said.readLine());
            assertEquals("closed: the second resource", said.readLine());
            assertEquals(128 + 15, child.waitFor());
        }

        @Test
        void aCloseThatGaveUpLeavesTheHook() throws Exception {
            BufferedReader said = start("given up");
            assertEquals("working on first", said.readLine());
            assertEquals("close gave up", said.readLine());
            assertTrue(child.toHandle().destroy());
            assertEquals("closed: answers 0, requests left 2, workers running 1", said.readLine());
            assertEquals("closed: the second resource", said.readLine());
            assertEquals(128 + 15, child.waitFor());
        }

        @Test
        void aGroupThatWasClosedLeavesNothingBehind() throws Exception {
            BufferedReader said = start("closed");
            child.outputWriter().close(); // its handlers read nothing, and return
            List<String> lines = said.lines().toList();
            assertTrue(lines.contains("the JVM is ending"), lines::toString);
            assertTrue(lines.stream().noneMatch(each -> each.startsWith("closed")), lines::toString);
            assertEquals(0, child.waitFor());
        }
    }
}
