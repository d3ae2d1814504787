package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/** The result of a select: the first source that was ready, or the reason none was. */
public sealed interface SelectResult {
    /**
     * A filter matched a message, which is received with this.
     *
     * @param index the position of the filter among the sources
     * @param message the message
     */
    record Received(int index, Message message) implements SelectResult {}

    /**
     * Another source was ready.
     *
     * @param index its position among the sources
     * @param value what was taken from it: the entry of a bus, or the value of a future; null for a source that is only ready,
     *     such as a {@link PendingReply} or a channel, and for a future that failed
     */
    record Ready(int index, @Nullable Object value) implements SelectResult {}

    /** No source was ready. */
    enum Nothing implements SelectResult {
        /** The call does not wait, and none was ready. */
        WOULD_BLOCK,
        /** None was ready until the timeout. */
        TIMEOUT,
        /** There was no timeout, and none could ever have been ready; see {@link DeadlockPolicy#FAIL}. */
        DEADLOCK
    }
}
