package io.hiveactor.runtime;

/** A message that was given up outside the shards; one of them tells the listener. */
final class UndeliveredNews extends Command {
    private final Undelivered message;

    UndeliveredNews(Undelivered message) {
        this.message = message;
    }

    @Override
    void arrive(Shard shard) {
        shard.events.undelivered(message);
    }
}
