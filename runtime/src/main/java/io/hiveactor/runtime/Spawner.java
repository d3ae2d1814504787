package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** Who can start actors: a hive, and every actor in it. */
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

    /** Starts a straight-line actor; see {@link #spawn(Handler)}. */
    @CanIgnoreReturnValue
    default ActorId spawn(ActorBody body) {
        return spawn(body, ActorConfig.DEFAULT);
    }

    /** Starts a handler with a configuration; see {@link #spawn(Handler)}. */
    @CanIgnoreReturnValue
    ActorId spawn(Handler handler, ActorConfig config);

    /** Starts a straight-line actor with a configuration; see {@link #spawn(Handler)}. */
    @CanIgnoreReturnValue
    ActorId spawn(ActorBody body, ActorConfig config);

    /** Starts a handler, or says that there are too many actors. */
    SpawnResult trySpawn(Handler handler, ActorConfig config);

    /** Starts a straight-line actor, or says that there are too many actors. */
    SpawnResult trySpawn(ActorBody body, ActorConfig config);
}
