package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.Eventually;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.doubles.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock for one mailbox that is stepped and wakes only those whose time has come, the earliest first, each when those
 * before have done what they woke for. A clock that wakes everybody hides who was forgotten.
 */
final class AlarmClock implements MailboxClock {
    /*
     * An alarm is an interrupt: it takes one thread out of a condition on which many wait, as a timeout does, and so leaves a
     * signal that comes later to the others.
     *
     * Who waits is among the sleepers until it has the lock again. So whoever is among them, but not on the condition, has
     * been woken and has yet to run.
     */
    private record Sleeper(Thread thread, long untilNanos, long number) {}

    private final SteppedClock time = new SteppedClock();
    private final Object guard = new Object();
    private final List<Sleeper> sleepers = new ArrayList<>();
    private Optional<Sleeper> ringing = Optional.empty();
    private long awaits;
    private ReentrantLock lock = new ReentrantLock();
    private Condition condition = lock.newCondition();

    @Override
    public long nanos() {
        return time.nanos();
    }

    @Override
    public Instant now() {
        return time.now();
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // it is the caller's loop
    public void await(Lock callersLock, Condition callersCondition, long untilNanos) throws InterruptedException {
        Sleeper me;
        synchronized (guard) {
            lock = (ReentrantLock) callersLock;
            condition = callersCondition;
            if (nanos() >= untilNanos) {
                return;
            }
            me = new Sleeper(Thread.currentThread(), untilNanos, awaits++);
            sleepers.add(me);
        }
        try {
            callersCondition.await();
        } catch (InterruptedException e) {
            if (!isRinging(me)) {
                throw e;
            }
        } finally {
            leave(me);
        }
    }

    private boolean isRinging(Sleeper sleeper) {
        synchronized (guard) {
            return ringing.filter(sleeper::equals).isPresent();
        }
    }

    private void leave(Sleeper me) {
        synchronized (guard) {
            sleepers.remove(me);
            if (isRinging(me)) {
                ringing = Optional.empty();
                var _ = Thread.interrupted(); // a signal came before the alarm did
            }
        }
    }

    /** Lets time pass at once, and wakes one after the other those whose time has come. */
    void step(Duration duration) {
        settle();
        time.step(duration);
        while (ringNext()) {
            settle();
        }
    }

    private boolean ringNext() {
        synchronized (guard) {
            ringing = sleepers.stream()
                    .filter(each -> each.untilNanos <= nanos())
                    .min(Comparator.comparingLong(Sleeper::untilNanos).thenComparingLong(Sleeper::number));
            ringing.ifPresent(each -> each.thread.interrupt());
            return ringing.isPresent();
        }
    }

    /** Until everybody who was woken has run, and waits again or is gone. */
    void settle() {
        Eventually.holds(this::isSettled, () -> "somebody who was woken never ran: " + sleepers);
    }

    private boolean isSettled() {
        ReentrantLock itsLock;
        Condition itsCondition;
        synchronized (guard) {
            itsLock = lock;
            itsCondition = condition;
        }
        itsLock.lock();
        try {
            synchronized (guard) {
                return ringing.isEmpty() && sleepers.size() == itsLock.getWaitQueueLength(itsCondition);
            }
        } finally {
            itsLock.unlock();
        }
    }

    /** When the first of those who wait wakes by itself; {@link #NEVER} if nobody does. */
    long earliestNanos() {
        synchronized (guard) {
            return sleepers.stream().mapToLong(Sleeper::untilNanos).min().orElse(NEVER);
        }
    }

    /** How often somebody has begun to wait, or to wait again. */
    long awaits() {
        synchronized (guard) {
            return awaits;
        }
    }
}
