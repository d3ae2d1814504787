package io.hiveactor.ipc;

import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.Message;

/** What a select gave: which source was ready, or the reason none was. */
public sealed interface Selected {
    /**
     * A filter had a message, which is received with this.
     *
     * @param index which source, in the order in which they were given
     * @param message the message
     */
    record Received(int index, Message message) implements Selected {}

    /**
     * Another source was ready.
     *
     * @param index which one, in the order in which they were given
     */
    record Ready(int index) implements Selected {}

    /** No source was ready. */
    enum Nothing implements Selected {
        /** At once, and the call does not wait. */
        WOULD_BLOCK,
        /** Until the timeout. */
        TIMEOUT,
        /** There was no timeout, and none could ever have been; see {@link DeadlockPolicy#FAIL}. */
        DEADLOCK
    }
}
