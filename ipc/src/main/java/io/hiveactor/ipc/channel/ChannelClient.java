package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.Timeouts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The channel calls of one task: an actor, or all threads outside. Handles are its own; another task's are invalid here.
 *
 * <p>This is the layer of bytes. {@link Channel} is the same with types.
 *
 * <p><b>Timeouts</b> are durations, or milliseconds in the hive's convention: -1 waits for ever, 0 does not wait.
 *
 * <p><b>Threads:</b> an actor's: owner only, the actor's own code. {@link Channels#outside}: any thread but an actor.
 */
public abstract sealed class ChannelClient permits ActorTask, OutsideTask, Rehearsal.Understudy {
    /*
     * Every question to the table is asked in here, where Rehearsal asks it once: the JVM links a lambda when it is
     * first made, and if that happens at the end of an actor's stack it fails for good.
     */
    final Channels channels;
    final int pid;

    ChannelClient(Channels channels, int pid) {
        this.channels = channels;
        this.pid = pid;
    }

    /** The external thread that calls, which is charged for what it opens and binds; null for an actor. */
    @Nullable Thread thread() {
        return null;
    }

    /** Has a question answered by the table; at once, or by a round trip. */
    abstract <R> R ask(Function<ChannelTable, R> question);

    /** @param timeoutNanos as {@link Timeouts} has it */
    abstract ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos);

    /** @param timeoutNanos as {@link Timeouts} has it */
    abstract ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos);

    /** This task's number, by which others name its channels; 0 for threads outside. */
    public final int pid() {
        return pid;
    }

    // ---- channels and handles ----

    /**
     * Makes a channel, or changes one that is there; see {@link ChannelTable#bind}.
     *
     * @param capacity bytes, each message at 8 more than its payload; 0 for the default, or no change
     * @param mode bits of {@link ChannelModes}; 0 for the default, or no change
     */
    public final BindResult bind(String target, int capacity, int mode) {
        Objects.requireNonNull(target, "target");
        Thread by = thread();
        return ask(table -> table.bind(pid, by, target, capacity, mode));
    }

    /**
     * Opens a channel that somebody has bound; see {@link ChannelTable#open}.
     *
     * @param flags access bits and {@link ChannelModes#TAP}; any other bit is refused with {@code INVALID_ARGUMENT}
     */
    public final OpenResult open(String target, int flags) {
        Objects.requireNonNull(target, "target");
        Thread by = thread();
        return ask(table -> table.open(pid, by, target, flags));
    }

    /** Whoever waits on this handle is told {@code INVALID_HANDLE}. The last one to close a channel ends it. */
    @CanIgnoreReturnValue
    public final ChannelStatus close(int handle) {
        return ask(table -> table.close(pid, handle));
    }

    /** Looks at the channel of a handle; of a tap too it shows the channel, and not the copies. */
    public final ChannelStatus peek(int handle, Peek into) {
        Objects.requireNonNull(into, "peek");
        return ask(table -> table.peek(pid, handle, into));
    }

    /** Turns a handle into a tap, which gets copies from now on; or back, and its copies are thrown away. */
    public final ChannelStatus tap(int handle, boolean on) {
        return ask(table -> table.tap(pid, handle, on));
    }

    /** Lets a handle coalesce what it sends, against storms of notifications; see {@link ChannelTable#coalesce}. */
    public final ChannelStatus coalesce(int handle, boolean on) {
        return ask(table -> table.coalesce(pid, handle, on));
    }

    /**
     * Makes a channel, or changes one that is there, and opens it.
     *
     * @throws IllegalStateException if that is refused; {@link #tryBind} tells it
     */
    public final <T> Channel<T> bind(String target, Codec<T> codec, ChannelOptions options) {
        return orThrow(tryBind(target, codec, options), target, options.flags());
    }

    /** Makes a channel, or changes one that is there, and opens it: both, or neither. */
    public final <T> ChannelResult<T> tryBind(String target, Codec<T> codec, ChannelOptions options) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(options, "options");
        Thread by = thread();
        OpenResult opened = ask(table -> table.bindAndOpen(pid, by, target, options));
        return result(opened, codec);
    }

    /**
     * Opens a channel that somebody has bound.
     *
     * @param flags bits of {@link ChannelModes}
     * @throws IllegalStateException if that is refused, or nobody has; {@link #tryOpen} tells it
     */
    public final <T> Channel<T> open(String target, Codec<T> codec, int flags) {
        return orThrow(tryOpen(target, codec, flags), target, flags);
    }

    /**
     * Opens a channel that somebody has bound.
     *
     * @param flags bits of {@link ChannelModes}
     */
    public final <T> ChannelResult<T> tryOpen(String target, Codec<T> codec, int flags) {
        Objects.requireNonNull(codec, "codec");
        return result(open(target, flags), codec);
    }

    private <T> ChannelResult<T> result(OpenResult opened, Codec<T> codec) {
        return opened.status() == ChannelStatus.OK
                ? new Channel<>(this, opened, codec)
                : new ChannelResult.NoChannel<>(opened.status());
    }

    private static <T> Channel<T> orThrow(ChannelResult<T> result, String target, int flags) {
        return switch (result) {
            case Channel<T> channel -> channel;
            case ChannelResult.NoChannel<T>(var why) -> throw new IllegalStateException(
                    "no channel " + target + " with flags 0x" + Integer.toHexString(flags) + ": " + why.text());
        };
    }

    // ---- messages ----

    /** Sends now or not at all. A message of no bytes is not queued: it wakes who waits, with {@code OK}. */
    public final ChannelStatus send(int handle, ChannelMessage message) {
        return send(handle, message, 0L);
    }

    /**
     * Sends, and waits for its turn if there is no room. Channels that drop always have room.
     *
     * <p>Two tasks that wait for each other's room wait forever; see {@code ActorContext.send}.
     */
    public final ChannelStatus send(int handle, ChannelMessage message, Duration timeout) {
        return send(handle, message, Timeouts.nanos(timeout));
    }

    /** As {@link #send(int, ChannelMessage, Duration)}, with -1 for ever and 0 for not at all. */
    public final ChannelStatus sendMillis(int handle, ChannelMessage message, long timeoutMillis) {
        return send(handle, message, Timeouts.nanos(timeoutMillis));
    }

    /** Receives what is there, or gives {@code NO_DATA}. */
    public final ChannelStatus receive(int handle, ChannelMessage into) {
        return receive(handle, into, 0L);
    }

    /** Receives, and waits for a message if there is none. */
    public final ChannelStatus receive(int handle, ChannelMessage into, Duration timeout) {
        return receive(handle, into, Timeouts.nanos(timeout));
    }

    /** As {@link #receive(int, ChannelMessage, Duration)}, with -1 for ever and 0 for not at all. */
    public final ChannelStatus receiveMillis(int handle, ChannelMessage into, long timeoutMillis) {
        return receive(handle, into, Timeouts.nanos(timeoutMillis));
    }

    /**
     * A handle as something to select on: ready when a receive would not have to wait, which it then may do. If others
     * receive from the same channel they may be faster.
     *
     * @throws UnsupportedOperationException for threads outside, which cannot select
     */
    public abstract Source source(int handle);

    // ---- standard streams ----

    /** Gives this task its standard streams and its {@code pid:} channel; they live as long as it does. */
    public final RegisterResult register() {
        return ask(table -> table.register(pid));
    }

    /**
     * Writes to a standard stream of this task. The message gets the stream's flag, and channel 0.
     *
     * @return the bytes written: all, or 0 if there is no room
     */
    public final int write(StdioStream stream, ChannelMessage message) {
        Objects.requireNonNull(stream, "stream");
        Objects.requireNonNull(message, "message");
        return ask(table -> table.write(pid, stream, message));
    }

    /** Writes a text to a standard stream of this task. @return whether there was room for it */
    public final boolean print(StdioStream stream, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length == 0 || write(stream, new ChannelMessage(bytes)) > 0;
    }

    // ---- for the channels as a whole ----

    final TableSnapshot snapshot() {
        return ask(ChannelTable::snapshot);
    }

    final Optional<ChannelState> describe(int descriptor) {
        return ask(table -> table.describe(descriptor));
    }

    final Map<Integer, TaskCounters> counters() {
        return ask(ChannelTable::counters);
    }

    final ChannelStatus revoke(int ofPid, int handle) {
        return ask(table -> table.revoke(ofPid, handle));
    }

    final boolean shut(int descriptor) {
        return ask(table -> table.shut(descriptor));
    }

    final void shutAllOf(int owner) {
        int ended = ask(table -> {
            table.shutAllOf(owner);
            return owner;
        });
        assert ended == owner;
    }

    final void configureStdio(StdioStream stream, int mode, boolean alsoExisting) {
        int changed = ask(table -> table.configureStdio(stream, mode, alsoExisting)).size();
        assert changed == 0 || alsoExisting;
    }

    final void limitTaps(int copiesPerSecond) {
        int limit = ask(table -> {
            table.limitTaps(copiesPerSecond);
            return copiesPerSecond;
        });
        assert limit == copiesPerSecond;
    }
}
