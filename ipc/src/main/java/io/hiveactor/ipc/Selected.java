package io.hiveactor.ipc;

import io.hiveactor.runtime.Message;
import org.jspecify.annotations.Nullable;

/** What a select gave: which source was ready, or the reason none was. */
public sealed interface Selected permits Selected.Ready, Selected.Nothing {
    /**
     * A source was ready.
     *
     * @param index which one, in the order in which they were given
     * @param message for a filter, the message, which is received; null for any other source
     */
    record Ready(int index, @Nullable Message message) implements Selected {}

    /** No source was ready. */
    enum Nothing implements Selected {
        /** At once, and the call does not wait. */
        WOULD_BLOCK,
        /** Until the timeout. */
        TIMEOUT
    }
}
