package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.SlowHandler;

/**
 * Receives events of a hive. A method runs on the thread named in its comment and should return soon; an exception that
 * escapes is logged and has no other effect.
 */
public interface HiveListener {
    /** An actor ended. Called as that actor; for {@link ActorExit#stillRunning()} by its shard. */
    default void onExit(ActorExit exit) {}

    /**
     * A message was dropped because a mailbox was at its limit. Called by a shard, or by the external thread that sent
     * it. Drops caused by sends of this method are counted but not reported.
     */
    default void onDrop(DroppedMessage drop) {}

    /** A message was accepted and will not be received. Called by a shard. */
    default void onUndelivered(Undelivered message) {}

    /**
     * Actors are deadlocked. Called once per deadlock, not again for actors that join it later, and at most ten times a
     * second, by the watchdog or a shard. While it runs the watchdog checks nothing else.
     */
    default void onDeadlock(Deadlock deadlock) {}

    /**
     * A handler occupies its shard for longer than {@link WatchConfig#handlerLimit()}. Called once per call of a
     * handler.
     */
    default void onSlowHandler(SlowHandler work) {}

    /**
     * In {@link FiberMode#JDK_SCHEDULER}: an actor blocks its shard. Called once per actor, by a thread of the hive.
     */
    default void onShardBlocked(ShardBlocked wait) {}
}
