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
    TIMER
}
