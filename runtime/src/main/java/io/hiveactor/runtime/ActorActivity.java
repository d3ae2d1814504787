package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Activity;

/**
 * What an actor was doing when somebody looked. Seen from another shard it may be a little out of date.
 *
 * @param actor whom this is about
 * @param state what it was doing
 * @param waitingFor for what or whom it waited; empty if it did not
 * @param pending how many messages waited in its mailbox
 */
public record ActorActivity(ActorId actor, Activity state, String waitingFor, int pending) {
    @Override
    public String toString() {
        return actor + " is " + state + (waitingFor.isEmpty() ? "" : ", waiting for " + waitingFor)
                + ", " + pending + " pending";
    }
}
