package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.SlowHandler;

/**
 * Told what happens in a hive. Each method is called where it happens and should be short; an exception that
 * escapes is logged and changes nothing else.
 */
public interface HiveListener {
    /** An actor ended. Called as that actor, or, for {@link ActorExit#stillRunning()}, aside on its shard. */
    default void onExit(ActorExit exit) {}

    /**
     * A message was dropped because a mailbox was at its limit. Called aside on a shard, or by the outside thread that
     * sent it. Drops that its own sends bring about are counted, and it is not told of them.
     */
    default void onDrop(DroppedMessage drop) {}

    /** A message was accepted and will not be received. Called aside on a shard. */
    default void onUndelivered(Undelivered message) {}

    /**
     * Actors can never go on. Called once per deadlock, not for those who join it later, and at most ten times a second; by a
     * thread of the hive's or aside on a shard. What it does for long keeps the hive from being looked after.
     */
    default void onDeadlock(Deadlock deadlock) {}

    /** An actor's code keeps its shard for longer than it may. Called once per such piece of work, by a thread of the hive's. */
    default void onSlowHandler(SlowHandler work) {}

    /** Without the flag: an actor stalls its shard. Called once per actor, by a thread of the hive's. */
    default void onShardBlocked(ShardBlocked wait) {}
}
