package io.hiveactor.mailbox.lease;

import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Calls its listeners whenever a worker reports progress.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Heartbeat {
    private static final System.Logger LOG = System.getLogger(Heartbeat.class.getName());

    private final MailboxClock clock;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile long lastNanos;

    public Heartbeat(MailboxClock clock) {
        this.clock = clock;
        lastNanos = clock.nanos();
    }

    /** Calls all listeners in the order in which they were added. One that throws is logged, and the next one is called. */
    public void beat() {
        lastNanos = clock.nanos();
        for (Runnable each : listeners) {
            try {
                each.run();
            } catch (Throwable e) {
                LOG.log(Level.ERROR, "a heartbeat listener failed", e);
            }
        }
    }

    /** The time since the last beat, or since the construction if there was none. */
    public Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - lastNanos);
    }

    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Removes a listener.
     *
     * @throws IllegalArgumentException if it was not added
     */
    public void removeListener(Runnable listener) {
        if (!listeners.remove(listener)) {
            throw new IllegalArgumentException("not a listener of this heartbeat: " + listener);
        }
    }
}
