package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a hive is to be. Made by {@link #builder()}.
 *
 * @param name for people who read logs and thread dumps
 * @param shards how many; by default the number of cores
 * @param messages slots of the message pool, the reserved ones included
 * @param reservedMessages slots that only timers (and other messages of the runtime's) may take
 * @param maxPayload bytes a message can carry
 * @param maxActors how many can be alive
 * @param maxNames names that can be registered at the same time
 * @param messagesPerTurn after so many messages in a row an actor lets its neighbours run
 * @param dispatchesPerTurn after so many messages a shard looks at timers and at its inbox
 * @param fairness number of times a lower priority may be skipped before it is served: of dispatches while it has a ready
 *     actor, and of slots or places in a limited mailbox granted to waiting senders while one of its senders waits; 0 means
 *     strict priorities
 * @param idleSpin how long a shard without work looks for more before it parks
 * @param spinForever never park: for latency, where each shard has a core. Only with {@link FiberMode#OWN_CARRIER}
 * @param stackSize bytes of a shard's stack, which bounds how deep its actors can call; the system may give more, and 0 is the
 *     JVM's choice. For {@link FiberMode#OWN_CARRIER}: the JDK's scheduler has its own
 * @param killGrace how long killed code may go on before it is given up
 * @param closeDeadline how long {@link Hive#close()} lets the actors come to rest at the most
 * @param offloadThreads how many threads {@link ActorContext#offload} has
 * @param waiterOrder who is served first of those who wait to send
 * @param debug checks that no message is touched after its time, at the price of a copy of each
 * @param watch what it looks after by itself: deadlocks, and code that keeps its shard
 * @param fiberMode the mode; null for the best that this JVM gives
 * @param listener told what happens
 */
public record HiveConfig(
        String name,
        int shards,
        int messages,
        int reservedMessages,
        int maxPayload,
        int maxActors,
        int maxNames,
        int messagesPerTurn,
        int dispatchesPerTurn,
        int fairness,
        Duration idleSpin,
        boolean spinForever,
        int stackSize,
        Duration killGrace,
        Duration closeDeadline,
        int offloadThreads,
        WaiterOrder waiterOrder,
        boolean debug,
        WatchConfig watch,
        @Nullable FiberMode fiberMode,
        HiveListener listener) {

    private static final int MOST_SHARDS = 1024;
    private static final int MOST_MESSAGES = 1 << 28;

    public HiveConfig {
        Objects.requireNonNull(name, "name");
        require(shards >= 1 && shards <= MOST_SHARDS, "shards must be 1 to " + MOST_SHARDS, shards);
        require(messages >= 1 && messages <= MOST_MESSAGES, "messages must be 1 to " + MOST_MESSAGES, messages);
        require(reservedMessages >= 0, "reservedMessages must not be negative", reservedMessages);
        require(reservedMessages < messages,
                "reservedMessages must be fewer than messages (" + messages + ")", reservedMessages);
        require(maxPayload >= 1, "maxPayload must be positive", maxPayload);
        require(maxActors >= 1, "maxActors must be positive", maxActors);
        require(maxNames >= 0, "maxNames must not be negative", maxNames);
        require(messagesPerTurn >= 1, "messagesPerTurn must be positive", messagesPerTurn);
        require(dispatchesPerTurn >= 1, "dispatchesPerTurn must be positive", dispatchesPerTurn);
        require(fairness >= 0, "fairness must not be negative", fairness);
        Times.requireNotNegative(idleSpin, "idleSpin");
        require(stackSize >= 0, "stackSize must not be negative", stackSize);
        Times.requireNotNegative(killGrace, "killGrace");
        Times.requireNotNegative(closeDeadline, "closeDeadline");
        require(offloadThreads >= 1, "offloadThreads must be positive", offloadThreads);
        if (spinForever && fiberMode == FiberMode.JDK_SCHEDULER) {
            throw new IllegalArgumentException("spinForever would starve the JDK's scheduler in mode JDK_SCHEDULER");
        }
        Objects.requireNonNull(waiterOrder, "waiterOrder");
        Objects.requireNonNull(watch, "watch");
        Objects.requireNonNull(listener, "listener");
    }

    /** Everything at its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from this configuration. */
    public Builder toBuilder() {
        var builder = new Builder();
        builder.name = name;
        builder.shards = shards;
        builder.messages = messages;
        builder.reservedMessages = reservedMessages;
        builder.maxPayload = maxPayload;
        builder.maxActors = maxActors;
        builder.maxNames = maxNames;
        builder.messagesPerTurn = messagesPerTurn;
        builder.dispatchesPerTurn = dispatchesPerTurn;
        builder.fairness = fairness;
        builder.idleSpin = idleSpin;
        builder.spinForever = spinForever;
        builder.stackSize = stackSize;
        builder.killGrace = killGrace;
        builder.closeDeadline = closeDeadline;
        builder.offloadThreads = offloadThreads;
        builder.waiterOrder = waiterOrder;
        builder.debug = debug;
        builder.watch = watch;
        builder.fiberMode = fiberMode;
        builder.listener = listener;
        return builder;
    }

    /** Whether there is a listener at all. */
    boolean hasListener() {
        return listener != Builder.SILENT;
    }

    private static void require(boolean holds, String what, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + value);
        }
    }

    /**
     * Collects what differs from the defaults; the record says what each value means. The values are checked by
     * {@link #build()}.
     */
    public static final class Builder {
        private static final HiveListener SILENT = new HiveListener() {};

        private String name = "main";
        private int shards = Runtime.getRuntime().availableProcessors();
        private int messages = 65_536;
        private int reservedMessages = 16;
        private int maxPayload = 256;
        private int maxActors = 1_000_000;
        private int maxNames = 1_000_000;
        private int messagesPerTurn = 64;
        private int dispatchesPerTurn = 256;
        private int fairness;
        private Duration idleSpin = Duration.ofNanos(20_000);
        private boolean spinForever;
        private int stackSize;
        private Duration killGrace = Duration.ofSeconds(1);
        private Duration closeDeadline = Duration.ofSeconds(5);
        private int offloadThreads = 8;
        private WaiterOrder waiterOrder = WaiterOrder.BY_PRIORITY;
        private boolean debug;
        private WatchConfig watch = WatchConfig.DEFAULT;
        private @Nullable FiberMode fiberMode;
        private HiveListener listener = SILENT;

        private Builder() {}

        @CanIgnoreReturnValue
        public Builder name(String value) {
            name = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder shards(int value) {
            shards = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder messages(int value) {
            messages = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder reservedMessages(int value) {
            reservedMessages = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder maxPayload(int bytes) {
            maxPayload = bytes;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder maxActors(int value) {
            maxActors = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder maxNames(int value) {
            maxNames = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder messagesPerTurn(int value) {
            messagesPerTurn = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder dispatchesPerTurn(int value) {
            dispatchesPerTurn = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder fairness(int skips) {
            fairness = skips;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder idleSpin(Duration value) {
            idleSpin = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder spinForever(boolean value) {
            spinForever = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder stackSize(int bytes) {
            stackSize = bytes;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder killGrace(Duration value) {
            killGrace = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder closeDeadline(Duration value) {
            closeDeadline = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder offloadThreads(int value) {
            offloadThreads = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder waiterOrder(WaiterOrder value) {
            waiterOrder = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder debug(boolean value) {
            debug = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder watch(WatchConfig value) {
            watch = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder fiberMode(FiberMode value) {
            fiberMode = value;
            return this;
        }

        @CanIgnoreReturnValue
        public Builder listener(HiveListener value) {
            listener = value;
            return this;
        }

        /**
         * The configuration.
         *
         * @throws IllegalArgumentException if a value makes no sense; the message names it
         */
        public HiveConfig build() {
            return new HiveConfig(name, shards, messages, reservedMessages, maxPayload, maxActors, maxNames,
                    messagesPerTurn, dispatchesPerTurn, fairness, idleSpin, spinForever, stackSize, killGrace,
                    closeDeadline, offloadThreads, waiterOrder, debug, watch, fiberMode, listener);
        }
    }
}
