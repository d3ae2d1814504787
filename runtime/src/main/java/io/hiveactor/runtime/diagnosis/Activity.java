package io.hiveactor.runtime.diagnosis;

/** What an actor can be doing. */
public enum Activity {
    /** Nothing: it has no message. */
    IDLE,
    /** It has something to do, and waits for its turn. */
    READY,
    /** Its code runs. */
    RUNNING,
    /** It waits for any message. */
    RECEIVING,
    /** It waits for particular messages, or for one of several things. */
    SELECTING,
    /** It waits for room to send. */
    SENDING,
    /** It waits for the answer to a request. */
    REQUESTING,
    /** It waits for a channel or a bus. */
    AWAITING,
    /** It sleeps. */
    SLEEPING,
    /** It waits for work that it has offloaded. */
    OFFLOADING,
    /** It waits for something that the runtime does not know: a lock, a socket, a future. */
    PARKED,
    /** It has ended, or was killed and its code is about to end. */
    DEAD
}
