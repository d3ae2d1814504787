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
 * What becomes of a request once it was handled: it is answered, then settled. Never throws, whatever a mailbox, a codec
 * or a rule of the user's throws: the request stays where it is, and comes again when its lease ends.
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
    void succeeded(Delivery<WorkRequest<T>, WorkResult<O>> delivery, O output, @Nullable String sessionId) {
        ReplyResult replied;
        try {
            replied = delivery.reply(result(delivery, output, null, sessionId));
        } catch (Throwable e) {
            backendFailures.increment();
            failed(delivery, e);
            return;
        }
        if (replied == NotReplied.NO_ADDRESS) {
            LOG.log(Level.WARNING, "the result of " + delivery + " in " + source + " has nowhere to go");
        } else if (!(replied instanceof Sent)) {
            tryAgain(delivery); // there will be room
            return;
        }
        if (acknowledge(delivery)) {
            succeeded.increment();
        }
    }

    /** Also one whose result could not be sent: that may be the fault of the result. */
    void failed(Delivery<WorkRequest<T>, WorkResult<O>> delivery, Throwable error) {
        LOG.log(Level.WARNING, delivery + " in " + source + " failed", error);
        if (!isDead(delivery, error)) {
            tryAgain(delivery);
        } else if (config.deadLetters() == null) {
            LOG.log(Level.ERROR, delivery + " in " + source + " is given up: " + error);
            giveUp(delivery, "Given up", error, givenUp);
        } else if (bury(config.deadLetters(), delivery, error)) {
            giveUp(delivery, "Dead-lettered", error, deadLettered);
        }
    }

    private boolean isDead(Delivery<WorkRequest<T>, WorkResult<O>> delivery, Throwable error) {
        try {
            return error instanceof DeadlinePassed || config.rule().isDead(delivery, error);
        } catch (Throwable e) { // it has not said that it is
            LOG.log(Level.ERROR, "the rule for dead letters of " + source + " failed; " + delivery + " is tried again", e);
            return false;
        }
    }

    /** Back to the queue at once: it was received, but nobody will handle it here. */
    void giveBack(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        settle(delivery, () -> delivery.nack(Duration.ZERO));
    }

    private void giveUp(
            Delivery<WorkRequest<T>, WorkResult<O>> delivery, String how, Throwable error, LongAdder counter) {
        String text = how + " after " + delivery.deliveryCount() + " attempts: " + textOf(error);
        try {
            ReplyResult replied = delivery.reply(result(delivery, null, text, null));
            if (!(replied instanceof Sent)) {
                LOG.log(Level.WARNING, "nobody was told that " + delivery + " in " + source + " was given up: " + replied);
            }
        } catch (Throwable e) {
            backendFailures.increment();
            LOG.log(Level.WARNING, "nobody was told that " + delivery + " in " + source + " was given up", e);
        }
        acknowledge(delivery);
        counter.increment();
    }

    private void tryAgain(Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        Duration delay = traits.atMostLongest(Backoff.afterDelivery(delivery.deliveryCount()));
        if (settle(delivery, () -> delivery.nack(delay))) {
            retried.increment();
        }
    }

    /** Whether the dead letter is stored; if not, the request stays in flight. */
    private boolean bury(
            Mailbox<DeadLetter<WorkRequest<T>>, ?> deadLetters,
            Delivery<WorkRequest<T>, WorkResult<O>> delivery,
            Throwable error) {
        try {
            if (deadLetters.send(letter(delivery, error)) instanceof Sent) {
                return true;
            }
            LOG.log(Level.ERROR, "the dead letters of " + source + " are full; " + delivery + " stays in flight");
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "the dead letter of " + delivery + " in " + source + " could not be stored", e);
        }
        backendFailures.increment();
        return false;
    }

    private DeadLetter<WorkRequest<T>> letter(Delivery<WorkRequest<T>, WorkResult<O>> delivery, Throwable error) {
        WorkRequest<T> request = delivery.body();
        Mailbox<WorkResult<O>, ?> replyTo = delivery.replyTo();
        return new DeadLetter<>(delivery.id(), request, source, delivery.deliveryCount(), textOf(error),
                error.getClass().getName(), config.clock().now(), delivery.enqueuedAt(), requestId(delivery),
                replyTo == null ? null : replyTo.name(), request == null ? null : request.traceId());
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
        } catch (Throwable e) {
            backendFailures.increment();
            LOG.log(Level.WARNING, delivery + " in " + source + " could not be settled", e);
        }
        return false;
    }

    private WorkResult<O> result(
            Delivery<WorkRequest<T>, WorkResult<O>> delivery, @Nullable O output, @Nullable String error,
            @Nullable String sessionId) {
        return new WorkResult<>(requestId(delivery), output, error, sessionId, config.clock().now());
    }

    /** A mailbox in memory, or a codec, may have given null for a request: then it is known by the message's id. */
    private static String requestId(Delivery<? extends WorkRequest<?>, ?> delivery) {
        WorkRequest<?> request = delivery.body();
        return request == null ? delivery.id() : request.requestId();
    }

    private static String textOf(Throwable error) {
        String text = error.getMessage();
        return text == null ? error.getClass().getSimpleName() : text;
    }
}
