package io.hiveactor.bus;

import java.time.Duration;
import java.util.Objects;

/**
 * How a bus is made. <b>Threads:</b> immutable.
 *
 * @param name for people who read reports
 * @param capacity entries in its ring, 1 to {@link #MAX_CAPACITY}: an entry is there until so many have been published after it,
 *     also if those are consumed before
 * @param maxBytes of an entry of bytes; 0 for as many as a message can have
 * @param consumeAfter how many different readers an entry is for: then it is gone, also for the others; 0 for all of them. An
 *     actor is one reader, however often it subscribes; outside, each subscription is one. At most
 *     {@code maxSubscribers}
 * @param maxAge after which an entry is gone, read or not; zero for never
 * @param maxSubscribers at a time
 * @param retainsLatest whether who subscribes gets the newest entry at once
 * @param whenFull what a publish does then
 * @param shard on which it lives; that shard's actors are its fastest users
 */
public record BusConfig(
        String name,
        int capacity,
        int maxBytes,
        int consumeAfter,
        Duration maxAge,
        int maxSubscribers,
        boolean retainsLatest,
        WhenFull whenFull,
        int shard) {
    public static final int MAX_CAPACITY = 1 << 20;

    /** What a publish does on a full ring. */
    public enum WhenFull {
        /** The oldest entry goes, read or not. Who had not read it is told that it missed one. */
        EVICT_OLDEST,
        /** With a timeout it waits until all have read the oldest entry. */
        WAIT
    }

    public BusConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(maxAge, "maxAge");
        Objects.requireNonNull(whenFull, "whenFull");
        check(capacity >= 1 && capacity <= MAX_CAPACITY, "capacity must be 1 to " + MAX_CAPACITY, capacity);
        check(maxBytes >= 0, "maxBytes must not be negative", maxBytes);
        check(consumeAfter >= 0, "consumeAfter must not be negative", consumeAfter);
        check(!maxAge.isNegative(), "maxAge must not be negative", maxAge);
        check(maxSubscribers >= 1, "maxSubscribers must be positive", maxSubscribers);
        check(consumeAfter <= maxSubscribers,
                "consumeAfter must be at most maxSubscribers, which is " + maxSubscribers, consumeAfter);
        check(shard >= 0, "shard must not be negative", shard);
    }

    private static void check(boolean holds, String rule, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(rule + ": " + value);
        }
    }

    /** A full ring evicts; entries are for all, and never too old; any number may subscribe. */
    public static BusConfig of(String name, int capacity) {
        return new BusConfig(
                name, capacity, 0, 0, Duration.ZERO, Integer.MAX_VALUE, false, WhenFull.EVICT_OLDEST, 0);
    }

    public BusConfig withMaxBytes(int bytes) {
        return new BusConfig(
                name, capacity, bytes, consumeAfter, maxAge, maxSubscribers, retainsLatest, whenFull, shard);
    }

    public BusConfig consumedAfter(int readers) {
        return new BusConfig(name, capacity, maxBytes, readers, maxAge, maxSubscribers, retainsLatest, whenFull, shard);
    }

    public BusConfig withMaxAge(Duration age) {
        return new BusConfig(
                name, capacity, maxBytes, consumeAfter, age, maxSubscribers, retainsLatest, whenFull, shard);
    }

    public BusConfig withMaxSubscribers(int subscribers) {
        return new BusConfig(name, capacity, maxBytes, consumeAfter, maxAge, subscribers, retainsLatest, whenFull, shard);
    }

    public BusConfig retainingLatest() {
        return new BusConfig(name, capacity, maxBytes, consumeAfter, maxAge, maxSubscribers, true, whenFull, shard);
    }

    /** A publish on a full ring waits. */
    public BusConfig waiting() {
        return new BusConfig(
                name, capacity, maxBytes, consumeAfter, maxAge, maxSubscribers, retainsLatest, WhenFull.WAIT, shard);
    }

    public BusConfig onShard(int index) {
        return new BusConfig(
                name, capacity, maxBytes, consumeAfter, maxAge, maxSubscribers, retainsLatest, whenFull, index);
    }
}
