package io.hiveactor.mailbox.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Several workers, each on a virtual thread of its own, which end together. A watchdog reports workers that are stuck;
 * it ends none of them, since only the handler knows what it is doing.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class WorkerGroup implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(WorkerGroup.class.getName());
    private static final int MOST_WORKERS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<MailboxWorker<?, ?>> workers;
    private final GroupConfig config;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger left;
    private final Watchdog watchdog;
    private final Object hookLock = new Object();
    private @Nullable Thread hook; // guarded by hookLock, as is the one below
    private boolean isClosed;

    private WorkerGroup(List<MailboxWorker<?, ?>> workers, GroupConfig config) {
        this.workers = workers;
        this.config = config;
        left = new AtomicInteger(workers.size());
        watchdog = new Watchdog(this, config, this::stackOf);
        for (MailboxWorker<?, ?> each : workers) {
            threads.add(Thread.ofVirtual().name("mailbox-worker-" + threads.size()).unstarted(() -> run(each)));
        }
        workers.forEach(MailboxWorker::expectRun);
        threads.forEach(Thread::start);
        // not virtual: handlers that never wait may occupy every carrier thread
        Thread.ofPlatform().daemon().name("mailbox-worker-watchdog").start(watchdog::run);
    }

    /** Starts workers, which may be of several mailboxes. */
    public static WorkerGroup of(List<? extends MailboxWorker<?, ?>> workers) {
        return of(workers, GroupConfig.DEFAULT);
    }

    /** As {@link #of(List)}, watched as configured. */
    public static WorkerGroup of(List<? extends MailboxWorker<?, ?>> workers, GroupConfig config) {
        if (workers.isEmpty() || workers.size() > MOST_WORKERS) {
            throw new IllegalArgumentException("a group has 1 to " + MOST_WORKERS + " workers: " + workers.size());
        }
        return new WorkerGroup(List.copyOf(workers), config);
    }

    /** Starts so many workers that are all made alike. */
    public static WorkerGroup of(int count, Supplier<? extends MailboxWorker<?, ?>> worker) {
        List<MailboxWorker<?, ?>> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(count, MOST_WORKERS + 1); i++) {
            workers.add(worker.get());
        }
        return of(workers);
    }

    private void run(MailboxWorker<?, ?> worker) {
        try {
            worker.run();
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, "a worker was interrupted, and has ended");
        } catch (Throwable e) { // the others continue
            LOG.log(Level.ERROR, "a worker has ended", e);
        } finally {
            if (left.decrementAndGet() == 0) {
                watchdog.end();
                removeHookIfDone();
            }
        }
    }

    private StackTraceElement[] stackOf(String thread) {
        return threads.stream().filter(each -> each.getName().equals(thread)).findFirst().orElseThrow().getStackTrace();
    }

    /** How many still work. */
    public int running() {
        return (int) workers.stream().filter(MailboxWorker::isRunning).count();
    }

    /** The counters of each worker, in their order. */
    public List<WorkerStats> stats() {
        return workers.stream().map(MailboxWorker::stats).toList();
    }

    /** How each worker is: what it does, for how long, and whether it is stuck. Waits for none of them. */
    public GroupHealth health() {
        List<WorkerHealth> all = new ArrayList<>();
        for (int i = 0; i < workers.size(); i++) {
            all.add(workers.get(i).health(threads.get(i).getName(), config.stuckAfter()));
        }
        return new GroupHealth(all);
    }

    // ---- the end ----

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
            long rest = Math.max(0, untilNanos - clock.nanos());
            haveAllEnded &= each.join(Duration.ofNanos(rest));
        }
        return haveAllEnded;
    }

    /**
     * From now on the end of the JVM, as by SIGTERM, ends the group first: no more requests are received, and those in
     * hand are handled, answered and settled, for at most this long. Then the resources are closed, in their order:
     * mailboxes, backends, clients. A request that is still in hand then is delivered again when its lease ends.
     *
     * <p>This is a JVM shutdown hook, which {@link #close()} removes once no worker runs. Hooks run in no particular
     * order, so close nothing that the workers need in a hook of your own.
     *
     * @throws IllegalStateException if it was called before, the group is closed, or the JVM is ending
     */
    public void shutdownWithJvm(Duration timeout, AutoCloseable... resources) {
        List<AutoCloseable> inOrder = List.of(resources);
        synchronized (hookLock) {
            if (hook != null || isClosed) {
                throw new IllegalStateException(isClosed ? "the group is closed" : "the group has a hook already");
            }
            Thread ending = Thread.ofPlatform().name("mailbox-worker-shutdown").unstarted(() -> end(timeout, inOrder));
            Runtime.getRuntime().addShutdownHook(ending);
            hook = ending;
        }
    }

    private void end(Duration timeout, List<AutoCloseable> resources) {
        try {
            if (!shutdown(timeout)) {
                LOG.log(Level.WARNING, running() + " workers are still at work after " + timeout + ": "
                        + health().workers().stream().filter(WorkerHealth::isRunning).toList());
            }
        } catch (InterruptedException e) {
            LOG.log(Level.WARNING, "the end of the JVM does not wait for " + running() + " workers");
        }
        for (AutoCloseable each : resources) {
            try {
                each.close();
            } catch (Throwable e) { // the next one is to be closed all the same
                LOG.log(Level.ERROR, each + " could not be closed", e);
            }
        }
    }

    /** After a close that gave up, the watchdog and the hook are still needed: they end with the last worker. */
    private void removeHookIfDone() {
        synchronized (hookLock) {
            if (hook == null || !isClosed || left.get() > 0) {
                return;
            }
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) { // the JVM is ending: the hook runs, and does what close does
                LOG.log(Level.DEBUG, "the JVM is ending", e);
            }
        }
    }

    /**
     * Ends all of them, and waits for half a minute at the most. Workers that take longer are still watched, and a hook
     * of {@link #shutdownWithJvm} remains, until the last of them has ended.
     */
    @Override
    public void close() {
        try {
            if (!shutdown(PATIENCE)) {
                LOG.log(Level.WARNING, running() + " workers are still at work after " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (hookLock) {
            isClosed = true;
        }
        removeHookIfDone();
    }
}
