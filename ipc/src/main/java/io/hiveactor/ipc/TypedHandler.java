package io.hiveactor.ipc;

import io.hiveactor.runtime.Message;

/**
 * What a typed actor does with each message.
 *
 * @param <M> the messages it takes
 */
@FunctionalInterface
public interface TypedHandler<M> {
    void onMessage(TypedContext<M> self, M message) throws Exception;

    /**
     * What is not one of its own messages: a tick, an EXIT, a change of a name, or a message of another type.
     *
     * <p>Unless overridden, a message of another type is reported as undelivered: it is counted in
     * {@link io.hiveactor.runtime.HiveStats#wrongTypes()} and handed to the listener's {@code onUndelivered}; the first
     * one of each actor is logged. A request of another type ends as DROPPED. The rest is ignored.
     */
    default void onSignal(TypedContext<M> self, Message message) throws Exception {
        self.refuse(message);
    }
}
