package io.hiveactor.mailbox;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the mailbox that a name stands for, so that a reply can be sent to it.
 *
 * @param <R> what is sent in reply
 */
@FunctionalInterface
public interface MailboxResolver<R extends @Nullable Object> {
    /** Null if the name is not known. */
    @Nullable Mailbox<R, ?> find(String name);

    /**
     * The mailbox of a name that must be known.
     *
     * @throws IllegalArgumentException if it is not
     */
    default Mailbox<R, ?> resolve(String name) {
        Mailbox<R, ?> found = find(name);
        if (found == null) {
            throw new IllegalArgumentException("no mailbox is known by the name " + name);
        }
        return found;
    }

    /** Those of a map, and no others. The map may change. */
    static <R extends @Nullable Object> MailboxResolver<R> registry(Map<String, ? extends Mailbox<R, ?>> known) {
        return known::get;
    }

    /** Those of a map, and otherwise what a factory makes; nothing is kept. */
    static <R extends @Nullable Object> MailboxResolver<R> composite(
            Map<String, ? extends Mailbox<R, ?>> known, MailboxFactory<R> factory) {
        return name -> {
            Mailbox<R, ?> found = known.get(name);
            return found == null ? factory.create(name) : found;
        };
    }
}
