package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a hive.
 *
 * <pre>{@code
 * HiveConfig config = HiveConfig.builder().shards(2).messages(100_000).maxPayload(1024).build();
 * }</pre>
 *
 * <p>The setters of {@link Builder} give the default of each value and say when to change it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name the hive's name in logs and thread dumps
 * @param shards number of shards
 * @param messages slots of the message pool, including the reserved ones
 * @param reservedMessages slots that only timers and other messages of the runtime may use
 * @param maxPayload maximum bytes of a message
 * @param maxActors maximum number of live actors
 * @param maxNames maximum number of registered names
 * @param messagesPerTurn messages an actor handles in a row before its shard runs other actors
 * @param dispatchesPerTurn messages a shard handles before it checks timers and its inbox
 * @param fairness number of times a lower priority may be skipped before it is served; 0 means strict priorities
 * @param idleSpin how long a shard without work polls before it parks
 * @param spinForever whether a shard without work never parks
 * @param stackSize bytes of a shard's stack; 0 means the JVM's default
 * @param killGrace how long the code of a killed actor may continue before the actor counts as dead
 * @param closeDeadline how long {@link Hive#close()} waits for actors to finish their work
 * @param offloadThreads threads for {@link ActorContext#offload}
 * @param waiterOrder order in which waiting senders are served
 * @param debug whether the use of a message after its lifetime throws
 * @param watch watchdog settings: deadlocks and slow handlers
 * @param fiberMode how waiting actors are suspended; null means the best mode this JVM allows
 * @param listener receives events of the hive
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

    /** Returns a builder with all values at their defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that starts from this configuration. */
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
     * Collects the values that differ from the defaults; {@link #build()} checks them.
     *
     * <p><b>Threads:</b> one thread at a time.
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

        /**
         * Sets the name in logs, thread names and reports. Default: {@code "main"}. Change it when a program has
         * several hives.
         */
        @CanIgnoreReturnValue
        public Builder name(String value) {
            name = value;
            return this;
        }

        /**
         * Sets the number of shards, 1 to 1024; each has its own thread. Default: the number of available processors.
         * Use fewer to leave cores to other work, 1 to run all actors on one thread.
         */
        @CanIgnoreReturnValue
        public Builder shards(int value) {
            shards = value;
            return this;
        }

        /**
         * Sets the number of slots of the message pool, 1 to 2^28, allocated at start. Default: 65,536. Increase it if
         * senders get NO_MEMORY under normal load; a request takes two slots, and entries of a bus take one each. The
         * memory for bytes is about {@code messages} times {@code maxPayload}.
         */
        @CanIgnoreReturnValue
        public Builder messages(int value) {
            messages = value;
            return this;
        }

        /**
         * Sets the number of slots that only timers and other messages of the runtime may use; fewer than {@code
         * messages}. Default: 16. Increase it if many timers fire while the pool is full: a tick that finds no slot is
         * sent late.
         */
        @CanIgnoreReturnValue
        public Builder reservedMessages(int value) {
            reservedMessages = value;
            return this;
        }

        /**
         * Sets the maximum number of bytes of a message; longer ones get TOO_LARGE. Default: 256 bytes. Objects are
         * not affected. Increase it if messages carry bytes; every slot has this size.
         */
        @CanIgnoreReturnValue
        public Builder maxPayload(int bytes) {
            maxPayload = bytes;
            return this;
        }

        /**
         * Sets the maximum number of live actors; beyond it {@code spawn} throws and {@code trySpawn} returns the
         * reason. Default: 1,000,000. Lower it to bound memory where clients can cause actors to be started.
         */
        @CanIgnoreReturnValue
        public Builder maxActors(int value) {
            maxActors = value;
            return this;
        }

        /**
         * Sets the maximum number of registered names; beyond it {@code register} returns TOO_MANY. Default:
         * 1,000,000. Lower it where names come from clients.
         */
        @CanIgnoreReturnValue
        public Builder maxNames(int value) {
            maxNames = value;
            return this;
        }

        /**
         * Sets how many messages an actor handles in a row before other actors of its shard and priority run. Default:
         * 64 messages. A lower value shortens the delay of other actors, a higher one saves switches.
         */
        @CanIgnoreReturnValue
        public Builder messagesPerTurn(int value) {
            messagesPerTurn = value;
            return this;
        }

        /**
         * Sets how many messages a shard handles before it checks timers and messages from other threads. Default: 256
         * messages. Lower it if ticks or messages from other shards are delayed under load.
         */
        @CanIgnoreReturnValue
        public Builder dispatchesPerTurn(int value) {
            dispatchesPerTurn = value;
            return this;
        }

        /**
         * Sets how many times a lower priority may be skipped before it is served: in dispatches while it has a ready
         * actor, and in slots or mailbox places granted while one of its senders waits. Default: 0, strict priorities.
         * Set it if actors of low priority must make progress under constant load.
         */
        @CanIgnoreReturnValue
        public Builder fairness(int skips) {
            fairness = skips;
            return this;
        }

        /**
         * Sets how long a shard without work polls for new work before it parks its thread. Default: 20 microseconds.
         * Increase it for lower latency at the cost of CPU time; zero parks at once.
         */
        @CanIgnoreReturnValue
        public Builder idleSpin(Duration value) {
            idleSpin = value;
            return this;
        }

        /**
         * Sets whether a shard without work never parks. Default: false. For the lowest latency where each shard has a
         * core of its own; each shard then uses its core fully. Only with {@link FiberMode#OWN_CARRIER}.
         */
        @CanIgnoreReturnValue
        public Builder spinForever(boolean value) {
            spinForever = value;
            return this;
        }

        /**
         * Sets the bytes of a shard's stack, which bounds how deep its actors can call. Default: 0, the JVM's choice.
         * Increase it if actors end with STACK_OVERFLOW in correct code. The system may give more. Only with {@link
         * FiberMode#OWN_CARRIER}: the JDK's scheduler has its own setting.
         */
        @CanIgnoreReturnValue
        public Builder stackSize(int bytes) {
            stackSize = bytes;
            return this;
        }

        /**
         * Sets how long the code of a killed actor may continue before the actor counts as dead. Default: 1 second.
         * Increase it if {@code onStop} or {@code finally} blocks need longer.
         */
        @CanIgnoreReturnValue
        public Builder killGrace(Duration value) {
            killGrace = value;
            return this;
        }

        /**
         * Sets how long {@link Hive#close()} waits for actors to finish their work before it ends them. Default: 5
         * seconds. Choose it below the time that the environment grants for a shutdown.
         */
        @CanIgnoreReturnValue
        public Builder closeDeadline(Duration value) {
            closeDeadline = value;
            return this;
        }

        /**
         * Sets the number of platform threads for {@link ActorContext#offload}. Default: 8. Increase it if many actors
         * wait for files or native code at once; further work waits for a free thread.
         */
        @CanIgnoreReturnValue
        public Builder offloadThreads(int value) {
            offloadThreads = value;
            return this;
        }

        /**
         * Sets the order in which waiting senders are served. Default: {@link WaiterOrder#BY_PRIORITY}. Use {@link
         * WaiterOrder#FIFO} if priorities should affect only which actor runs.
         */
        @CanIgnoreReturnValue
        public Builder waiterOrder(WaiterOrder value) {
            waiterOrder = value;
            return this;
        }

        /**
         * Sets whether a use of a message or reply after its lifetime throws. Default: false. Switch it on in tests;
         * it copies each message.
         */
        @CanIgnoreReturnValue
        public Builder debug(boolean value) {
            debug = value;
            return this;
        }

        /**
         * Sets what the watchdog checks: deadlocks and slow handlers. Default: {@link WatchConfig#DEFAULT}. Change it to
         * check more often, to make deadlocked waits fail, or to allow handlers more time.
         */
        @CanIgnoreReturnValue
        public Builder watch(WatchConfig value) {
            watch = value;
            return this;
        }

        /**
         * Sets how waiting actors are suspended. Default: {@link FiberMode#OWN_CARRIER} if the JVM flag is set,
         * otherwise {@link FiberMode#JDK_SCHEDULER}. Set OWN_CARRIER to fail at start if the flag is missing.
         */
        @CanIgnoreReturnValue
        public Builder fiberMode(FiberMode value) {
            fiberMode = value;
            return this;
        }

        /**
         * Sets the listener for exits, drops, deadlocks and slow handlers. Default: none. Set one to report them
         * elsewhere than in the log.
         */
        @CanIgnoreReturnValue
        public Builder listener(HiveListener value) {
            listener = value;
            return this;
        }

        /**
         * Returns the configuration.
         *
         * @throws IllegalArgumentException if a value is out of range; the message names it
         */
        public HiveConfig build() {
            return new HiveConfig(name, shards, messages, reservedMessages, maxPayload, maxActors, maxNames,
                    messagesPerTurn, dispatchesPerTurn, fairness, idleSpin, spinForever, stackSize, killGrace,
                    closeDeadline, offloadThreads, waiterOrder, debug, watch, fiberMode, listener);
        }
    }
}
