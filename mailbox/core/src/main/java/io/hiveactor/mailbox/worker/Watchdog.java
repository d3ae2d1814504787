package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Reports each worker of a group that gets stuck, once until it is well again.
 *
 * <p><b>Threads:</b> one thread runs it; any thread ends it.
 */
final class Watchdog {
    private static final System.Logger LOG = System.getLogger(WorkerGroup.class.getName());
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);
    private static final int LOOKS = 4;

    private final WorkerGroup group;
    private final GroupConfig config;
    private final Function<String, StackTraceElement[]> stackOf;
    private final Set<String> reported = new HashSet<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isEnded; // guarded by lock

    /** @param stackOf where the thread of a name is */
    Watchdog(WorkerGroup group, GroupConfig config, Function<String, StackTraceElement[]> stackOf) {
        this.group = group;
        this.config = config;
        this.stackOf = stackOf;
    }

    void run() {
        Duration part = config.stuckAfter().dividedBy(LOOKS);
        Duration interval = part.compareTo(LONGEST_INTERVAL) < 0 ? part : LONGEST_INTERVAL;
        while (isWaited(interval)) {
            look();
        }
    }

    /** Waits for the time of the next look; false if it was ended. */
    private boolean isWaited(Duration interval) {
        lock.lock();
        try {
            long untilNanos = MailboxClock.after(config.clock().nanos(), interval);
            while (!isEnded && config.clock().nanos() < untilNanos) {
                config.clock().await(lock, changed, untilNanos);
            }
            return !isEnded;
        } catch (InterruptedException e) {
            throw new AssertionError("no other thread has this one", e);
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            isEnded = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        List<WorkerHealth> stuck = new ArrayList<>();
        for (WorkerHealth each : group.health().workers()) {
            if (!each.isStuck()) {
                reported.remove(each.thread());
            } else if (reported.add(each.thread())) {
                stuck.add(each);
            }
        }
        stuck.forEach(this::report);
    }

    private void report(WorkerHealth worker) {
        var stack = new StringBuilder();
        for (StackTraceElement each : stackOf.apply(worker.thread())) {
            stack.append("\n\tat ").append(each);
        }
        LOG.log(Level.ERROR, worker.thread() + " of mailbox " + worker.mailbox() + " is stuck: " + worker.activity()
                + (worker.requestId() == null ? "" : " of request " + worker.requestId())
                + " without a heartbeat for " + worker.silence() + stack);
        try {
            config.onStuck().accept(worker);
        } catch (Throwable e) { // the others are still to be reported
            LOG.log(Level.ERROR, "the listener to stuck workers failed", e);
        }
    }
}
