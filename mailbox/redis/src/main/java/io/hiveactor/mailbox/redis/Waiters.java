package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The receivers of one mailbox that found nothing, until it is worth looking again.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Waiters {
    /*
     * Looking is a call to the server, so each piece of news sends one of them to look, and who finds more than it takes sends
     * the next. News that come while nobody waits are kept for the next who would: it looked before them.
     *
     * One of those who wait, the leader, also looks when the next lease ends, and now and then for news that got lost. The
     * others follow when it leaves. The next lease end known here may be too soon, of a lease that was settled since, which
     * costs one look; it is never too late.
     *
     * Invariants, whenever the lock is free
     *  - looks <= max(1, waiting)
     *  - if somebody waits and nobody leads, or there is a look to be had, somebody who waits has been signalled
     */
    private final Duration pollInterval;
    private final MailboxClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition leads = lock.newCondition();
    private final Condition follows = lock.newCondition();
    private int waiting;
    private int looks;
    private @Nullable Thread leader;
    private long nextEndNanos = MailboxClock.NEVER;
    private boolean isClosed;

    Waiters(Duration pollInterval, MailboxClock clock) {
        this.pollInterval = pollInterval;
        this.clock = clock;
    }

    /**
     * Waits until it is worth looking.
     *
     * @return false if the deadline has come, or it is closed
     */
    boolean await(long deadlineNanos) throws InterruptedException {
        Thread me = Thread.currentThread();
        lock.lockInterruptibly();
        waiting++;
        try {
            long pollNanos = MailboxClock.after(clock.nanos(), pollInterval);
            while (!isClosed) {
                if (looks > 0) {
                    looks--;
                    return true;
                }
                long nowNanos = clock.nanos();
                if (nowNanos >= deadlineNanos) {
                    return false;
                }
                if (leader != null && leader != me) {
                    clock.await(lock, follows, deadlineNanos);
                } else if (nowNanos >= Math.min(nextEndNanos, pollNanos)) {
                    nextEndNanos = MailboxClock.NEVER; // who looks now is told the next
                    return true;
                } else {
                    leader = me;
                    clock.await(lock, leads, Math.min(deadlineNanos, Math.min(nextEndNanos, pollNanos)));
                }
            }
            return false;
        } finally {
            waiting--;
            if (leader == me) {
                leader = null;
            }
            if (leader == null || looks > 0) {
                signalOne();
            }
            lock.unlock();
        }
    }

    /** What the server said: that there is something, or in how many microseconds a lease ends. */
    void tell(String news) {
        if (news.equals("visible")) {
            wakeOne();
        } else {
            leaseEndsIn(Long.parseLong(news));
        }
    }

    /** Lets one of them look, now or as soon as there is one. */
    void wakeOne() {
        lock.lock();
        try {
            looks = Math.min(looks + 1, Math.max(waiting, 1));
            signalOne();
        } finally {
            lock.unlock();
        }
    }

    void leaseEndsIn(long micros) {
        long endNanos = MailboxClock.after(clock.nanos(), Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000));
        lock.lock();
        try {
            if (endNanos < nextEndNanos) {
                nextEndNanos = endNanos;
                leads.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends everybody home, now and from now on. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            leads.signalAll();
            follows.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return isClosed;
        } finally {
            lock.unlock();
        }
    }

    int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    /** A follower if there is one: the leader has its place, and would have to be followed. */
    private void signalOne() {
        boolean isFollowed = waiting > (leader == null ? 0 : 1);
        (isFollowed ? follows : leads).signal();
    }
}
