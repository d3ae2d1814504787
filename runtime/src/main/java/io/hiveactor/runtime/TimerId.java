package io.hiveactor.runtime;

/** A timer of one actor. Its ticks carry its {@link #number()} as their correlation. */
public sealed interface TimerId permits ActorTimer {
    /** Unique within the actor's shard. */
    long number();
}
