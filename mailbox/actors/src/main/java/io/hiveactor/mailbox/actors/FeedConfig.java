package io.hiveactor.mailbox.actors;

import java.time.Duration;

/**
 * How a feed hands messages on.
 *
 * @param lease of each message; the actor that gets it extends it if it needs longer
 * @param poll how long the feed waits for a message before it looks whether its actor is still there
 * @param tag that of the messages to the actor
 */
public record FeedConfig(Duration lease, Duration poll, int tag) {
    private static final Duration SHORTEST = Duration.ofMillis(1); // first: the one below is checked with it

    /** Leases of 30 s, polls of 1 s, tag 0. */
    public static final FeedConfig DEFAULT = new FeedConfig(Duration.ofSeconds(30), Duration.ofSeconds(1), 0);

    public FeedConfig {
        if (lease.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("lease must be a millisecond or more: " + lease);
        }
        if (poll.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("poll must be a millisecond or more: " + poll);
        }
    }

    public FeedConfig withLease(Duration newLease) {
        return new FeedConfig(newLease, poll, tag);
    }

    public FeedConfig withPoll(Duration newPoll) {
        return new FeedConfig(lease, newPoll, tag);
    }

    public FeedConfig withTag(int newTag) {
        return new FeedConfig(lease, poll, newTag);
    }
}
