package io.hiveactor.runtime;

/** A handler that releases something when its actor ends. */
public interface StoppingHandler extends Handler {
    /**
     * Called once, as the actor, after its last message, however it ends: by returning from its code, by a crash, an exit or a
     * kill. Not called if the actor never started, or its {@link StartingHandler#onStart} failed. Linked and monitoring
     * actors receive the EXIT, and a supervisor restarts the actor, after this has returned.
     *
     * <p>It may wait. After a kill it has {@link HiveConfig#killGrace()} to end, and calls of the actor's context throw. An
     * exception is logged and does not change the reason. In mode {@link FiberMode#JDK_SCHEDULER} a wait here blocks the shard.
     *
     * @param reason why the actor ends
     */
    void onStop(ExitReason reason) throws Exception;
}
