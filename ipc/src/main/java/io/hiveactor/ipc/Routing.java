package io.hiveactor.ipc;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides which worker of a pool gets a message.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param <M> the type of the messages
 */
public final class Routing<M> {
    /** How a worker is chosen. */
    enum Kind { ROUND_ROBIN, LEAST_LOADED, BY_KEY }

    final Kind kind;
    final @Nullable Function<? super M, ?> key;

    private Routing(Kind kind, @Nullable Function<? super M, ?> key) {
        this.kind = kind;
        this.key = key;
    }

    /** One worker after the other; a message waits for its worker even while others are idle. */
    public static <M> Routing<M> roundRobin() {
        return new Routing<>(Kind.ROUND_ROBIN, null);
    }

    /** The first worker that is idle. */
    public static <M> Routing<M> leastLoaded() {
        return new Routing<>(Kind.LEAST_LOADED, null);
    }

    /**
     * Messages with equal keys go to the same worker, in their order. A message for a busy worker is passed over, which costs
     * a look at each message that waits.
     *
     * @param key must not throw; a message without a key goes to the first worker
     */
    public static <M> Routing<M> byKey(Function<? super M, ?> key) {
        return new Routing<>(Kind.BY_KEY, Objects.requireNonNull(key, "key"));
    }
}
