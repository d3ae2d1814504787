package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Who is told what the server says about its queues, on one connection.
 *
 * <p><b>Threads:</b> any thread; {@link Waiters} are told by the thread of the connection.
 */
final class WakeChannels extends RedisPubSubAdapter<String, String> {
    private final StatefulRedisPubSubConnection<String, String> connection;
    private final Duration timeout;
    /** Those of each channel. Changed under the lock of this, which also orders the commands. */
    private final Map<String, List<Waiters>> listeners = new ConcurrentHashMap<>();

    private volatile boolean isClosed; // changed under the same lock

    WakeChannels(StatefulRedisPubSubConnection<String, String> connection, Duration timeout) {
        this.connection = connection;
        this.timeout = timeout;
        connection.addListener(this);
    }

    /**
     * Returns once the server has it, so that nothing that happens from now on is missed. May be done again.
     *
     * @throws io.hiveactor.mailbox.BackendException if it cannot be reached
     */
    void subscribe(QueueKeys keys, Waiters waiters) {
        var _ = Answers.await(() -> subscribing(keys.channel, waiters), timeout, "listen to " + keys);
        if (waiters.isClosed()) {
            unsubscribe(keys, waiters); // they were closed meanwhile, by somebody who found nothing to unsubscribe
        }
    }

    private synchronized RedisFuture<Void> subscribing(String channel, Waiters waiters) {
        List<Waiters> known = listeners.getOrDefault(channel, List.of());
        if (!known.contains(waiters)) {
            listeners.put(channel, Stream.concat(known.stream(), Stream.of(waiters)).toList());
        }
        return connection.async().subscribe(channel);
    }

    synchronized void unsubscribe(QueueKeys keys, Waiters waiters) {
        List<Waiters> left = listeners.getOrDefault(keys.channel, List.of()).stream().filter(each -> each != waiters).toList();
        if (!left.isEmpty()) {
            listeners.put(keys.channel, left);
        } else if (listeners.remove(keys.channel) != null && !isClosed) {
            var _ = connection.async().unsubscribe(keys.channel); // nobody listens, whatever becomes of it
        }
    }

    @Override
    public void message(String channel, String news) {
        for (Waiters each : listeners.getOrDefault(channel, List.of())) {
            each.tell(news);
        }
    }

    /** Also after a reconnect, when there is no saying what was missed. */
    @Override
    public void subscribed(String channel, long count) {
        for (Waiters each : listeners.getOrDefault(channel, List.of())) {
            each.wakeOne();
        }
    }

    boolean isClosed() {
        return isClosed;
    }

    void close() {
        synchronized (this) {
            isClosed = true;
            listeners.values().forEach(all -> all.forEach(Waiters::close));
        }
        connection.close();
    }
}
