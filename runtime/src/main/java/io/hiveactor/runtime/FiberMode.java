package io.hiveactor.runtime;

/** How waiting actors are suspended. */
public enum FiberMode {
    /**
     * On the shard's own thread: whatever an actor waits for, its shard runs other actors. Needs the JVM flag
     * {@code --add-opens java.base/java.lang=ALL-UNNAMED,io.hiveactor.runtime}.
     */
    OWN_CARRIER,
    /**
     * On the JDK's scheduler; needs no flag. Calls of the context and code inside {@link ActorContext#blocking} suspend
     * only the actor. Any other wait blocks the shard and is reported.
     */
    JDK_SCHEDULER
}
