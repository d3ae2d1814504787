package io.hiveactor.runtime;

/** Has a shard end all its actors and then itself; at a deadline it gives up on what would not end. */
final class EndCommand extends Command {
    private final long deadlineNanos;

    EndCommand(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    void arrive(Shard shard) {
        shard.mortality.endAll(deadlineNanos);
    }
}
