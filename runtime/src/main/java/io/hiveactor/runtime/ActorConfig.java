package io.hiveactor.runtime;

import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an actor is to be.
 *
 * @param name for people who read logs; empty for none
 * @param priority who runs first
 * @param placement which shard
 * @param init runs in the spawner before the actor starts; if it throws, there is no actor
 */
public record ActorConfig(
        String name, Priority priority, Placement placement, @Nullable Consumer<ActorId> init) {
    /** Nameless, of normal priority, with its parent. */
    public static final ActorConfig DEFAULT =
            new ActorConfig("", Priority.NORMAL, Placement.WITH_PARENT, null);

    public ActorConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(placement, "placement");
    }

    /** {@link #DEFAULT}, with a name. */
    public static ActorConfig named(String name) {
        return new ActorConfig(name, DEFAULT.priority, DEFAULT.placement, null);
    }

    public ActorConfig withPriority(Priority newPriority) {
        return new ActorConfig(name, newPriority, placement, init);
    }

    public ActorConfig withPlacement(Placement newPlacement) {
        return new ActorConfig(name, priority, newPlacement, init);
    }

    public ActorConfig onShard(int shard) {
        return withPlacement(Placement.onShard(shard));
    }

    public ActorConfig withInit(Consumer<ActorId> newInit) {
        return new ActorConfig(name, priority, placement, Objects.requireNonNull(newInit, "init"));
    }
}
