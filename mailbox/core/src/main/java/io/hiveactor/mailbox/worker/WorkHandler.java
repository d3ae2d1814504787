package io.hiveactor.mailbox.worker;

import org.jspecify.annotations.Nullable;

/**
 * Does the work. It may be given one request twice, and must bear that.
 *
 * @param <T> what is asked
 * @param <O> what is answered
 */
@FunctionalInterface
public interface WorkHandler<T extends @Nullable Object, O extends @Nullable Object> {
    /**
     * Handles one request. If the request has a budget, the thread is interrupted when it ends; what the handler
     * returns after that is not used.
     *
     * @throws Exception if it failed: it is tried again later, and in the end becomes a dead letter
     */
    O handle(T request, Attempt attempt) throws Exception;
}
