package io.hiveactor.ipc;

/**
 * The code of a typed actor that is written as one flow of control and receives where it wants to.
 *
 * @param <M> the type of its messages
 */
@FunctionalInterface
public interface TypedBody<M> {
    /** Runs the actor from its start to its end; see {@link io.hiveactor.runtime.ActorBody#run}. */
    void run(TypedContext<M> self) throws Exception;
}
