package io.hiveactor.runtime;

/** What kind of message it is. */
public enum MessageClass {
    /** Sent by an actor or an external thread that expects no reply. */
    NOTIFY,
    /** Sent by an actor that expects a reply. */
    REQUEST,
    /** The reply to a request. */
    REPLY,
    /** The tick of a timer; its {@link Message#correlation()} is the timer's number. */
    TIMER,
    /**
     * An actor has ended; the object is its {@link ActorExit}. The {@link Message#correlation()} is the monitor's number,
     * or 0 for a link. It needs no slot of the pool and no room in a limited mailbox.
     */
    EXIT,
    /** A watched name was registered or released; the object is a {@link NameChange}. Needs no room either. */
    NAME
}
