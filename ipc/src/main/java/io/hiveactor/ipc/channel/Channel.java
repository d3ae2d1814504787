package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.ipc.codec.MalformedMessage;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.Timeouts;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/**
 * A handle on a channel whose messages are values of one type.
 *
 * <pre>{@code
 * switch (telemetry.receive(ofSeconds(1))) {
 *     case Item<Reading> item -> use(item.value());
 *     case Hint<Reading> hint -> {}
 *     case Nothing<Reading>(var reason) -> log(reason);
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> owner only: the actor that opened it; or one external thread at a time.
 */
public final class Channel<T> implements ChannelResult<T>, AutoCloseable {
    private static final int FIRST_SIZE = 64;
    private static final int MAX_PAYLOAD = ChannelProfile.MAX_CAPACITY - MessageRing.OVERHEAD;

    private final ChannelClient task;
    private final int handle;
    private final int descriptor;
    private final Codec<T> codec;
    private ChannelMessage outgoing = new ChannelMessage(FIRST_SIZE);
    private ByteBuffer out = over(outgoing.bytes());
    private final ChannelMessage incoming = ChannelMessage.growing(FIRST_SIZE);
    private ByteBuffer in = over(incoming.bytes());

    Channel(ChannelClient task, OpenResult opened, Codec<T> codec) {
        this.task = task;
        this.codec = codec;
        handle = opened.handle();
        descriptor = opened.descriptor();
    }

    private static ByteBuffer over(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The handle's number, for the calls of {@link ChannelClient}. */
    public int handle() {
        return handle;
    }

    /** The channel's number in snapshots. */
    public int descriptor() {
        return descriptor;
    }

    // ---- sending ----

    /** Sends if there is room and no sender waits. */
    public ChannelStatus trySend(T value) {
        return send(value, 0, 0L);
    }

    /** Sends, and waits in line if there is no room; see {@link ChannelClient#send(int, ChannelMessage, Duration)}. */
    public ChannelStatus send(T value, Duration timeout) {
        return send(value, 0, Timeouts.nanos(timeout));
    }

    /**
     * Sends with a channel number: of a handle that coalesces, only messages with the same number replace each other.
     *
     * @param channel any number of 16 bits
     */
    public ChannelStatus send(T value, int channel, Duration timeout) {
        return send(value, channel, Timeouts.nanos(timeout));
    }

    /** Like {@link #send(Object, int, Duration)}, but never waits. */
    public ChannelStatus trySend(T value, int channel) {
        return send(value, channel, 0L);
    }

    /** Sends, and waits for room without a timeout. */
    public ChannelStatus send(T value) {
        return send(value, 0, Timeouts.FOREVER);
    }

    private ChannelStatus send(T value, int channel, long timeoutNanos) {
        if (!encodes(value)) {
            return ChannelStatus.MSG_TOO_LARGE;
        }
        if (out.position() == 0) {
            throw new IllegalArgumentException("a value without bytes would be a wake hint: " + value);
        }
        outgoing.length(out.position()).flags(0).channel(channel);
        return task.send(handle, outgoing, timeoutNanos);
    }

    private boolean encodes(T value) {
        while (true) {
            out.clear();
            try {
                codec.encode(value, out);
                return true;
            } catch (BufferOverflowException tooSmall) {
                int size = outgoing.bytes().length;
                if (size >= MAX_PAYLOAD) {
                    return false;
                }
                outgoing = new ChannelMessage(Math.min(size * 4, MAX_PAYLOAD));
                out = over(outgoing.bytes());
            }
        }
    }

    /** Wakes one waiting receiver, or in fan-out all of them, without a message. */
    public ChannelStatus hint() {
        return task.send(handle, new ChannelMessage(0), 0L);
    }

    // ---- receiving ----

    /** Returns the next message, if there is one. */
    public ChannelReceived<T> tryReceive() {
        return receive(0L);
    }

    /** Waits for the next message, at most for the timeout. */
    public ChannelReceived<T> receive(Duration timeout) {
        return receive(Timeouts.nanos(timeout));
    }

    /** Waits for the next message without a timeout. */
    public ChannelReceived<T> receive() {
        return receive(Timeouts.FOREVER);
    }

    private ChannelReceived<T> receive(long timeoutNanos) {
        ChannelStatus status = task.receive(handle, incoming, timeoutNanos);
        if (status != ChannelStatus.OK) {
            return new ChannelReceived.Nothing<>(status);
        }
        if (incoming.sequence() == ChannelMessage.NO_SEQUENCE) {
            return new ChannelReceived.Hint<>(incoming.channel(), incoming.sourcePid());
        }
        return new ChannelReceived.Item<>(
                decoded(), incoming.flags(), incoming.channel(), incoming.sourcePid(), incoming.sequence());
    }

    /** @throws MalformedMessage if the codec cannot decode the bytes; the message is consumed */
    private T decoded() {
        if (in.capacity() != incoming.bytes().length) { // it has grown
            in = over(incoming.bytes());
        }
        in.limit(incoming.length()).position(0);
        T value;
        try {
            value = codec.decode(in);
        } catch (BufferUnderflowException e) {
            throw new MalformedMessage(message() + " ends within its value", e);
        }
        if (in.hasRemaining()) {
            throw new MalformedMessage(message() + " has " + in.remaining() + " bytes after its value");
        }
        return value;
    }

    private String message() {
        return "message " + incoming.sequence() + " of pid " + incoming.sourcePid() + ", " + incoming.length()
                + " bytes,";
    }

    /** A source for {@code ActorContext.select}, ready when there is a message; see {@link ChannelClient#source}. */
    public Source source() {
        return task.source(handle);
    }

    // ---- the handle ----

    /** Turns the handle into a tap, which receives copies of later messages; or back into a reader. */
    public ChannelStatus tap(boolean on) {
        return task.tap(handle, on);
    }

    /** Returns the state of the channel. */
    public Peek peek() {
        var peek = new Peek();
        ChannelStatus status = task.peek(handle, peek);
        if (status != ChannelStatus.OK) {
            throw new IllegalStateException("peek failed on " + this + ": " + status);
        }
        return peek;
    }

    /** Closes the handle; a second call does nothing. */
    @Override
    public void close() {
        task.close(handle);
    }

    @Override
    public String toString() {
        return "handle " + handle + " of pid " + task.pid() + " on channel " + descriptor;
    }
}
