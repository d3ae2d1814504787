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
 * The channel calls of one task: an actor, or all external threads together. A handle is valid only for the task that
 * opened it.
 *
 * <p>This layer transfers bytes, with the words of the HSX specification: {@code send} and {@code receive} without a
 * timeout do not wait. {@link Channel} transfers typed values.
 *
 * <p><b>Threads:</b> that of an actor: owner only, the actor's own code. {@link Channels#external}: any thread but an
 * actor.
 */
public abstract sealed class ChannelClient permits ActorTask, OutsideTask, Rehearsal.Understudy {
    /*
     * Every question to the table is asked in here, and Rehearsal asks each of them once: the JVM links a lambda at its
     * first use, and if that fails at the end of an actor's stack, it fails forever.
     */
    final Channels channels;
    final int pid;

    ChannelClient(Channels channels, int pid) {
        this.channels = channels;
        this.pid = pid;
    }

    /** The calling external thread, whose quota counts what it opens and binds; null for an actor. */
    @Nullable Thread thread() {
        return null;
    }

    /** Applies a function to the table, directly or by a round trip to its shard. */
    abstract <R> R ask(Function<ChannelTable, R> question);

    /** @param timeoutNanos as {@link Timeouts} has it */
    abstract ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos);

    /** @param timeoutNanos as {@link Timeouts} has it */
    abstract ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos);

    /** This task's number, which is part of the names of its own channels; 0 for external threads. */
    public final int pid() {
        return pid;
    }

    // ---- channels and handles ----

    /**
     * Creates a channel, or changes an existing one. A smaller capacity drops the oldest messages; another mode moves
     * all readers to the end.
     *
     * @param capacity 1 to 65,535 bytes, of which each message takes 8 more than its payload; 0 for the default, or no
     *     change
     * @param mode bits of {@link ChannelModes}; 0 for the default, or no change
     */
    public final BindResult bind(String target, int capacity, int mode) {
        Objects.requireNonNull(target, "target");
        Thread by = thread();
        return ask(table -> table.bind(pid, by, target, capacity, mode));
    }

    /**
     * Opens a channel that is bound.
     *
     * @param flags {@link ChannelModes#RDONLY}, {@link ChannelModes#WRONLY} or {@link ChannelModes#RDWR}, or none of
     *     them: then both are allowed, and in fan-out the handle counts as a reader unless it sent last. Also {@link
     *     ChannelModes#TAP}. Any other bit is refused with {@code INVALID_ARGUMENT}
     */
    public final OpenResult open(String target, int flags) {
        Objects.requireNonNull(target, "target");
        Thread by = thread();
        return ask(table -> table.open(pid, by, target, flags));
    }

    /**
     * Closes a handle; a wait on it ends with {@code INVALID_HANDLE}. A channel ends when its last handle is closed.
     */
    @CanIgnoreReturnValue
    public final ChannelStatus close(int handle) {
        return ask(table -> table.close(pid, handle));
    }

    /** Reads the state of the channel of a handle; for a tap too, that of the channel and not of its copies. */
    public final ChannelStatus peek(int handle, Peek into) {
        Objects.requireNonNull(into, "peek");
        return ask(table -> table.peek(pid, handle, into));
    }

    /** Turns a handle into a tap, which receives copies of later messages; or back, which discards its copies. */
    public final ChannelStatus tap(int handle, boolean on) {
        return ask(table -> table.tap(pid, handle, on));
    }

    /**
     * Sets whether a handle coalesces what it sends, against bursts of notifications. A message then replaces the last
     * one that this handle sent with the same channel number, if that is unread, the new one fits, and no sender waits
     * in line. It keeps the place and the sequence of the older one. A tap receives a copy of each.
     */
    public final ChannelStatus coalesce(int handle, boolean on) {
        return ask(table -> table.coalesce(pid, handle, on));
    }

    /**
     * Creates a channel, or changes an existing one, and opens it.
     *
     * @throws IllegalStateException if it is refused; {@link #tryBind} returns the reason instead
     */
    public final <T> Channel<T> bind(String target, Codec<T> codec, ChannelOptions options) {
        return orThrow(tryBind(target, codec, options), target, options.flags());
    }

    /** Creates a channel, or changes an existing one, and opens it: both, or neither. */
    public final <T> ChannelResult<T> tryBind(String target, Codec<T> codec, ChannelOptions options) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(options, "options");
        Thread by = thread();
        OpenResult opened = ask(table -> table.bindAndOpen(pid, by, target, options));
        return result(opened, codec);
    }

    /**
     * Opens a channel that is bound.
     *
     * @param flags bits of {@link ChannelModes}
     * @throws IllegalStateException if it is refused, or not bound; {@link #tryOpen} returns the reason instead
     */
    public final <T> Channel<T> open(String target, Codec<T> codec, int flags) {
        return orThrow(tryOpen(target, codec, flags), target, flags);
    }

    /**
     * Opens a channel that is bound, or returns the reason it cannot be opened.
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
            case ChannelResult.NoChannel<T>(var reason) -> throw new IllegalStateException(
                    "no channel " + target + " with flags 0x" + Integer.toHexString(flags) + ": " + reason.text());
        };
    }

    // ---- messages ----

    /**
     * Sends if there is room. A message of no bytes is not queued: it wakes a waiting receiver, in fan-out all of them.
     */
    public final ChannelStatus send(int handle, ChannelMessage message) {
        return send(handle, message, 0L);
    }

    /**
     * Sends, and waits in line if there is no room. A channel that drops its oldest messages always has room.
     *
     * <p>Two tasks that wait for room in each other's channel wait forever, unless one of them has a timeout; see
     * {@code ActorContext.send}.
     */
    public final ChannelStatus send(int handle, ChannelMessage message, Duration timeout) {
        return send(handle, message, Timeouts.nanos(timeout));
    }

    /** Receives the next message, or returns {@code NO_DATA}. */
    public final ChannelStatus receive(int handle, ChannelMessage into) {
        return receive(handle, into, 0L);
    }

    /** Receives the next message, and waits for one if there is none. */
    public final ChannelStatus receive(int handle, ChannelMessage into, Duration timeout) {
        return receive(handle, into, Timeouts.nanos(timeout));
    }

    /**
     * A source for {@code ActorContext.select}, ready when a receive on this handle would not wait. If other tasks
     * receive from the same channel, the message may be gone by then.
     *
     * @throws UnsupportedOperationException for external threads, which cannot select
     */
    public abstract Source source(int handle);

    // ---- standard streams ----

    /** Creates this task's standard streams and its {@code pid:} channel, which end with the task. */
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

    /** Writes a text to a standard stream of this task, in UTF-8. @return whether there was room for it */
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
