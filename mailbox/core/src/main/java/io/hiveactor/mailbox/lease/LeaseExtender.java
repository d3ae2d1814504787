package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Extends the lease of one delivery at a time, at beats of a heart: no thread does it, so that a stuck worker, which beats no
 * more, loses its lease to another.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class LeaseExtender {
    private static final System.Logger LOG = System.getLogger(LeaseExtender.class.getName());

    private final LeaseExtension config;
    private final MailboxClock clock;
    private final AtomicReference<@Nullable Attachment> attached = new AtomicReference<>();

    public LeaseExtender(LeaseExtension config, MailboxClock clock) {
        this.config = config;
        this.clock = clock;
    }

    /**
     * Extends the lease of a delivery from now on, until the result is closed.
     *
     * @throws IllegalStateException if another one is attached
     */
    public Attachment attach(Delivery<?, ?> delivery, Heartbeat heartbeat) {
        var attachment = new Attachment(delivery, heartbeat);
        if (!attached.compareAndSet(null, attachment)) {
            throw new IllegalStateException("a delivery is already attached; not " + delivery);
        }
        heartbeat.addListener(attachment);
        return attachment;
    }

    /** As long as it is open, beats extend the lease. */
    public final class Attachment implements Runnable, AutoCloseable {
        private final Delivery<?, ?> delivery;
        private final Heartbeat heartbeat;
        /** Guarded by this, so that two beats at once extend once. */
        private boolean hasExtended;

        private long extendedNanos;

        private Attachment(Delivery<?, ?> delivery, Heartbeat heartbeat) {
            this.delivery = delivery;
            this.heartbeat = heartbeat;
        }

        /** A beat. An extension that fails does not count, so that the next beat tries again. */
        @Override
        public synchronized void run() {
            long nowNanos = clock.nanos();
            if (config.isEnabled() && (!hasExtended || isDue(nowNanos)) && extend()) {
                hasExtended = true;
                extendedNanos = nowNanos;
            }
        }

        private boolean isDue(long nowNanos) {
            return Duration.ofNanos(nowNanos - extendedNanos).compareTo(config.interval()) >= 0;
        }

        private boolean extend() {
            try {
                AckStatus status = delivery.extend(config.lease());
                if (status != AckStatus.DONE) {
                    LOG.log(Level.WARNING, "the lease of " + delivery + " could not be extended: " + status);
                }
                return status == AckStatus.DONE;
            } catch (Throwable e) { // the work goes on, and the next beat tries again
                LOG.log(Level.WARNING, "the lease of " + delivery + " could not be extended", e);
                return false;
            }
        }

        /** A second close does nothing. */
        @Override
        public void close() {
            if (attached.compareAndSet(this, null)) {
                heartbeat.removeListener(this);
            }
        }
    }
}
