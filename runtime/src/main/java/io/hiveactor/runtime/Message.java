package io.hiveactor.runtime;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A received message, read where it lies in the pool.
 *
 * <p>It is valid until its receiver's next successful receive; a handler's until the handler returns. After
 * that its place may hold another message: copy what is to be kept.
 *
 * <p><b>Threads:</b> owner only, the receiving actor.
 */
public sealed interface Message extends Received permits Envelope, CheckedMessage {
    /** Who sent it. For an outside thread that has no inbox it is an id that is never alive. */
    ActorId sender();

    MessageClass messageClass();

    /** The sender's own mark; 0 where it gave none. */
    int tag();

    /** The number of the timer, request or monitor; 0 for a link's EXIT and for a {@link MessageClass#NOTIFY}. */
    long correlation();

    /** Bytes of payload; 0 for an object. */
    int length();

    /** The payload, {@link #length()} bytes, read only. */
    MemorySegment bytes();

    /** The byte at an offset of the payload. */
    byte byteAt(int offset);

    /** The int at an offset of the payload, in native order; it need not be aligned. */
    int intAt(int offset);

    /** The long at an offset of the payload, in native order; it need not be aligned. */
    long longAt(int offset);

    /** The object that was sent, or null for bytes and empty messages. */
    @Nullable Object object();

    /**
     * The object that was sent, as the type that the receiver expects.
     *
     * @throws ClassCastException if it is another type, or none
     */
    <T> T as(Class<T> type);

    /** Whether this is a tick of the given timer. */
    boolean isTickOf(TimerId timer);
}
