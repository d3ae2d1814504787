package io.hiveactor.runtime;

/** What kind of message it is. */
public enum MessageClass {
    /** Sent by an actor or an outside thread, with no answer expected. */
    NOTIFY,
    /** Its sender waits for the answer. */
    REQUEST,
    /** The answer to a request. */
    REPLY,
    /** The tick of a timer; its {@link Message#correlation()} is the timer's number. */
    TIMER,
    /**
     * An actor has ended; the object is its {@link ActorExit}. The {@link Message#correlation()} is the monitor's number,
     * or 0 for a link. It needs no room in the pool nor in a limited mailbox.
     */
    EXIT,
    /** A name that the actor watches has appeared or gone; the object is a {@link NameChange}. Needs no room either. */
    NAME
}
