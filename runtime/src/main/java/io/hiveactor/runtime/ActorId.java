package io.hiveactor.runtime;

/**
 * Names one actor, or an outside thread's inbox, for good: no later actor ever gets the same one.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ActorId implements SpawnResult {
    final Recipient recipient;
    private final String name;
    private final long number;

    ActorId(Recipient recipient, String name, long number) {
        this.recipient = recipient;
        this.name = name;
        this.number = number;
    }

    /** The name it was spawned with; empty for none. */
    public String name() {
        return name;
    }

    /** Unique within its hive. */
    public long number() {
        return number;
    }

    @Override
    public String toString() {
        return name + "#" + number;
    }
}
