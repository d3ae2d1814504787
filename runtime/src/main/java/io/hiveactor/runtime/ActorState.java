package io.hiveactor.runtime;

/**
 * Where an actor stands, as its shard sees it.
 *
 * <p>NEW, then IDLE or READY; then READY -> RUNNING -> (RECEIVING, SLEEPING, SENDING, SELECTING, REQUESTING,
 * AWAITING, OFFLOADING, PARKED -> READY)* -> IDLE
 * or ENDED.
 *
 * <p>Numbers rather than an enum, like everything that is written for each message: storing a reference costs a
 * barrier of the garbage collector's.
 */
final class ActorState {
    /** A handler with nothing to do: in no queue, on no fiber. */
    static final int IDLE = 0;
    /** In a receive; a message wakes it. */
    static final int RECEIVING = 1;
    /** The states in which a message makes an actor ready are those up to this one. */
    static final int LAST_THAT_A_MESSAGE_ENDS = RECEIVING;
    /** In the run queue, to be called or to be resumed; or just being called. */
    static final int READY = 2;
    /** Resumed, after it was set aside. */
    static final int RUNNING = 3;
    /** In a sleep. */
    static final int SLEEPING = 4;
    /** Its work is with the offload threads. */
    static final int OFFLOADING = 5;
    /** Waiting for something that the runtime does not know. */
    static final int PARKED = 6;
    /** Its code has ended and everything of it has been given back. */
    static final int ENDED = 7;
    /** Not on its shard yet; what is sent to it waits in its mailbox. */
    static final int NEW = 8;
    /** Waits for room in a mailbox, or for a slot. */
    static final int SENDING = 9;
    /** Waits for particular messages, or for any of several things. */
    static final int SELECTING = 10;
    /** Waits for the answer to a request. */
    static final int REQUESTING = 11;
    /** Waits for something that a sister module serves. */
    static final int AWAITING = 12;

    private static final String[] NAMES = {
        "IDLE", "RECEIVING", "READY", "RUNNING", "SLEEPING", "OFFLOADING", "PARKED", "ENDED", "NEW",
        "SENDING", "SELECTING", "REQUESTING", "AWAITING"
    };

    private ActorState() {}

    static String name(int state) {
        return NAMES[state];
    }
}
