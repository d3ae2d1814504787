package io.hiveactor.mailbox.doubles;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A clock that stands still until it is stepped. It wakes whoever waits by it.
 *
 * <p><b>Threads:</b> any thread; steps one at a time.
 */
public final class SteppedClock implements MailboxClock {
    private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

    private record Sleeper(Lock lock, Condition condition) {}

    private final List<Sleeper> sleepers = new ArrayList<>(); // guarded by itself
    private volatile long nanos;
    private final long origin;

    public SteppedClock() {
        this(0);
    }

    /** @param startNanos what it shows at first */
    public SteppedClock(long startNanos) {
        nanos = startNanos;
        origin = startNanos;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Instant now() {
        return START.plusNanos(nanos - origin);
    }

    /**
     * Lets time pass at once.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public void step(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + time);
        }
        List<Sleeper> woken;
        synchronized (sleepers) {
            nanos = MailboxClock.after(nanos, time);
            woken = List.copyOf(sleepers);
        }
        for (Sleeper each : woken) { // with no lock of ours: who waits has the other one when it comes here
            each.lock.lock();
            try {
                each.condition.signalAll();
            } finally {
                each.lock.unlock();
            }
        }
    }

    /** How many wait for time to pass, or for a signal. */
    public int waiting() {
        synchronized (sleepers) {
            return sleepers.size();
        }
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // it is the caller's loop, and he may be woken for less
    public void await(Lock lock, Condition condition, long untilNanos) throws InterruptedException {
        var me = new Sleeper(lock, condition);
        synchronized (sleepers) {
            if (nanos >= untilNanos) {
                return;
            }
            sleepers.add(me);
        }
        try {
            condition.await();
        } finally {
            synchronized (sleepers) {
                sleepers.removeIf(each -> each == me);
            }
        }
    }
}
