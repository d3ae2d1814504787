package io.hiveactor.runtime;

/** The result of a {@code trySpawn}: the new actor, or the reason there is none. */
public sealed interface SpawnResult permits ActorId, SpawnResult.NoActor {
    /** Why there is no new actor. */
    enum NoActor implements SpawnResult {
        /** {@link HiveConfig#maxActors()} are alive. */
        NO_MEMORY,
        /** It was to be {@link ActorConfig#registered()}, and another actor has its name. */
        NAME_TAKEN,
        /** It was to be {@link ActorConfig#registered()}, and the hive has {@link HiveConfig#maxNames()} names. */
        TOO_MANY_NAMES
    }
}
