package io.hiveactor.mailbox.actors;

import java.time.Duration;

/**
 * How a feed hands messages on.
 *
 * @param lease of each message; the actor that gets it extends it if it needs longer
 * @param poll how long the feed waits for a message before it looks whether its actor is still there
 * @param tag that of the messages to the actor
 * @param window at most so many lie with the actor that it has not come to yet
 */
public record FeedConfig(Duration lease, Duration poll, int tag, int window) {
    private static final Duration SHORTEST = Duration.ofMillis(1); // first: the one below is checked with it
    private static final int DEFAULT_WINDOW = 16;

    /** Leases of 30 s, polls of 1 s, tag 0, a window of 16. */
    public static final FeedConfig DEFAULT =
            new FeedConfig(Duration.ofSeconds(30), Duration.ofSeconds(1), 0, DEFAULT_WINDOW);

    public FeedConfig {
        if (lease.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("lease must be a millisecond or more: " + lease);
        }
        if (poll.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("poll must be a millisecond or more: " + poll);
        }
        if (window < 1) {
            throw new IllegalArgumentException("window must be positive: " + window);
        }
    }

    /** A copy with another lease of each message; default 30 s. */
    public FeedConfig withLease(Duration newLease) {
        return new FeedConfig(newLease, poll, tag, window);
    }

    /** A copy with another maximum wait of a poll; default 1 s. */
    public FeedConfig withPoll(Duration newPoll) {
        return new FeedConfig(lease, newPoll, tag, window);
    }

    /** A copy with another tag of the messages to the actor; default 0. */
    public FeedConfig withTag(int newTag) {
        return new FeedConfig(lease, poll, newTag, window);
    }

    /** A copy with another maximum number of messages that the actor has not handled yet; default 16. */
    public FeedConfig withWindow(int newWindow) {
        return new FeedConfig(lease, poll, tag, newWindow);
    }
}
