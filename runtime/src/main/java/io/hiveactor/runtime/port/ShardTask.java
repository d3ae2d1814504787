package io.hiveactor.runtime.port;

import io.hiveactor.runtime.queue.Node;

/**
 * Something that a sister module has done by a shard. It can be used again once it has run, or was refused.
 *
 * <p><b>Threads:</b> between {@link HivePort#execute} and its run it is the shard's.
 */
public abstract class ShardTask extends Node {
    protected ShardTask() {}

    /**
     * Does it, at the base of the shard's stack, where everybody else waits: nothing that blocks, locks, logs or is a
     * user's. What it throws is logged.
     */
    public abstract void run();

    /** The shard has ended: it will not run. By that shard; a task that comes even later is not told. */
    public void refused() {}
}
