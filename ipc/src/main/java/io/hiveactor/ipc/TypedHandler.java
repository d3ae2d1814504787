package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Message;

/**
 * The code of a typed actor that is called for each message.
 *
 * @param <M> the type of its messages
 */
@FunctionalInterface
public interface TypedHandler<M> {
    /** Handles one message; see {@link io.hiveactor.runtime.Handler#onMessage}. */
    void onMessage(TypedContext<M> self, M message) throws Exception;

    /** Called once, before the first message. May wait; an exception ends the actor. */
    default void onStart(TypedContext<M> self) throws Exception {}

    /**
     * Called once at the end of an actor that has started, also after a crash or a kill, so that it can release a file or a
     * connection; see {@link io.hiveactor.runtime.StoppingHandler#onStop}.
     */
    default void onStop(ExitReason reason) throws Exception {}

    /**
     * Called when an actor ends that this one is linked to, or monitors without a message of its own
     * ({@link TypedContext#monitor(Ref)}). Unless overridden, nothing happens: this actor lives on.
     */
    default void onExit(TypedContext<M> self, ActorExit exit) throws Exception {}

    /**
     * Called for what is not of this actor's type: a tick of a timer started through {@link TypedContext#context()}, a
     * change of a name, or a message of another type.
     *
     * <p>Unless overridden, a message of another type is reported as undelivered: it is counted in
     * {@link io.hiveactor.runtime.HiveStats#wrongTypes()} and passed to the listener's {@code onUndelivered}; the first one
     * of each actor is logged. A request of another type ends with DROPPED. Ticks and changes of names are ignored.
     */
    default void onSignal(TypedContext<M> self, Message message) throws Exception {
        self.refuse(message);
    }
}
