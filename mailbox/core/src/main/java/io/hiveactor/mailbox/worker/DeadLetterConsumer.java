package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes dead letters to a reader, one at a time. A letter whose reader returns is acknowledged; one whose reader
 * throws is delivered again after an hour. None becomes a dead letter again.
 *
 * <p><b>Threads:</b> one thread runs it.
 */
public final class DeadLetterConsumer<B extends @Nullable Object> {
    private static final System.Logger LOG = System.getLogger(DeadLetterConsumer.class.getName());
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Duration LATER = Duration.ofHours(1);

    /** Handles dead letters. */
    @FunctionalInterface
    public interface Reader<B extends @Nullable Object> {
        /**
         * Handles a letter.
         *
         * @throws Exception if the letter is to be delivered again
         */
        void read(DeadLetter<B> letter) throws Exception;
    }

    private final Mailbox<DeadLetter<B>, ?> mailbox;
    private final Reader<B> reader;
    private final Runnable onBeat;

    /** A consumer without a liveness callback. */
    public DeadLetterConsumer(Mailbox<DeadLetter<B>, ?> mailbox, Reader<B> reader) {
        this(mailbox, reader, () -> {});
    }

    /** @param onBeat called before each poll and after each letter, for a liveness check; what it throws is logged */
    public DeadLetterConsumer(Mailbox<DeadLetter<B>, ?> mailbox, Reader<B> reader, Runnable onBeat) {
        this.mailbox = Objects.requireNonNull(mailbox, "mailbox");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.onBeat = Objects.requireNonNull(onBeat, "onBeat");
    }

    /** Like {@link #run(long, Duration, Duration)}, with leases of five minutes and polls of twenty seconds. */
    public void run(long maxPolls) throws InterruptedException {
        run(maxPolls, LEASE, WAIT);
    }

    /**
     * Polls at most {@code maxPolls} times, and ends earlier if the mailbox is closed.
     *
     * @throws BackendException if the mailbox fails; no letter is lost
     */
    public void run(long maxPolls, Duration lease, Duration wait) throws InterruptedException {
        for (long i = 0; i < maxPolls && !mailbox.isClosed(); i++) {
            beat();
            for (Delivery<DeadLetter<B>, ?> each : mailbox.receive(1, lease, wait)) {
                show(each);
                beat();
            }
        }
    }

    private void beat() {
        try {
            onBeat.run();
        } catch (Throwable e) {
            LOG.log(Level.ERROR, "a heartbeat listener failed", e);
        }
    }

    private void show(Delivery<DeadLetter<B>, ?> delivery) throws InterruptedException {
        AckStatus settled = isHandled(delivery)
                ? delivery.acknowledge()
                : delivery.nack(mailbox.traits().atMostLongest(LATER));
        if (settled != AckStatus.DONE) {
            LOG.log(Level.WARNING, "the lease of the dead letter in " + delivery + " had ended");
        }
    }

    private boolean isHandled(Delivery<DeadLetter<B>, ?> delivery) throws InterruptedException {
        try {
            reader.read(delivery.body());
            return true;
        } catch (InterruptedException e) {
            var _ = delivery.nack();
            throw e;
        } catch (Throwable e) { // also a BackendException of a mailbox that the reader uses
            LOG.log(Level.WARNING, "the dead letter in " + delivery + " will be delivered again later", e);
            return false;
        }
    }
}
