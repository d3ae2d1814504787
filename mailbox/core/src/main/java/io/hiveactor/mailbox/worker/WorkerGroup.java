package io.hiveactor.mailbox.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Several workers, each on a virtual thread of its own, which end together.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class WorkerGroup implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WorkerGroup.class.getName());
    private static final int MOST_WORKERS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<MailboxWorker<?, ?>> workers;
    private final List<Thread> threads = new ArrayList<>();

    private WorkerGroup(List<MailboxWorker<?, ?>> workers) {
        this.workers = workers;
        for (MailboxWorker<?, ?> each : workers) {
            threads.add(Thread.ofVirtual().name("mailbox-worker-" + threads.size()).start(() -> run(each)));
        }
    }

    /** Starts workers, which may be of several mailboxes. */
    public static WorkerGroup of(List<? extends MailboxWorker<?, ?>> workers) {
        if (workers.isEmpty() || workers.size() > MOST_WORKERS) {
            throw new IllegalArgumentException("a group has 1 to " + MOST_WORKERS + " workers: " + workers.size());
        }
        return new WorkerGroup(List.copyOf(workers));
    }

    /** Starts so many workers that are all made alike. */
    public static WorkerGroup of(int count, Supplier<? extends MailboxWorker<?, ?>> worker) {
        List<MailboxWorker<?, ?>> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(count, MOST_WORKERS + 1); i++) {
            workers.add(worker.get());
        }
        return of(workers);
    }

    private static void run(MailboxWorker<?, ?> worker) {
        try {
            worker.run();
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, "a worker was interrupted, and has ended");
        } catch (Throwable e) { // a bug of a mailbox's; the others go on
            LOG.log(Level.ERROR, "a worker has ended", e);
        }
    }

    /** How many still work. */
    public int running() {
        return (int) workers.stream().filter(MailboxWorker::isRunning).count();
    }

    public List<WorkerStats> stats() {
        return workers.stream().map(MailboxWorker::stats).toList();
    }

    /**
     * Ends all of them, each after the request it has in hand.
     *
     * @return whether all have ended within the time
     */
    @CanIgnoreReturnValue
    public boolean shutdown(Duration timeout) throws InterruptedException {
        for (MailboxWorker<?, ?> each : workers) {
            each.shutdown(Duration.ZERO); // tells it, and waits for none
        }
        MailboxClock clock = MailboxClock.system();
        long untilNanos = MailboxClock.after(clock.nanos(), timeout);
        boolean haveAllEnded = true;
        for (Thread each : threads) {
            long left = Math.max(0, untilNanos - clock.nanos());
            haveAllEnded &= each.join(Duration.ofNanos(left));
        }
        return haveAllEnded;
    }

    /** Ends all of them, and waits for half a minute at the most. */
    @Override
    public void close() {
        try {
            if (!shutdown(PATIENCE)) {
                LOG.log(Level.WARNING, running() + " workers are still at work after " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
