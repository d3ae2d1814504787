package io.hiveactor.ipc;

/**
 * A typed straight-line actor.
 *
 * @param <M> the messages it takes
 */
@FunctionalInterface
public interface TypedBody<M> {
    void run(TypedContext<M> self) throws Exception;
}
