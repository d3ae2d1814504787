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
 * @param limit how many messages may wait in its mailbox; null for as many as the pool has
 * @param init runs in the spawner before the actor starts; if it throws, there is no actor
 */
public record ActorConfig(
        String name,
        Priority priority,
        Placement placement,
        @Nullable MailboxLimit limit,
        @Nullable Consumer<ActorId> init) {
    /** Nameless, of normal priority, with its parent, without a limit. */
    public static final ActorConfig DEFAULT =
            new ActorConfig("", Priority.NORMAL, Placement.WITH_PARENT, null, null);

    public ActorConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(placement, "placement");
    }

    /** {@link #DEFAULT}, with a name. */
    public static ActorConfig named(String name) {
        return new ActorConfig(name, DEFAULT.priority, DEFAULT.placement, null, null);
    }

    public ActorConfig withPriority(Priority newPriority) {
        return new ActorConfig(name, newPriority, placement, limit, init);
    }

    public ActorConfig withPlacement(Placement newPlacement) {
        return new ActorConfig(name, priority, newPlacement, limit, init);
    }

    public ActorConfig withLimit(MailboxLimit newLimit) {
        return new ActorConfig(name, priority, placement, Objects.requireNonNull(newLimit, "limit"), init);
    }

    public ActorConfig onShard(int shard) {
        return withPlacement(Placement.onShard(shard));
    }

    public ActorConfig withInit(Consumer<ActorId> newInit) {
        return new ActorConfig(name, priority, placement, limit, Objects.requireNonNull(newInit, "init"));
    }
}
