package io.hiveactor.ipc;

import io.hiveactor.runtime.Message;

/**
 * What a typed actor does with each message.
 *
 * @param <M> the messages it takes
 */
@FunctionalInterface
public interface TypedHandler<M> {
    void onMessage(Self<M> self, M message) throws Exception;

    /** What is not one of its own messages: a tick, an EXIT, or something sent by id. Ignored unless overridden. */
    default void onSignal(Self<M> self, Message message) throws Exception {}
}
