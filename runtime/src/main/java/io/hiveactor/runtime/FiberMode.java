package io.hiveactor.runtime;

/** How actors that wait are set aside. */
public enum FiberMode {
    /**
     * On the shard's own thread: whatever an actor waits for, its shard goes on. Needs the JVM flag
     * {@code --add-opens java.base/java.lang=ALL-UNNAMED,io.hiveactor.runtime}.
     */
    OWN_CARRIER,
    /**
     * On the JDK's scheduler, needing no flag: our own waits and what stands inside
     * {@link ActorContext#blocking} set only the actor aside; any other wait holds its shard and is reported.
     */
    JDK_SCHEDULER
}
