package io.hiveactor.runtime.port;

/** Has something done by a shard at a time. Owner only, that shard. */
public interface ShardTimer {
    /** When; {@link ActorPort#NEVER} for not at all. An earlier wish is forgotten. */
    void set(long atNanos);
}
