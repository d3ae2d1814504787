package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Activity;

/** Says what an actor is doing. Any thread; seen from another shard it is a guess. */
final class Activities {
    private Activities() {}

    static ActorActivity of(Actor actor) {
        return new ActorActivity(actor.id, state(actor), actor.waitingFor(), actor.depth);
    }

    static Activity state(Actor actor) {
        if (actor.isGone() || actor.state == ActorState.ENDED) {
            return Activity.DEAD;
        }
        if (actor.home.current == actor.number) {
            return Activity.RUNNING;
        }
        return switch (actor.state) {
            case ActorState.IDLE -> Activity.IDLE;
            case ActorState.RECEIVING -> Activity.RECEIVING;
            case ActorState.RUNNING -> Activity.RUNNING;
            case ActorState.SLEEPING -> Activity.SLEEPING;
            case ActorState.OFFLOADING -> Activity.OFFLOADING;
            case ActorState.PARKED -> Activity.PARKED;
            case ActorState.SENDING -> Activity.SENDING;
            case ActorState.SELECTING -> Activity.SELECTING;
            case ActorState.REQUESTING -> Activity.REQUESTING;
            case ActorState.AWAITING -> Activity.AWAITING;
            default -> Activity.READY; // READY, or NEW and not there yet
        };
    }
}
