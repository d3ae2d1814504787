package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** Notes how long others would wait at a time. */
final class NotingClock implements MailboxClock {
    private final MailboxClock clock;
    private final AtomicLong longestNanos = new AtomicLong();

    NotingClock(MailboxClock clock) {
        this.clock = clock;
    }

    Duration longestWait() {
        return Duration.ofNanos(longestNanos.get());
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public Instant now() {
        return clock.now();
    }

    @Override
    public void await(Lock lock, Condition condition, long untilNanos) throws InterruptedException {
        longestNanos.accumulateAndGet(untilNanos - clock.nanos(), Math::max);
        clock.await(lock, condition, untilNanos);
    }
}
