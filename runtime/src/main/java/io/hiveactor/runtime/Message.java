package io.hiveactor.runtime;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A received message, read in place in the pool.
 *
 * <p>It is valid until its receiver's next successful receive; in a handler, until the handler returns. After that its
 * slot may hold another message, so keep the object or a copy of the bytes, not the message. With
 * {@link HiveConfig#debug()} a later use throws.
 *
 * <p><b>Threads:</b> owner only, the receiving actor.
 */
public sealed interface Message extends Received permits Envelope, CheckedMessage {
    /** The actor that sent it. For an external thread without an inbox, an id that is never alive. */
    ActorId sender();

    /** What kind of message it is. */
    MessageClass messageClass();

    /** The tag that the sender chose; 0 if it chose none. */
    int tag();

    /** The number of the timer, request or monitor; 0 for a link's EXIT and for a {@link MessageClass#NOTIFY}. */
    long correlation();

    /** Number of bytes; 0 for an object. */
    int length();

    /** The bytes, {@link #length()} of them, read only. */
    MemorySegment bytes();

    /** The byte at an offset. */
    byte byteAt(int offset);

    /** The int at an offset, in native byte order; it need not be aligned. */
    int intAt(int offset);

    /** The long at an offset, in native byte order; it need not be aligned. */
    long longAt(int offset);

    /** The object that was sent, or null for bytes and empty messages. */
    @Nullable Object object();

    /**
     * Returns the object that was sent, as the type that the receiver expects.
     *
     * @throws ClassCastException if it is of another type, or there is none
     */
    <T> T as(Class<T> type);

    /** Whether this is a tick of the given timer. */
    boolean isTickOf(TimerId timer);
}
