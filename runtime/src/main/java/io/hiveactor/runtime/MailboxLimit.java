package io.hiveactor.runtime;

import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How many messages may wait in a mailbox, and what happens to the next one. Timer ticks, exits and answers do not
 * count and are always let in.
 *
 * @param messages how many; at least 1
 * @param overflow what happens then
 * @param key for {@link Overflow#CONFLATE}, what makes two messages the same. It is called by the sender, on the
 *     sender's thread, with the object that is sent; null means that this message is not conflated. A key is a
 *     string, a boxed number or character, an enum constant or a UUID: its {@code equals} runs inside the engine
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

    /** A send waits for room. */
    public static MailboxLimit blockSender(int messages) {
        return new MailboxLimit(messages, Overflow.BLOCK_SENDER, null);
    }

    /** Senders are told at once. */
    public static MailboxLimit fail(int messages) {
        return new MailboxLimit(messages, Overflow.FAIL, null);
    }

    /** What comes too late is dropped. */
    public static MailboxLimit dropNewest(int messages) {
        return new MailboxLimit(messages, Overflow.DROP_NEWEST, null);
    }

    /** What waits longest is dropped. */
    public static MailboxLimit dropOldest(int messages) {
        return new MailboxLimit(messages, Overflow.DROP_OLDEST, null);
    }

    /** Of messages with one key only the newest is kept. */
    public static MailboxLimit conflate(int messages, Function<Object, @Nullable Object> key) {
        return new MailboxLimit(messages, Overflow.CONFLATE, Objects.requireNonNull(key, "key"));
    }

    /** Whether it is the sender who learns that there is no room, rather than an older message that goes. */
    boolean isForSenders() {
        return overflow != Overflow.DROP_OLDEST && overflow != Overflow.CONFLATE;
    }

    /** The key of an object, by the sender. */
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
