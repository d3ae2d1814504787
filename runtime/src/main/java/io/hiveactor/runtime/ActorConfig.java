package io.hiveactor.runtime;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an actor is to be.
 *
 * @param name for people who read logs; empty for none: logs and reports then show the class of its code
 * @param priority who runs first
 * @param placement which shard
 * @param limit how many messages may wait in its mailbox; null for as many as the pool has
 * @param init runs in the spawner before the actor starts; if it throws, there is no actor
 * @param isRegistered its name is registered, from before its start to its end
 * @param seat where it is put, and whose id it gets; null for an id of its own
 * @param endsWithParent it is killed when the actor that spawns it ends
 */
public record ActorConfig(
        String name,
        Priority priority,
        Placement placement,
        @Nullable MailboxLimit limit,
        @Nullable Consumer<ActorId> init,
        boolean isRegistered,
        @Nullable ReservedId seat,
        boolean endsWithParent) {
    /** Nameless, of normal priority, with its parent, without a limit. */
    public static final ActorConfig DEFAULT =
            new ActorConfig("", Priority.NORMAL, Placement.WITH_PARENT, null, null, false, null, false);

    public ActorConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(placement, "placement");
        if (isRegistered && name.isEmpty()) {
            throw new IllegalArgumentException("an actor without a name cannot be registered");
        }
        if (isRegistered && seat != null) {
            throw new IllegalArgumentException("the name of an actor in a seat is the seat's: " + seat);
        }
    }

    /** {@link #DEFAULT}, with a name. */
    public static ActorConfig named(String name) {
        return DEFAULT.withName(name);
    }

    public ActorConfig withName(String newName) {
        return new ActorConfig(newName, priority, placement, limit, init, isRegistered, seat, endsWithParent);
    }

    public ActorConfig withPriority(Priority newPriority) {
        return new ActorConfig(name, newPriority, placement, limit, init, isRegistered, seat, endsWithParent);
    }

    public ActorConfig withPlacement(Placement newPlacement) {
        return new ActorConfig(name, priority, newPlacement, limit, init, isRegistered, seat, endsWithParent);
    }

    public ActorConfig withLimit(MailboxLimit newLimit) {
        Objects.requireNonNull(newLimit, "limit");
        return new ActorConfig(name, priority, placement, newLimit, init, isRegistered, seat, endsWithParent);
    }

    public ActorConfig onShard(int shard) {
        return withPlacement(Placement.onShard(shard));
    }

    public ActorConfig withInit(Consumer<ActorId> newInit) {
        Objects.requireNonNull(newInit, "init");
        return new ActorConfig(name, priority, placement, limit, newInit, isRegistered, seat, endsWithParent);
    }

    /** Registers its name in {@link Hive#names()}, before it starts; there is no actor if somebody has that name. */
    public ActorConfig registered() {
        return new ActorConfig(name, priority, placement, limit, init, true, seat, endsWithParent);
    }

    /** Puts it in a seat of the actor that spawns it. */
    public ActorConfig withReservedId(ReservedId newReservedId) {
        Objects.requireNonNull(newReservedId, "seat");
        return new ActorConfig(name, priority, placement, limit, init, isRegistered, newReservedId, endsWithParent);
    }

    /** Has it killed when the actor that spawns it ends, however that ends. */
    public ActorConfig endingWithParent() {
        return new ActorConfig(name, priority, placement, limit, init, isRegistered, seat, true);
    }
}
