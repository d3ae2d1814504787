package io.hiveactor.runtime;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one actor.
 *
 * @param name shown in logs and reports; if empty, they show the class of the actor's code
 * @param priority which actors of a shard run first
 * @param placement the shard it lives on
 * @param limit how many messages its mailbox holds; null for as many as the pool has
 * @param init runs in the spawner before the actor starts; if it throws, the actor is not started
 * @param isRegistered whether its name is registered, from before its start until its end
 * @param reservedId the reserved id it gets; null for an id of its own
 * @param endsWithParent whether it is killed when the actor that spawned it ends
 */
public record ActorConfig(
        String name,
        Priority priority,
        Placement placement,
        @Nullable MailboxLimit limit,
        @Nullable Consumer<ActorId> init,
        boolean isRegistered,
        @Nullable ReservedId reservedId,
        boolean endsWithParent) {
    /** No name, normal priority, on the shard of its parent, no limit. */
    public static final ActorConfig DEFAULT =
            new ActorConfig("", Priority.NORMAL, Placement.WITH_PARENT, null, null, false, null, false);

    public ActorConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(placement, "placement");
        if (isRegistered && name.isEmpty()) {
            throw new IllegalArgumentException("an actor without a name cannot be registered");
        }
        if (isRegistered && reservedId != null) {
            throw new IllegalArgumentException("an actor with a reserved id has the name of that id: " + reservedId);
        }
    }

    /** {@link #DEFAULT}, with a name. */
    public static ActorConfig named(String name) {
        return DEFAULT.withName(name);
    }

    /** Names it, for logs and reports. */
    public ActorConfig withName(String newName) {
        return new ActorConfig(newName, priority, placement, limit, init, isRegistered, reservedId, endsWithParent);
    }

    /** Default: {@link Priority#NORMAL}. */
    public ActorConfig withPriority(Priority newPriority) {
        return new ActorConfig(name, newPriority, placement, limit, init, isRegistered, reservedId, endsWithParent);
    }

    /** Default: {@link Placement#WITH_PARENT}. */
    public ActorConfig withPlacement(Placement newPlacement) {
        return new ActorConfig(name, priority, newPlacement, limit, init, isRegistered, reservedId, endsWithParent);
    }

    /** Limits its mailbox; by default only the pool does. */
    public ActorConfig withLimit(MailboxLimit newLimit) {
        Objects.requireNonNull(newLimit, "limit");
        return new ActorConfig(name, priority, placement, newLimit, init, isRegistered, reservedId, endsWithParent);
    }

    /** Places it on one shard, counted from 0. */
    public ActorConfig onShard(int shard) {
        return withPlacement(Placement.onShard(shard));
    }

    /**
     * Runs code in the spawner with the new actor's id, before the actor starts. If it throws, the actor is not started and
     * the exception reaches the caller of {@code spawn}.
     */
    public ActorConfig withInit(Consumer<ActorId> newInit) {
        Objects.requireNonNull(newInit, "init");
        return new ActorConfig(name, priority, placement, limit, newInit, isRegistered, reservedId, endsWithParent);
    }

    /** The same, with something to do before its own init. */
    ActorConfig beforeInit(Consumer<ActorId> first) {
        return withInit(init == null ? first : first.andThen(init));
    }

    /** Registers its name in {@link Hive#names()} before it starts; if an actor has that name, the spawn fails. */
    public ActorConfig registered() {
        return new ActorConfig(name, priority, placement, limit, init, true, reservedId, endsWithParent);
    }

    /** Gives it a reserved id of the actor that spawns it. */
    public ActorConfig withReservedId(ReservedId newReservedId) {
        Objects.requireNonNull(newReservedId, "reservedId");
        return new ActorConfig(name, priority, placement, limit, init, isRegistered, newReservedId, endsWithParent);
    }

    /** Kills it when the actor that spawned it ends, however that ends. */
    public ActorConfig endingWithParent() {
        return new ActorConfig(name, priority, placement, limit, init, isRegistered, reservedId, true);
    }
}
