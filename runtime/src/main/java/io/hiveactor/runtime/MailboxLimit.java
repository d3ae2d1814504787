package io.hiveactor.runtime;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The maximum number of queued messages of a mailbox, and its overflow policy. Ticks, EXITs and replies do not count
 * and are always accepted.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param messages maximum number of queued messages, at least 1
 * @param overflow what happens to the next message
 * @param key for {@link Overflow#CONFLATE}, returns the key of a message; null means that the message is not conflated.
 *     The sender calls it, on its own thread, with the object that is sent. A key is a string, a boxed number, boolean
 *     or character, an enum constant or a UUID
 */
public record MailboxLimit(int messages, Overflow overflow, @Nullable Function<Object, @Nullable Object> key) {
    public MailboxLimit {
        Objects.requireNonNull(overflow, "overflow");
        if (messages < 1) {
            throw new IllegalArgumentException("a mailbox limit must be positive: " + messages);
        }
        if ((overflow == Overflow.CONFLATE) != (key != null)) {
            throw new IllegalArgumentException(
                    "a key is needed for CONFLATE and for nothing else: " + overflow + " with key " + key);
        }
    }

    /** Returns a limit at which a send waits for room; see {@link Overflow#BLOCK_SENDER}. */
    public static MailboxLimit blockSender(int messages) {
        return new MailboxLimit(messages, Overflow.BLOCK_SENDER, null);
    }

    /** Returns a limit at which a send or notify returns MAILBOX_FULL at once; see {@link Overflow#FAIL}. */
    public static MailboxLimit fail(int messages) {
        return new MailboxLimit(messages, Overflow.FAIL, null);
    }

    /** Returns a limit at which new messages are dropped; see {@link Overflow#DROP_NEWEST}. */
    public static MailboxLimit dropNewest(int messages) {
        return new MailboxLimit(messages, Overflow.DROP_NEWEST, null);
    }

    /** Returns a limit at which the oldest message is dropped; see {@link Overflow#DROP_OLDEST}. */
    public static MailboxLimit dropOldest(int messages) {
        return new MailboxLimit(messages, Overflow.DROP_OLDEST, null);
    }

    /** Returns a limit that keeps only the newest message of each key; see {@link Overflow#CONFLATE}. */
    public static MailboxLimit conflate(int messages, Function<Object, @Nullable Object> key) {
        return new MailboxLimit(messages, Overflow.CONFLATE, Objects.requireNonNull(key, "key"));
    }

    /** Whether a full mailbox refuses the new message, rather than dropping an older one. */
    boolean isForSenders() {
        return overflow != Overflow.DROP_OLDEST && overflow != Overflow.CONFLATE;
    }

    /** Returns the key of an object. Called by the sender. */
    @Nullable Object keyOf(Object object) {
        if (key == null) {
            return null;
        }
        Object found = key.apply(object);
        if (found == null || found instanceof String || isBoxed(found)
                || found instanceof Character || found instanceof Boolean || found instanceof Enum<?>
                || found instanceof UUID) {
            return found;
        }
        throw new IllegalArgumentException("a key is a string, a boxed number, an enum constant or a UUID, not a "
                + found.getClass().getName() + ": " + found);
    }

    private static boolean isBoxed(Object number) {
        return number instanceof Long || number instanceof Integer || number instanceof Short
                || number instanceof Byte || number instanceof Double || number instanceof Float;
    }
}
