package io.hiveactor.mailbox.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.ReceivedBatch;
import io.hiveactor.mailbox.UnreadableBody;
import io.hiveactor.mailbox.lease.Heartbeat;
import io.hiveactor.mailbox.lease.LeaseExtender;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests from a mailbox one at a time, has each handled, answers it and settles it, until it is shut down or
 * the mailbox is closed. A request whose handler fails is tried again later, and in the end becomes a dead letter; a
 * mailbox that fails is asked again after a pause. The loop ends for neither, whatever is thrown: exceptions and errors
 * alike.
 *
 * <p><b>Threads:</b> one thread runs it, any thread may shut it down.
 */
public final class MailboxWorker<T extends @Nullable Object, O extends @Nullable Object> implements AutoCloseable {
    /*
     * A shutdown has to end a poll, and mailboxes know only one way for that: an interrupt. It must hit nothing but the
     * poll, so the thread is told only while `polling` names it, and clears what it was told before it goes on.
     */
    private static final System.Logger LOG = System.getLogger(MailboxWorker.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(1);

    private final Mailbox<WorkRequest<T>, WorkResult<O>> requests;
    private final String source;
    private final WorkHandler<T, O> handler;
    private final WorkerConfig<T> config;
    private final Heartbeat heartbeat;
    private final LeaseExtender extender;
    private final Settling<T, O> settling;
    private final LongAdder polls = new LongAdder();

    /** What it does, since when, and for which request. One object, so that a reader sees them together. */
    private record Phase(WorkerActivity activity, long sinceNanos, @Nullable String requestId) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Phase phase = new Phase(WorkerActivity.STOPPED, 0, null);
    private @Nullable Thread polling; // guarded by lock, as are the two below
    private boolean isRunning;
    private boolean isShutDown;

    /** A worker with the defaults of {@link WorkerConfig#standard}. */
    public MailboxWorker(Mailbox<WorkRequest<T>, WorkResult<O>> requests, WorkHandler<T, O> handler) {
        this(requests, handler, WorkerConfig.standard());
    }

    /** A worker with this configuration. */
    public MailboxWorker(
            Mailbox<WorkRequest<T>, WorkResult<O>> requests, WorkHandler<T, O> handler, WorkerConfig<T> config) {
        this.requests = Objects.requireNonNull(requests, "requests");
        source = requests.name();
        this.handler = Objects.requireNonNull(handler, "handler");
        this.config = config;
        heartbeat = new Heartbeat(config.clock());
        LeaseExtension extension = config.extension();
        extender = new LeaseExtender(extension.isEnabled(), extension.interval(), extension.lease(), config.clock());
        settling = new Settling<>(source, requests.traits(), config);
        requests.traits().checkLease(config.lease(), "the lease");
        if (extension.isEnabled()) {
            requests.traits().checkLease(extension.lease(), "the extended lease");
        }
    }

    /**
     * Works until it is shut down or the mailbox is closed. An interrupt by another thread ends a poll or a pause.
     * While a handler works it is the handler's: one that ends by it has failed, as by anything else it throws, and
     * one that leaves its thread interrupted ends the next poll. A handler is also interrupted when the budget of its
     * request ends; that interrupt is cleared when it returns, and with it any other that came after the end of the
     * budget. To end a worker for certain, call {@link #shutdown()}.
     *
     * @throws InterruptedException if the thread was interrupted by somebody else
     * @throws IllegalStateException if another thread runs it
     */
    public void run() throws InterruptedException {
        run(Long.MAX_VALUE);
    }

    /** As {@link #run()}, for so many polls at the most, also those that give nothing. */
    public void run(long maxPolls) throws InterruptedException {
        begin();
        try {
            int failures = 0;
            for (long i = 0; i < maxPolls && goesOn(); i++) {
                try {
                    ReceivedBatch<WorkRequest<T>, WorkResult<O>> batch = poll();
                    failures = 0;
                    heartbeat.beat();
                    batch.messages().forEach(this::work);
                    batch.unreadable().forEach(this::refuse);
                } catch (InterruptedException e) {
                    throw e;
                } catch (Throwable e) { // a shutdown still ends the loop
                    failures++;
                    settling.backendFailures.increment();
                    LOG.log(Level.WARNING, "mailbox " + source + " fails; it is asked again later", e);
                    pause(Backoff.afterFailures(failures));
                }
            }
        } finally {
            end();
        }
    }

    private void enter(WorkerActivity activity, @Nullable String requestId) {
        phase = new Phase(activity, config.clock().nanos(), requestId);
    }

    /** Counts as running from now on, before its thread has begun: a group that has just started is healthy. */
    void expectRun() {
        lock.lock();
        try {
            if (!isRunning) {
                enter(WorkerActivity.POLLING, null);
            }
        } finally {
            lock.unlock();
        }
    }

    private void begin() {
        lock.lock();
        try {
            if (isRunning) {
                throw new IllegalStateException("this worker of " + source + " runs already");
            }
            isRunning = true;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            isRunning = false;
            enter(WorkerActivity.STOPPED, null);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean goesOn() {
        return !isShutDown() && !isClosed();
    }

    /** A mailbox that fails to say so is taken to be open. */
    private boolean isClosed() {
        try {
            return requests.isClosed();
        } catch (Throwable e) {
            LOG.log(Level.WARNING, "mailbox " + source + " does not say whether it is closed", e);
            return false;
        }
    }

    private ReceivedBatch<WorkRequest<T>, WorkResult<O>> poll() throws InterruptedException {
        if (Thread.interrupted()) { // not by us, who do it in a poll only
            throw new InterruptedException();
        }
        if (!beginPoll()) {
            return ReceivedBatch.none();
        }
        enter(WorkerActivity.POLLING, null);
        try {
            polls.increment();
            return requests.receiveBatch(1, config.lease(), config.pollWait());
        } catch (InterruptedException e) {
            if (isShutDown()) {
                return ReceivedBatch.none();
            }
            throw e;
        } finally {
            endPoll();
        }
    }

    private boolean beginPoll() {
        lock.lock();
        try {
            polling = isShutDown ? null : Thread.currentThread();
            return !isShutDown;
        } finally {
            lock.unlock();
        }
    }

    private void endPoll() {
        lock.lock();
        try {
            polling = null;
            if (isShutDown) {
                Thread.interrupted(); // ours, which may have come too late to end anything
            }
        } finally {
            lock.unlock();
        }
    }

    private void work(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        if (isShutDown()) {
            settling.giveBack(Job.of(delivery));
            return;
        }
        enter(WorkerActivity.HANDLING, Job.of(delivery).requestId());
        try (var _ = extender.attach(delivery, heartbeat)) {
            handle(delivery);
        }
        heartbeat.beat();
    }

    /**
     * A request that cannot be read fails as one whose handler has thrown: it is tried again, and in the end a dead
     * letter.
     */
    private void refuse(Delivery<UnreadableBody, WorkResult<O>> delivery) {
        Job<T, O> job = Job.unreadable(delivery);
        enter(WorkerActivity.HANDLING, job.requestId());
        if (isShutDown()) {
            settling.giveBack(job);
        } else {
            settling.failed(job, new UnreadableRequest(delivery.body()));
        }
        heartbeat.beat();
    }

    private void handle(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        O output;
        Attempt attempt;
        try {
            WorkRequest<T> request = Objects.requireNonNull(delivery.body(), "the request is null");
            attempt = attempt(request, delivery.deliveryCount());
            output = handled(request, attempt);
        } catch (Throwable e) { // whatever a request is or a handler does, the next one is handled
            settling.failed(Job.of(delivery), e);
            return;
        }
        settling.succeeded(Job.of(delivery), output, attempt.sessionId());
    }

    /** An attempt that outlasts its budget has failed, also if the handler ignores the interrupt and returns. */
    private O handled(WorkRequest<T> request, Attempt attempt) throws Throwable {
        BudgetTimer timer = BudgetTimer.start(request.budget(), config.clock(), attempt::end);
        O output;
        try {
            output = handler.handle(request.request(), attempt);
        } catch (Throwable e) {
            throw timer.end() ? new BudgetExceeded(request.budget(), e) : e;
        } finally {
            attempt.end();
        }
        if (timer.end()) {
            throw new BudgetExceeded(request.budget(), null);
        }
        return output;
    }

    private Attempt attempt(WorkRequest<T> request, int number) {
        Instant now = config.clock().now();
        if (request.deadline() != null && !now.isBefore(request.deadline())) {
            throw new DeadlinePassed(request.deadline());
        }
        return new Attempt(request.requestId(), number, request.attemptEnds(now), heartbeat);
    }

    private void pause(Duration time) throws InterruptedException {
        enter(WorkerActivity.PAUSING, null);
        lock.lock();
        try {
            long untilNanos = MailboxClock.after(config.clock().nanos(), time);
            while (!isShutDown && !isClosed() && config.clock().nanos() < untilNanos) {
                // a mailbox that is closed tells nobody who does not wait in it
                long lookNanos = MailboxClock.after(config.clock().nanos(), CLOSED_WITHIN);
                config.clock().await(lock, changed, Math.min(untilNanos, lookNanos));
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- the end ----

    /** As {@link #shutdown(Duration)}, with half a minute. */
    @CanIgnoreReturnValue
    public boolean shutdown() throws InterruptedException {
        return shutdown(PATIENCE);
    }

    /**
     * Ends the loop: a poll at once, and a request in hand after it was handled. Before {@link #run}, it is remembered.
     *
     * @return whether it has ended within the time
     */
    @CanIgnoreReturnValue
    public boolean shutdown(Duration timeout) throws InterruptedException {
        long left = MailboxClock.after(0, timeout);
        lock.lock();
        try {
            isShutDown = true;
            if (polling != null) {
                polling.interrupt();
            }
            changed.signalAll();
            while (isRunning && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !isRunning;
        } finally {
            lock.unlock();
        }
    }

    /** Shuts it down, and waits for half a minute at the most. */
    @Override
    public void close() {
        try {
            if (!shutdown()) {
                LOG.log(Level.WARNING, "a worker of " + source + " is still at work after " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether a thread is in {@link #run()}. */
    public boolean isRunning() {
        lock.lock();
        try {
            return isRunning;
        } finally {
            lock.unlock();
        }
    }

    private boolean isShutDown() {
        lock.lock();
        try {
            return isShutDown;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a listener that is called after each poll, after each request, and at each {@link Attempt#beat}. It is
     * called by the thread that beats; what it throws is logged.
     */
    public void addHeartbeatListener(Runnable listener) {
        heartbeat.addListener(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * How it is, on the thread of this name. A pause is never too long, and a poll may last as long as it was asked
     * to.
     */
    WorkerHealth health(String thread, Duration stuckAfter) {
        Phase now = phase;
        Duration silence = Duration.ofNanos(config.clock().nanos() - now.sinceNanos());
        if (now.activity() == WorkerActivity.HANDLING && heartbeat.elapsed().compareTo(silence) < 0) {
            silence = heartbeat.elapsed();
        }
        boolean isStuck = switch (now.activity()) {
            case HANDLING -> silence.compareTo(stuckAfter) >= 0;
            case POLLING -> silence.minus(stuckAfter).compareTo(config.pollWait()) >= 0;
            case STOPPED, PAUSING -> false;
        };
        return new WorkerHealth(thread, source, now.activity(), silence, now.requestId(), isStuck, stats());
    }

    /** The counters of this worker. */
    public WorkerStats stats() {
        return new WorkerStats(polls.sum(), settling.succeeded.sum(), settling.retried.sum(), settling.deadLettered.sum(),
                settling.givenUp.sum(), settling.leasesLost.sum(), settling.backendFailures.sum(),
                settling.undeliveredReplies.sum(), settling.overBudget.sum());
    }
}
