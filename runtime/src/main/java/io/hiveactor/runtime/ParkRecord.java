package io.hiveactor.runtime;

/** Has the loop tell the flight recorder of an actor that was parked outside the runtime. */
final class ParkRecord extends Command {
    private final Actor actor;

    ParkRecord(Actor actor) {
        this.actor = actor;
    }

    @Override
    void arrive(Shard shard) {
        FlightRecords.parks(actor, ActorState.PARKED);
    }
}
