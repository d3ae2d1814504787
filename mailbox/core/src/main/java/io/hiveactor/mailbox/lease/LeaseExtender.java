package io.hiveactor.mailbox.lease;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Extends the lease of one delivery at a time, at the beats of a {@link Heartbeat}. No thread extends it in the background,
 * so a stuck worker, which no longer beats, loses its lease to another one.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class LeaseExtender {
    private static final System.Logger LOG = System.getLogger(LeaseExtender.class.getName());

    private final boolean isEnabled;
    private final Duration interval;
    private final Duration lease;
    private final MailboxClock clock;
    private final AtomicReference<@Nullable Attachment> attached = new AtomicReference<>();

    /**
     * @param isEnabled whether beats extend the lease at all
     * @param interval minimum time between two extensions
     * @param lease the lease from each extension on
     */
    public LeaseExtender(boolean isEnabled, Duration interval, Duration lease, MailboxClock clock) {
        this.isEnabled = isEnabled;
        this.interval = interval;
        this.lease = lease;
        this.clock = clock;
    }

    /**
     * Extends the lease of a delivery from now on, until the returned attachment is closed.
     *
     * @throws IllegalStateException if another delivery is attached
     */
    public Attachment attach(Delivery<?, ?> delivery, Heartbeat heartbeat) {
        var attachment = new Attachment(delivery, heartbeat);
        if (!attached.compareAndSet(null, attachment)) {
            throw new IllegalStateException("a delivery is already attached; not " + delivery);
        }
        heartbeat.addListener(attachment);
        return attachment;
    }

    /** Connects a delivery with a heartbeat until it is closed. */
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

        /** Called at each beat. A failed extension does not count, so the next beat tries again. */
        @Override
        public synchronized void run() {
            long nowNanos = clock.nanos();
            if (isEnabled && (!hasExtended || isDue(nowNanos)) && extend()) {
                hasExtended = true;
                extendedNanos = nowNanos;
            }
        }

        private boolean isDue(long nowNanos) {
            return Duration.ofNanos(nowNanos - extendedNanos).compareTo(interval) >= 0;
        }

        private boolean extend() {
            try {
                AckStatus status = delivery.extend(lease);
                if (status != AckStatus.DONE) {
                    LOG.log(Level.WARNING, "the lease of " + delivery + " could not be extended: " + status);
                }
                return status == AckStatus.DONE;
            } catch (Throwable e) { // the handler keeps running, and the next beat tries again
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
