package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that handles a request when the budget of the attempt ends.
 *
 * <p><b>Threads:</b> the thread that starts it ends it; a thread of {@code WATCHERS} waits for the budget, or until the
 * attempt ends.
 */
final class BudgetTimer {
    /*
     * The interrupt is sent under the lock, and only while the attempt runs; `end` clears it under the same lock. So
     * it reaches nothing but the handler. One that another thread sends between the end of the budget and `end` is cleared
     * with it: a flag does not say who set it. What has to end a worker therefore calls `shutdown`.
     */
    private enum State { RUNNING, EXPIRED, ENDED_IN_TIME, ENDED_LATE }

    /**
     * Platform threads, since handlers that never wait may occupy every carrier of virtual ones. At most one for each
     * attempt with a budget that is under way; an idle one is used again, or ends after a second.
     */
    private static final ExecutorService WATCHERS = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS,
            new SynchronousQueue<>(), Thread.ofPlatform().daemon().name("mailbox-budget-", 0).factory());

    private final Thread handling = Thread.currentThread();
    private final MailboxClock clock;
    private final long endNanos;
    private final Runnable onExpired;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** RUNNING -> ENDED_IN_TIME, or RUNNING -> EXPIRED -> ENDED_LATE, or RUNNING -> ENDED_LATE. Guarded by lock. */
    private State state = State.RUNNING;

    private BudgetTimer(@Nullable Duration budget, MailboxClock clock, Runnable onExpired) {
        this.clock = clock;
        this.onExpired = onExpired;
        endNanos = budget == null ? MailboxClock.NEVER : MailboxClock.after(clock.nanos(), budget);
    }

    /**
     * Starts to count for the calling thread.
     *
     * @param budget null if there is none
     * @param onExpired called once the thread was interrupted
     */
    static BudgetTimer start(@Nullable Duration budget, MailboxClock clock, Runnable onExpired) {
        var timer = new BudgetTimer(budget, clock, onExpired);
        if (timer.endNanos != MailboxClock.NEVER) {
            WATCHERS.execute(timer::watch);
        }
        return timer;
    }

    private void watch() {
        if (isExpired()) {
            onExpired.run();
        }
    }

    /** Waits for the end of the budget or of the attempt; whether the budget was first. */
    private boolean isExpired() {
        lock.lock();
        try {
            while (state == State.RUNNING && clock.nanos() < endNanos) {
                clock.await(lock, changed, endNanos);
            }
            if (state != State.RUNNING) {
                return false;
            }
            state = State.EXPIRED;
            handling.interrupt();
            return true;
        } catch (InterruptedException e) {
            throw new AssertionError("no other thread has this one", e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the attempt; whether its budget had ended before, whether or not the handler cared. A second call returns
     * the same.
     */
    boolean end() {
        lock.lock();
        try {
            if (state == State.EXPIRED) {
                Thread.interrupted();
                state = State.ENDED_LATE;
            } else if (state == State.RUNNING) {
                state = clock.nanos() < endNanos ? State.ENDED_IN_TIME : State.ENDED_LATE;
                changed.signalAll();
            }
            return state == State.ENDED_LATE;
        } finally {
            lock.unlock();
        }
    }
}
