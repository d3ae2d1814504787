package io.hiveactor.runtime;

/**
 * What an actor was doing when somebody looked. Seen from another shard it may be a little out of date.
 *
 * @param actor whom this is about
 * @param state what it was doing
 * @param waitingFor for what or whom it waited; empty if it did not
 * @param pending how many messages waited in its mailbox
 */
public record ActorActivity(ActorId actor, State state, String waitingFor, int pending) {
    /** What an actor can be doing. */
    public enum State {
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
        /** It sleeps. */
        SLEEPING,
        /** It waits for work that it has offloaded. */
        OFFLOADING,
        /** It waits for something that the runtime does not know: a lock, a socket, a future. */
        PARKED,
        /** It has ended. */
        DEAD
    }

    @Override
    public String toString() {
        return actor + " is " + state + (waitingFor.isEmpty() ? "" : ", waiting for " + waitingFor)
                + ", " + pending + " pending";
    }
}
