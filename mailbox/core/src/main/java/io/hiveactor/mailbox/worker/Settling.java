package io.hiveactor.mailbox.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.ReplyResult;
import io.hiveactor.mailbox.Sent;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a request once it was handled: it is answered, then settled. Never throws, whatever a mailbox, a
 * codec or a rule of the user's throws: the request stays where it is, and comes again when its lease ends.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Settling<T extends @Nullable Object, O extends @Nullable Object> {
    private static final System.Logger LOG = System.getLogger(MailboxWorker.class.getName());

    private final String source;
    private final MailboxTraits traits;
    private final WorkerConfig<T> config;
    final LongAdder succeeded = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder deadLettered = new LongAdder();
    final LongAdder givenUp = new LongAdder();
    final LongAdder leasesLost = new LongAdder();
    final LongAdder backendFailures = new LongAdder();
    final LongAdder undeliveredReplies = new LongAdder();
    final LongAdder overBudget = new LongAdder();

    /**
     * For the requests of one mailbox.
     *
     * @param source its name
     */
    Settling(String source, MailboxTraits traits, WorkerConfig<T> config) {
        this.source = source;
        this.traits = traits;
        this.config = config;
    }

    /** The answer goes out before the request is acknowledged: a crash in between repeats the work, and loses nothing. */
    void succeeded(Job<T, O> job, O output, @Nullable String sessionId) {
        ReplyResult replied;
        try {
            replied = job.delivery().reply(result(job, output, null, sessionId));
        } catch (Throwable e) {
            backendFailures.increment();
            undelivered(job, e);
            failed(job, e);
            return;
        }
        switch (replied) {
            case Sent _ -> done(job);
            case NotReplied.NO_ADDRESS -> {
                LOG.log(Level.WARNING, "the result of " + job + " in " + source + " has nowhere to go");
                done(job);
            }
            case NotReplied.UNKNOWN_ADDRESS -> {
                var unknown = new UnknownReplyAddress(String.valueOf(job.delivery().replyToName()));
                undelivered(job, unknown);
                failed(job, unknown);
            }
            case NotReplied.FULL, NotReplied.FINALIZED -> {
                undelivered(job, replied);
                tryAgain(job); // there will be room
            }
        }
    }

    private void done(Job<T, O> job) {
        if (acknowledge(job)) {
            succeeded.increment();
        }
    }

    private void undelivered(Job<T, O> job, Object why) {
        undeliveredReplies.increment();
        LOG.log(Level.ERROR, "the reply to " + job + " in " + source + " could not be delivered to mailbox "
                + job.delivery().replyToName() + ": " + why);
    }

    /** Also one whose result could not be sent: that may be the fault of the result. */
    void failed(Job<T, O> job, Throwable error) {
        LOG.log(Level.WARNING, job + " in " + source + " failed", error);
        boolean isOverBudget = error instanceof BudgetExceeded;
        if (isOverBudget) {
            overBudget.increment();
        }
        if (!isDead(job, error)) {
            tryAgain(job);
        } else if (isOverBudget && !isHeld(job)) {
            return; // it is another's by now, which decides about it
        } else if (config.deadLetters() == null) {
            LOG.log(Level.ERROR, job + " in " + source + " is given up: " + error);
            giveUp(job, "Given up", error, givenUp);
        } else if (bury(config.deadLetters(), job, error)) {
            giveUp(job, "Dead-lettered", error, deadLettered);
        }
    }

    private boolean isDead(Job<T, O> job, Throwable error) {
        try {
            return error instanceof DeadlinePassed || config.rule().isDead(job.delivery(), error);
        } catch (Throwable e) { // it has not said that it is
            LOG.log(Level.ERROR, "the rule for dead letters of " + source + " failed; " + job + " is tried again", e);
            return false;
        }
    }

    /** Back to the queue at once: it was received, but nobody will handle it here. */
    void giveBack(Job<T, O> job) {
        settle(job, () -> job.delivery().nack(Duration.ZERO));
    }

    private void giveUp(
            Job<T, O> job, String how, Throwable error, LongAdder counter) {
        String text = how + " after " + job.delivery().deliveryCount() + " attempts: " + textOf(error);
        try {
            ReplyResult replied = job.delivery().reply(result(job, null, text, null));
            if (!(replied instanceof Sent) && replied != NotReplied.NO_ADDRESS) {
                undelivered(job, replied);
            }
        } catch (Throwable e) {
            backendFailures.increment();
            undelivered(job, e);
        }
        acknowledge(job);
        counter.increment();
    }

    private void tryAgain(Job<T, O> job) {
        Duration delay = traits.atMostLongest(Backoff.afterDelivery(job.delivery().deliveryCount()));
        if (settle(job, () -> job.delivery().nack(delay))) {
            retried.increment();
        }
    }

    /** Whether the dead letter is stored; if not, the request stays in flight. */
    private boolean bury(
            Mailbox<DeadLetter<WorkRequest<T>>, ?> deadLetters,
            Job<T, O> job,
            Throwable error) {
        try {
            if (deadLetters.send(letter(job, error)) instanceof Sent) {
                return true;
            }
            LOG.log(Level.ERROR, "the dead letters of " + source + " are full; " + job + " stays in flight");
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "the dead letter of " + job + " in " + source + " could not be stored", e);
        }
        backendFailures.increment();
        return false;
    }

    @SuppressWarnings("NullAway") // a letter whose request was null, or could not be read, has no body
    private DeadLetter<WorkRequest<T>> letter(Job<T, O> job, Throwable error) {
        Delivery<?, WorkResult<O>> delivery = job.delivery();
        WorkRequest<T> request = job.request();
        return new DeadLetter<>(delivery.id(), request, source, delivery.deliveryCount(), textOf(error),
                error.getClass().getName(), config.clock().now(), delivery.enqueuedAt(), job.requestId(),
                delivery.replyToName(), request == null ? null : request.traceId(),
                job.unreadableText());
    }

    /** Whether the lease still runs; if so, long enough to give the request up. */
    private boolean isHeld(Job<T, O> job) {
        return settle(job, () -> job.delivery().extend(config.lease()));
    }

    @CanIgnoreReturnValue
    private boolean acknowledge(Job<T, O> job) {
        return settle(job, job.delivery()::acknowledge);
    }

    @CanIgnoreReturnValue
    private boolean settle(Job<T, O> job, Supplier<AckStatus> call) {
        try {
            if (call.get() == AckStatus.DONE) {
                return true;
            }
            leasesLost.increment();
            LOG.log(Level.WARNING, "the lease of " + job + " in " + source + " had ended; it is another's by now");
        } catch (Throwable e) {
            backendFailures.increment();
            LOG.log(Level.WARNING, job + " in " + source + " could not be settled", e);
        }
        return false;
    }

    private WorkResult<O> result(
            Job<T, O> job, @Nullable O output, @Nullable String error,
            @Nullable String sessionId) {
        return new WorkResult<>(job.requestId(), output, error, sessionId, config.clock().now());
    }

    private static String textOf(Throwable error) {
        String text = error.getMessage();
        return text == null ? error.getClass().getSimpleName() : text;
    }
}
