package io.hiveactor.runtime;

import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the listener of messages that were dropped or not delivered. What it sends then may be dropped in its turn; of that it
 * is not told, or it would go on for ever, before anybody else.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Telling {
    private final Hive hive;
    private final HiveListener listener;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    Telling(Hive hive) {
        this.hive = hive;
        listener = hive.config().listener();
    }

    /** Whether the calling thread does so just now. */
    boolean isUnderWay() {
        return threads.contains(Thread.currentThread());
    }

    /** @param event a {@link DroppedMessage} or an {@link Undelivered} */
    void tell(Object event) {
        if (!threads.add(Thread.currentThread())) {
            return;
        }
        try {
            if (event instanceof DroppedMessage drop) {
                listener.onDrop(drop);
            } else if (event instanceof Undelivered message) {
                listener.onUndelivered(message);
            }
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on a " + event.getClass().getSimpleName(), e);
        } finally {
            threads.remove(Thread.currentThread());
        }
    }
}
