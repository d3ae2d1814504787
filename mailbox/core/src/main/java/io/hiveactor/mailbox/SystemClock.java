package io.hiveactor.mailbox;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** The time of the machine, from the start of the program. <b>Threads:</b> any thread. */
final class SystemClock implements MailboxClock {
    static final SystemClock INSTANCE = new SystemClock();
    private final long origin = System.nanoTime();

    private SystemClock() {}

    @Override
    public long nanos() {
        return System.nanoTime() - origin;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // it is the caller's loop, and he may be woken for less
    public void await(Lock lock, Condition condition, long untilNanos) throws InterruptedException {
        if (untilNanos == NEVER) {
            condition.await();
            return;
        }
        long left = untilNanos - nanos();
        if (left > 0) {
            var _ = condition.await(left, TimeUnit.NANOSECONDS);
        }
    }
}
