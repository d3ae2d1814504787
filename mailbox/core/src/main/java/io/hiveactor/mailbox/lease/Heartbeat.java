package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.MailboxClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Signs of life, and who wants to hear them.
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

    /** Tells all listeners, in their order; one that fails keeps no other from hearing it. */
    public void beat() {
        lastNanos = clock.nanos();
        for (Runnable each : listeners) {
            try {
                each.run();
            } catch (Throwable e) {
                LOG.log(Level.ERROR, "a listener to heartbeats failed", e);
            }
        }
    }

    /** How long ago the last beat was. */
    public Duration elapsed() {
        return Duration.ofNanos(clock.nanos() - lastNanos);
    }

    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Tells somebody no more.
     *
     * @throws IllegalArgumentException if it does not listen
     */
    public void removeListener(Runnable listener) {
        if (!listeners.remove(listener)) {
            throw new IllegalArgumentException("does not listen: " + listener);
        }
    }
}
