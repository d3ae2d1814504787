package io.hiveactor.mailbox;

import org.jspecify.annotations.Nullable;

/**
 * Makes the mailbox that a name stands for.
 *
 * @param <R> what is sent to it
 */
@FunctionalInterface
public interface MailboxFactory<R extends @Nullable Object> {
    /** Null if it makes none of that name. */
    @Nullable Mailbox<R, ?> create(String name);
}
