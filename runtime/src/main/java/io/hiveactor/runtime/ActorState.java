package io.hiveactor.runtime;

/**
 * Where an actor stands, as its shard sees it.
 *
 * <p>IDLE or READY at first; then READY -> RUNNING -> (RECEIVING, SLEEPING, OFFLOADING, PARKED -> READY)* -> IDLE
 * or ENDED.
 */
enum ActorState {
    /** A handler with nothing to do: in no queue, on no fiber. */
    IDLE,
    /** In the run queue, to be called or to be resumed. */
    READY,
    /** On the shard, now. */
    RUNNING,
    /** In a receive; a message wakes it. */
    RECEIVING,
    /** In a sleep. */
    SLEEPING,
    /** Its work is with the offload threads. */
    OFFLOADING,
    /** Waiting for something that the runtime does not know. */
    PARKED,
    /** Its code has ended and everything of it has been given back. */
    ENDED
}
