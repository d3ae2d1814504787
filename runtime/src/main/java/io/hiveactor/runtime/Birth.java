package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * How an actor comes to be: counted, with a name or in a seat if it is to have one, its init run, and on its way to its
 * shard; or nothing of it.
 *
 * <p><b>Threads:</b> owner only, the spawner. Needs room on the stack.
 */
final class Birth {
    private final Hive hive;
    private final Shard shard;
    private final @Nullable Actor parent;
    private final ActorConfig config;
    private final Actor actor;

    Birth(
            Hive hive,
            Shard shard,
            @Nullable Actor parent,
            @Nullable Handler handler,
            @Nullable ActorBody body,
            ActorConfig config) {
        this.hive = hive;
        this.shard = shard;
        this.parent = parent;
        this.config = config;
        ReservedId seat = config.reservedId();
        actor = seat == null
                ? new Actor(shard, handler, body, config, hive.nextNumber())
                : new Actor(shard, handler, body, config, seat);
    }

    SpawnResult deliver() {
        try {
            SpawnResult.NoActor reason = takePlace();
            if (reason != null) {
                return reason;
            }
        } catch (Throwable e) { // the seat is taken, or the name is no name
            hive.actorEnded();
            throw e;
        }
        if (config.init() != null) {
            try {
                config.init().accept(actor.id);
            } catch (Throwable e) {
                takeBack();
                throw e;
            }
        }
        if (parent != null && config.endsWithParent()) {
            if (parent.isGone()) { // killed since, and perhaps given up: nobody would end the child
                takeBack();
                throw ActorStopped.UNWIND;
            }
            actor.endsWith(parent);
        }
        if (parent != null && shard == parent.home) {
            shard.adopt(actor);
        } else {
            var command = new SpawnCommand(actor);
            shard.push(command);
            if (shard.hasEnded()) {
                command.refuse(); // closed since we looked
            }
        }
        return actor.id;
    }

    /** Takes its name, or its seat; null if it has it, or needs none. */
    private SpawnResult.@Nullable NoActor takePlace() {
        ReservedId seat = config.reservedId();
        if (seat != null && parent != null) {
            seat.take(actor);
            seat.open(actor, parent.home);
        } else if (config.isRegistered()) {
            RegisterStatus status = hive.names.give(config.name(), actor);
            if (status != RegisterStatus.REGISTERED) {
                actor.setGone();
                hive.actorEnded();
                return status == RegisterStatus.TOO_MANY
                        ? SpawnResult.NoActor.TOO_MANY_NAMES
                        : SpawnResult.NoActor.NAME_TAKEN;
            }
        }
        return null;
    }

    /** There is no actor after all; who was linked to it meanwhile is told so, and what was sent to it goes back. */
    private void takeBack() {
        hive.actorEnded();
        actor.setGone();
        ReservedId seat = config.reservedId();
        if (seat != null && parent != null) {
            seat.vacate(actor, null, parent.home); // first: whoever sits there next is not to be told of this end
        }
        hive.names.announce(hive.names.retire(actor));
        actor.isStillborn = true;
        shard.push(new KillCommand(actor));
    }
}
