package io.hiveactor.runtime;

/**
 * A monitor, as the engine has it.
 *
 * <p><b>Threads:</b> owner only, the watcher's shard, but for what never changes.
 */
abstract sealed class Watch extends Command permits ActorWatch, ReservedIdWatch {
    final Actor watcher;
    final long number;
    /** Its watcher still wants to be told. */
    boolean isOpen = true;

    Watch(Actor watcher, long number) {
        this.watcher = watcher;
        this.number = number;
    }

    /** The watcher wants to be told nothing more. */
    abstract void close();
}
