package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.BackendException;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A Redis, one server or a cluster, as mailboxes use it: one connection for commands and one on which it is told that there
 * are messages, shared by all mailboxes opened with it. It closes these two, and never the client.
 *
 * <p>A connection that is lost comes back as the client's options have it, and what was subscribed with it. Meanwhile each call
 * fails when its time is over.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class RedisBackend implements AutoCloseable {
    /** How long a call may take, unless somebody says otherwise. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(1);

    private final StatefulConnection<String, String> commands;
    final ScriptRunner scripts;
    final WakeChannels wakes;

    RedisBackend(
            StatefulConnection<String, String> commands,
            BaseRedisAsyncCommands<String, String> scripting,
            StatefulRedisPubSubConnection<String, String> wakes,
            Duration timeout) {
        this.commands = commands;
        scripts = new ScriptRunner(scripting, timeout);
        this.wakes = new WakeChannels(wakes, timeout);
    }

    /**
     * Connects to one server, or to what the client takes for one.
     *
     * @throws BackendException if it cannot be reached
     */
    @SuppressWarnings("exports") // lettuce is an automatic module, which nobody may require transitively
    public static RedisBackend connect(RedisClient client) {
        return connect(client, DEFAULT_TIMEOUT);
    }

    /**
     * As {@link #connect(RedisClient)}.
     *
     * @param timeout how long a call may take, from then on; connecting takes as long as the client lets it
     */
    @SuppressWarnings("exports")
    public static RedisBackend connect(RedisClient client, Duration timeout) {
        checkTimeout(timeout);
        var commands = connected(client::connect);
        var wakes = connectedOrClosed(client::connectPubSub, commands);
        return new RedisBackend(commands, commands.async(), wakes, timeout);
    }

    /**
     * Connects to a cluster.
     *
     * @throws BackendException if it cannot be reached
     */
    @SuppressWarnings("exports")
    public static RedisBackend connect(RedisClusterClient client) {
        return connect(client, DEFAULT_TIMEOUT);
    }

    /** As {@link #connect(RedisClient, Duration)}. */
    @SuppressWarnings("exports")
    public static RedisBackend connect(RedisClusterClient client, Duration timeout) {
        checkTimeout(timeout);
        var commands = connected(client::connect);
        var wakes = connectedOrClosed(client::connectPubSub, commands);
        return new RedisBackend(commands, commands.async(), wakes, timeout);
    }

    private static void checkTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be a millisecond to a day: " + timeout);
        }
    }

    private static <C> C connected(Supplier<C> connect) {
        try {
            return connect.get();
        } catch (RedisException e) {
            throw new BackendException("cannot connect to Redis: " + e.getMessage(), e);
        }
    }

    private static <C> C connectedOrClosed(Supplier<C> connect, StatefulConnection<?, ?> other) {
        try {
            return connected(connect);
        } catch (BackendException e) {
            other.close();
            throw e;
        }
    }

    /** Ends every receive that waits, as a close of its mailbox does, and then both connections. */
    @Override
    public void close() {
        wakes.close();
        commands.close();
    }
}
