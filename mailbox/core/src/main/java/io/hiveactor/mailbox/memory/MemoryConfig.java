package io.hiveactor.mailbox.memory;

import io.hiveactor.mailbox.MailboxClock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a mailbox in memory is.
 *
 * @param maxSize how many messages it holds, visible, in flight and delayed; {@link Integer#MAX_VALUE} for as many as
 *     fit
 * @param longestLease null for no limit
 */
public record MemoryConfig(String name, int maxSize, @Nullable Duration longestLease, MailboxClock clock) {
    private static final int DEFAULT_SIZE = 1_000_000;

    public MemoryConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(clock, "clock");
        if (maxSize <= 0) {
            throw new IllegalArgumentException("maxSize must be positive: " + maxSize);
        }
        if (longestLease != null && longestLease.isNegative()) {
            throw new IllegalArgumentException("longestLease must not be negative: " + longestLease);
        }
    }

    /** With room for a million messages, leases of any length, and the time of the machine. */
    public static MemoryConfig named(String name) {
        return new MemoryConfig(name, DEFAULT_SIZE, null, MailboxClock.system());
    }

    /** A copy with another name. */
    public MemoryConfig withName(String newName) {
        return new MemoryConfig(newName, maxSize, longestLease, clock);
    }

    /** A copy with another maximum number of messages, visible, in flight and delayed. */
    public MemoryConfig withMaxSize(int size) {
        return new MemoryConfig(name, size, longestLease, clock);
    }

    /** A copy with another maximum lease; null for no limit. */
    public MemoryConfig withLongestLease(@Nullable Duration longest) {
        return new MemoryConfig(name, maxSize, longest, clock);
    }

    /** A copy with another clock, for tests. */
    public MemoryConfig withClock(MailboxClock newClock) {
        return new MemoryConfig(name, maxSize, longestLease, newClock);
    }
}
