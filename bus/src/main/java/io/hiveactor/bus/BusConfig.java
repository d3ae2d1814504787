package io.hiveactor.bus;

import java.time.Duration;
import java.util.Objects;

/**
 * The configuration of a bus.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name the name in reports
 * @param capacity entries in its ring, 1 to {@link #MAX_CAPACITY}, counted from the oldest one that is there
 * @param maxBytes maximum bytes of an entry of a {@link ByteBus}; 0 means {@code maxPayload} of the hive
 * @param consumeAfter number of different readers after which an entry is removed; 0 means all. An actor is one reader,
 *     however often it subscribes; each subscription of an external thread is one. At most {@code maxSubscribers}
 * @param maxAge age at which an entry is removed, read or not; zero means never
 * @param maxSubscribers maximum number of subscribers at a time
 * @param retainsLatest whether a new subscriber gets the newest entry at once
 * @param whenFull what a publish on a full ring does
 * @param shard the shard it lives on, whose actors use it fastest
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
    /** Largest capacity of a ring. */
    public static final int MAX_CAPACITY = 1 << 20;

    /** What a publish does on a full ring. */
    public enum WhenFull {
        /** It evicts the oldest entry, read or not. Subscribers that had not read it learn that they missed one. */
        EVICT_OLDEST,
        /** It waits until all subscribers have read the oldest entry; {@code tryPublish} returns WOULD_BLOCK. */
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

    /**
     * Returns a configuration with the defaults: evict when full, no maximum age, any number of subscribers, shard 0.
     */
    public static BusConfig of(String name, int capacity) {
        return new BusConfig(
                name, capacity, 0, 0, Duration.ZERO, Integer.MAX_VALUE, false, WhenFull.EVICT_OLDEST, 0);
    }

    /** Sets the maximum bytes of an entry of a {@link ByteBus}; default: {@code maxPayload} of the hive. */
    public BusConfig withMaxBytes(int bytes) {
        return new BusConfig(
                name, capacity, bytes, consumeAfter, maxAge, maxSubscribers, retainsLatest, whenFull, shard);
    }

    /** Removes an entry after it was read by this many readers; default: 0, all. Use 1 to distribute work. */
    public BusConfig consumedAfter(int readers) {
        return new BusConfig(name, capacity, maxBytes, readers, maxAge, maxSubscribers, retainsLatest, whenFull, shard);
    }

    /** Removes entries of this age, read or not; default: zero, never. */
    public BusConfig withMaxAge(Duration age) {
        return new BusConfig(
                name, capacity, maxBytes, consumeAfter, age, maxSubscribers, retainsLatest, whenFull, shard);
    }

    /** Sets the maximum number of subscribers at a time; default: no limit. */
    public BusConfig withMaxSubscribers(int subscribers) {
        return new BusConfig(name, capacity, maxBytes, consumeAfter, maxAge, subscribers, retainsLatest, whenFull, shard);
    }

    /** Gives a new subscriber the newest entry at once; by default it gets only later ones. For states, not events. */
    public BusConfig retainingLatest() {
        return new BusConfig(name, capacity, maxBytes, consumeAfter, maxAge, maxSubscribers, true, whenFull, shard);
    }

    /** Lets a publish on a full ring wait; by default the ring evicts its oldest entry. */
    public BusConfig waiting() {
        return new BusConfig(
                name, capacity, maxBytes, consumeAfter, maxAge, maxSubscribers, retainsLatest, WhenFull.WAIT, shard);
    }

    /** Places the bus on a shard; default: shard 0. Choose the shard of the actors that use it most. */
    public BusConfig onShard(int index) {
        return new BusConfig(
                name, capacity, maxBytes, consumeAfter, maxAge, maxSubscribers, retainsLatest, whenFull, index);
    }
}
