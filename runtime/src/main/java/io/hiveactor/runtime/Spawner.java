package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** Starts actors: a hive, for any thread, or the context of an actor, for that actor. */
public sealed interface Spawner permits Hive, ActorContext {
    /**
     * Starts a handler.
     *
     * @throws IllegalStateException if {@link HiveConfig#maxActors()} are alive, or the hive is closed
     */
    @CanIgnoreReturnValue
    default ActorId spawn(Handler handler) {
        return spawn(handler, ActorConfig.DEFAULT);
    }

    /** Starts a body; see {@link #spawn(Handler)}. */
    @CanIgnoreReturnValue
    default ActorId spawn(ActorBody body) {
        return spawn(body, ActorConfig.DEFAULT);
    }

    /** Starts a handler with a configuration; see {@link #spawn(Handler)}. */
    @CanIgnoreReturnValue
    ActorId spawn(Handler handler, ActorConfig config);

    /** Starts a body with a configuration; see {@link #spawn(Handler)}. */
    @CanIgnoreReturnValue
    ActorId spawn(ActorBody body, ActorConfig config);

    /** Starts a handler, or returns the reason there is no new actor. */
    SpawnResult trySpawn(Handler handler, ActorConfig config);

    /** Starts a body, or returns the reason there is no new actor. */
    SpawnResult trySpawn(ActorBody body, ActorConfig config);
}
