package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** The clock of a machine that somebody sets to another day, or that was asleep for one. */
final class WanderingClock implements MailboxClock {
    private final MailboxClock system = MailboxClock.system();
    private volatile Duration wrong = Duration.ZERO;
    private volatile long asleepNanos;

    /** The time of day is wrong by so much from now on. */
    void set(Duration by) {
        wrong = by;
    }

    /** All of time has gone on by so much, while nobody here was awake; once. */
    void sleep(Duration time) {
        asleepNanos = time.toNanos();
    }

    @Override
    public long nanos() {
        return system.nanos() + asleepNanos;
    }

    @Override
    public Instant now() {
        return system.now().plus(wrong).plusNanos(asleepNanos);
    }

    @Override
    public void await(Lock lock, Condition condition, long untilNanos) throws InterruptedException {
        system.await(lock, condition, untilNanos == NEVER ? NEVER : untilNanos - asleepNanos);
    }
}
