package io.hiveactor.mailbox.doubles;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SteppedClockTest {
    private static final long LIMIT_SECONDS = 15;

    private final SteppedClock clock = new SteppedClock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();

    @Nested
    class GivenNobodyWaits {
        @Test
        void itStandsStillUntilItIsStepped() {
            assertEquals(0, clock.nanos());
            assertEquals(Instant.parse("2024-01-01T00:00:00Z"), clock.now());
            clock.step(ofSeconds(90));
            assertEquals(90_000_000_000L, clock.nanos());
            assertEquals(Instant.parse("2024-01-01T00:01:30Z"), clock.now());
            clock.step(ZERO);
            assertEquals(90_000_000_000L, clock.nanos());
        }

        @Test
        void theTimeOfDayDoesNotDependOnWhereItStarts() {
            var other = new SteppedClock(-7);
            assertEquals(-7, other.nanos());
            assertEquals(clock.now(), other.now());
            other.step(ofNanos(8));
            assertEquals(1, other.nanos());
            assertEquals(Instant.parse("2024-01-01T00:00:00.000000008Z"), other.now());
        }

        @Test
        void itDoesNotGoBack() {
            var refused = assertThrows(IllegalArgumentException.class, () -> clock.step(ofNanos(-1)));
            assertEquals("time does not go back: " + ofNanos(-1), refused.getMessage());
            assertEquals(0, clock.nanos());
        }

        @Test
        void itStopsAtTheEndOfTime() {
            clock.step(ofSeconds(5));
            clock.step(ofSeconds(Long.MAX_VALUE));
            assertEquals(MailboxClock.NEVER, clock.nanos());
        }

        @Test
        void whoWaitsForATimeThatHasComeDoesNotWait() throws InterruptedException {
            clock.step(ofNanos(5));
            lock.lock();
            try {
                clock.await(lock, condition, 5);
                clock.await(lock, condition, -5);
            } finally {
                lock.unlock();
            }
            assertEquals(0, clock.waiting());
        }
    }

    @Nested
    class GivenSomebodyWaits {
        private final List<Thread> threads = new ArrayList<>();

        /** As a mailbox waits: until a time has come, by whatever wakes it. */
        private CompletableFuture<Long> begun(long untilNanos) {
            var woken = new CompletableFuture<Long>();
            threads.add(Thread.ofVirtual().start(() -> {
                lock.lock();
                try {
                    while (clock.nanos() < untilNanos) {
                        clock.await(lock, condition, untilNanos);
                    }
                    woken.complete(clock.nanos());
                } catch (InterruptedException e) {
                    woken.completeExceptionally(e);
                } finally {
                    lock.unlock();
                }
            }));
            return woken;
        }

        private CompletableFuture<Long> sleeper(long untilNanos) {
            int before = clock.waiting();
            var woken = begun(untilNanos);
            while (clock.waiting() == before) {
                Thread.onSpinWait();
            }
            return woken;
        }

        @Test
        void aStepToItsTimeWakesIt() throws Exception {
            var sleeper = sleeper(10);
            clock.step(ofNanos(10));
            assertEquals(10L, sleeper.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertEquals(0, clock.waiting());
        }

        @Test
        void aShorterStepLeavesItWaiting() throws Exception {
            var sleeper = sleeper(10);
            clock.step(ofNanos(9));
            assertFalse(sleeper.isDone());
            clock.step(ofNanos(1));
            assertEquals(10L, sleeper.get(LIMIT_SECONDS, TimeUnit.SECONDS));
        }

        @Test
        void aStepWakesEverybodyWhoseTimeHasCome() throws Exception {
            var first = sleeper(10);
            var second = sleeper(11);
            var third = sleeper(MailboxClock.NEVER);
            clock.step(ofNanos(20));
            assertEquals(20L, first.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertEquals(20L, second.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertFalse(third.isDone());
            threads.getLast().interrupt();
            threads.getLast().join();
            assertInstanceOf(InterruptedException.class, third.exceptionNow());
            assertEquals(0, clock.waiting());
        }

        @Test
        void aSignalWakesItWithoutTime() throws InterruptedException {
            var isSignalled = new CompletableFuture<Long>();
            Thread thread = Thread.ofVirtual().start(() -> {
                lock.lock();
                try {
                    clock.await(lock, condition, MailboxClock.NEVER);
                    isSignalled.complete(clock.nanos());
                } catch (InterruptedException e) {
                    isSignalled.completeExceptionally(e);
                } finally {
                    lock.unlock();
                }
            });
            while (clock.waiting() == 0) {
                Thread.onSpinWait();
            }
            lock.lock();
            try {
                condition.signal();
            } finally {
                lock.unlock();
            }
            thread.join();
            assertEquals(0L, isSignalled.resultNow());
            assertEquals(0, clock.waiting());
        }

        /** Whoever comes between the step and its signals sees the new time, and whoever came before gets a signal. */
        @Test
        void nobodyIsMissedWhoComesWhileItIsStepped() throws Exception {
            for (int round = 1; round <= 2_000; round++) {
                var woken = begun(round);
                clock.step(ofNanos(1));
                assertEquals(round, woken.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            }
        }
    }
}
