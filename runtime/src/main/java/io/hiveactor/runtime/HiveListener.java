package io.hiveactor.runtime;

/**
 * Told what happens in a hive. Each method is called where it happens and should be short; an exception that
 * escapes is logged and changes nothing else.
 */
public interface HiveListener {
    /** An actor ended. Called as that actor, or, for {@link ActorExit#stillRunning()}, aside on its shard. */
    default void onExit(ActorExit exit) {}

    /** Without the flag: an actor stalls its shard. Called once per actor, by a thread of the hive's. */
    default void onForeignWait(ForeignWait wait) {}
}
