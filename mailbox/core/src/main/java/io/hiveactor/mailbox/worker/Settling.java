package io.hiveactor.mailbox.worker;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.NotReplied;
import io.hiveactor.mailbox.ReplyResult;
import io.hiveactor.mailbox.Sent;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a request once it was handled: it is answered, then settled. Never throws because a mailbox failed: the
 * request stays where it is, and comes again when its lease ends.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Settling<T extends @Nullable Object, O extends @Nullable Object> {
    private static final System.Logger LOG = System.getLogger(MailboxWorker.class.getName());

    private final String source;
    private final WorkerConfig<T> config;
    final LongAdder succeeded = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder deadLettered = new LongAdder();
    final LongAdder givenUp = new LongAdder();
    final LongAdder leasesLost = new LongAdder();
    final LongAdder backendFailures = new LongAdder();

    /** @param source the name of the mailbox that the requests come from */
    Settling(String source, WorkerConfig<T> config) {
        this.source = source;
        this.config = config;
    }

    /** The answer goes out before the request is acknowledged: a crash in between repeats the work, and loses nothing. */
    void succeeded(Delivery<WorkRequest<T>, WorkResult<O>> delivery, O output, @Nullable String sessionId) {
        ReplyResult replied = reply(delivery, result(delivery, output, null, sessionId));
        if (replied instanceof Sent || replied == NotReplied.NO_ADDRESS) {
            if (replied == NotReplied.NO_ADDRESS) {
                LOG.log(Level.WARNING, "the result of " + delivery + " in " + source + " has nowhere to go");
            }
            if (acknowledge(delivery)) {
                succeeded.increment();
            }
        } else {
            tryAgain(delivery);
        }
    }

    void failed(Delivery<WorkRequest<T>, WorkResult<O>> delivery, Throwable error) {
        LOG.log(Level.WARNING, delivery + " in " + source + " failed", error);
        if (!(error instanceof DeadlinePassed) && !config.rule().isDead(delivery, error)) {
            tryAgain(delivery);
        } else if (config.deadLetters() == null) {
            LOG.log(Level.ERROR, delivery + " in " + source + " is given up: " + error);
            giveUp(delivery, "Given up", error, givenUp);
        } else if (bury(config.deadLetters(), delivery, error)) {
            giveUp(delivery, "Dead-lettered", error, deadLettered);
        }
    }

    /** Back to the queue at once: it was received, but nobody will handle it here. */
    void giveBack(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        settle(delivery, () -> delivery.nack(Duration.ZERO));
    }

    private void giveUp(
            Delivery<WorkRequest<T>, WorkResult<O>> delivery, String how, Throwable error, LongAdder counter) {
        String text = how + " after " + delivery.deliveryCount() + " attempts: " + textOf(error);
        ReplyResult replied = reply(delivery, result(delivery, null, text, null));
        if (!(replied instanceof Sent)) {
            LOG.log(Level.WARNING, "nobody was told that " + delivery + " in " + source + " was given up: " + replied);
        }
        acknowledge(delivery);
        counter.increment();
    }

    private void tryAgain(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        if (settle(delivery, () -> delivery.nack(Backoff.afterDelivery(delivery.deliveryCount())))) {
            retried.increment();
        }
    }

    /** Whether the dead letter is stored; if not, the request stays in flight. */
    private boolean bury(
            Mailbox<DeadLetter<WorkRequest<T>>, ?> deadLetters,
            Delivery<WorkRequest<T>, WorkResult<O>> delivery,
            Throwable error) {
        WorkRequest<T> request = delivery.body();
        Mailbox<WorkResult<O>, ?> replyTo = delivery.replyTo();
        var letter = new DeadLetter<>(delivery.id(), request, source, delivery.deliveryCount(), textOf(error),
                error.getClass().getName(), config.clock().now(), delivery.enqueuedAt(), request.requestId(),
                replyTo == null ? null : replyTo.name(), request.traceId());
        try {
            if (deadLetters.send(letter) instanceof Sent) {
                return true;
            }
            LOG.log(Level.ERROR, "the dead letters of " + source + " are full; " + delivery + " stays in flight");
        } catch (BackendException e) {
            LOG.log(Level.ERROR, "the dead letter of " + delivery + " in " + source + " could not be stored", e);
        }
        backendFailures.increment();
        return false;
    }

    @CanIgnoreReturnValue
    private boolean acknowledge(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        return settle(delivery, delivery::acknowledge);
    }

    @CanIgnoreReturnValue
    private boolean settle(Delivery<WorkRequest<T>, WorkResult<O>> delivery, Supplier<AckStatus> call) {
        try {
            if (call.get() == AckStatus.DONE) {
                return true;
            }
            leasesLost.increment();
            LOG.log(Level.WARNING, "the lease of " + delivery + " in " + source + " had ended; it is another's by now");
        } catch (BackendException e) {
            backendFailures.increment();
            LOG.log(Level.WARNING, delivery + " in " + source + " could not be settled", e);
        }
        return false;
    }

    /** Null if the mailbox for replies failed. */
    private @Nullable ReplyResult reply(Delivery<WorkRequest<T>, WorkResult<O>> delivery, WorkResult<O> result) {
        try {
            return delivery.reply(result);
        } catch (BackendException e) {
            backendFailures.increment();
            LOG.log(Level.WARNING, "the result of " + delivery + " in " + source + " could not be sent", e);
            return null;
        }
    }

    private WorkResult<O> result(
            Delivery<WorkRequest<T>, WorkResult<O>> delivery, @Nullable O output, @Nullable String error,
            @Nullable String sessionId) {
        return new WorkResult<>(delivery.body().requestId(), output, error, sessionId, config.clock().now());
    }

    private static String textOf(Throwable error) {
        String text = error.getMessage();
        return text == null ? error.getClass().getSimpleName() : text;
    }
}
