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
 * Shows dead letters to somebody, one at a time: acknowledged if he copes with it, else shown again in an hour. None is ever
 * buried again.
 *
 * <p><b>Threads:</b> one thread runs it.
 */
public final class DeadLetterConsumer<B extends @Nullable Object> {
    private static final System.Logger LOG = System.getLogger(DeadLetterConsumer.class.getName());
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Duration LATER = Duration.ofHours(1);

    /** Looks at a dead letter. */
    @FunctionalInterface
    public interface Reader<B extends @Nullable Object> {
        /**
         * Copes with a letter.
         *
         * @throws Exception if it is to be shown again
         */
        void read(DeadLetter<B> letter) throws Exception;
    }

    private final Mailbox<DeadLetter<B>, ?> mailbox;
    private final Reader<B> reader;
    private final Heartbeat heartbeat;

    public DeadLetterConsumer(Mailbox<DeadLetter<B>, ?> mailbox, Reader<B> reader, Heartbeat heartbeat) {
        this.mailbox = Objects.requireNonNull(mailbox, "mailbox");
        this.reader = Objects.requireNonNull(reader, "reader");
        this.heartbeat = Objects.requireNonNull(heartbeat, "heartbeat");
    }

    /** As {@link #run(long, Duration, Duration)}, with leases of five minutes and polls of twenty seconds. */
    public void run(long maxPolls) throws InterruptedException {
        run(maxPolls, LEASE, WAIT);
    }

    /**
     * Shows letters for so many polls, or until the mailbox is closed.
     *
     * @throws BackendException if the mailbox fails; nothing is lost
     */
    public void run(long maxPolls, Duration lease, Duration wait) throws InterruptedException {
        for (long i = 0; i < maxPolls && !mailbox.isClosed(); i++) {
            heartbeat.beat();
            for (Delivery<DeadLetter<B>, ?> each : mailbox.receive(1, lease, wait)) {
                show(each);
                heartbeat.beat();
            }
        }
    }

    private void show(Delivery<DeadLetter<B>, ?> delivery) throws InterruptedException {
        AckStatus settled = copesWith(delivery)
                ? delivery.acknowledge()
                : delivery.nack(mailbox.traits().atMostLongest(LATER));
        if (settled != AckStatus.DONE) {
            LOG.log(Level.WARNING, "the lease of the dead letter in " + delivery + " had ended");
        }
    }

    private boolean copesWith(Delivery<DeadLetter<B>, ?> delivery) throws InterruptedException {
        try {
            reader.read(delivery.body());
            return true;
        } catch (InterruptedException e) {
            var _ = delivery.nack();
            throw e;
        } catch (Throwable e) { // also a mailbox of the reader's own that failed: that is not ours
            LOG.log(Level.WARNING, "the dead letter in " + delivery + " is shown again later", e);
            return false;
        }
    }
}
