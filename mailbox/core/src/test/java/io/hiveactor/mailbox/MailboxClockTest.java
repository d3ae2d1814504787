package io.hiveactor.mailbox;

import static io.hiveactor.mailbox.MailboxClock.NEVER;
import static io.hiveactor.mailbox.MailboxClock.after;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MailboxClockTest {
    @Nested
    class TheTimeAfterATime {
        @Test
        void isTheirSum() {
            assertEquals(0, after(0, ZERO));
            assertEquals(-5, after(-8, ofNanos(3)));
            assertEquals(30_000_000_007L, after(7, ofSeconds(30)));
            assertEquals(31_000_000_000L - 1, after(-1, ofSeconds(31)));
            assertEquals(1_500_000_000L, after(1, ofSeconds(1, 499_999_999)));
        }

        @Test
        void isNeverRatherThanBeyondAllTime() {
            assertEquals(NEVER, after(0, ofSeconds(Long.MAX_VALUE)));
            assertEquals(NEVER, after(NEVER, ZERO));
            assertEquals(NEVER, after(NEVER, ofSeconds(1)));
            assertEquals(NEVER, after(NEVER - 1, ofNanos(1)));
            assertEquals(NEVER, after(NEVER - 1, ofNanos(2)));
            assertEquals(NEVER, after(1, ofNanos(NEVER)));
            assertEquals(NEVER, after(5_000_000_000L, ofNanos(NEVER).minusSeconds(2)));
        }

        @Test
        void isNotEarlierHoweverFarBack() {
            assertTrue(after(-1, ofSeconds(Long.MAX_VALUE)) >= NEVER - 1);
            assertTrue(after(Long.MIN_VALUE, ofSeconds(Long.MAX_VALUE)) >= -1);
        }
    }

    @Nested
    @Timeout(60)
    class TheClockOfTheMachine {
        private final MailboxClock clock = MailboxClock.system();
        private final ReentrantLock lock = new ReentrantLock();

        @Test
        void awaitsATimeAndDoesNotSpin() throws InterruptedException {
            var condition = lock.newCondition();
            int awaits = 0;
            long untilNanos = clock.nanos() + 20_000_000;
            lock.lock();
            try {
                while (clock.nanos() < untilNanos) {
                    clock.await(lock, condition, untilNanos);
                    awaits++;
                }
                clock.await(lock, condition, untilNanos); // which has passed
            } finally {
                lock.unlock();
            }
            assertTrue(awaits < 100, awaits + " times");
        }

        @Test
        void awaitsASignalForEver() throws InterruptedException {
            var condition = lock.newCondition();
            var isSignalled = new AtomicBoolean();
            lock.lock();
            try {
                var _ = Thread.ofVirtual().start(() -> {
                    lock.lock(); // which is free only once we wait
                    try {
                        isSignalled.set(true);
                        condition.signal();
                    } finally {
                        lock.unlock();
                    }
                });
                clock.await(lock, condition, NEVER);
                assertTrue(isSignalled.get());
            } finally {
                lock.unlock();
            }
        }
    }
}
