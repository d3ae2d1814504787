package io.hiveactor.runtime;

import io.hiveactor.runtime.ActorActivity.State;

/** Says what an actor is doing. Any thread; seen from another shard it is a guess. */
final class Activities {
    private Activities() {}

    static ActorActivity of(Actor actor) {
        return new ActorActivity(actor.id, state(actor), actor.waitingFor(), actor.depth);
    }

    private static State state(Actor actor) {
        if (actor.isGone() || actor.state == ActorState.ENDED) {
            return State.DEAD;
        }
        if (actor.home.current == actor.number) {
            return State.RUNNING;
        }
        return switch (actor.state) {
            case ActorState.IDLE -> State.IDLE;
            case ActorState.RECEIVING -> State.RECEIVING;
            case ActorState.RUNNING -> State.RUNNING;
            case ActorState.SLEEPING -> State.SLEEPING;
            case ActorState.OFFLOADING -> State.OFFLOADING;
            case ActorState.PARKED -> State.PARKED;
            case ActorState.SENDING -> State.SENDING;
            case ActorState.SELECTING -> State.SELECTING;
            case ActorState.REQUESTING -> State.REQUESTING;
            default -> State.READY; // READY, or NEW and not there yet
        };
    }
}
