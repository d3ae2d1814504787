package io.hiveactor.runtime;

/**
 * Decides which actor of a shard runs first, and which waiting sender is served first. Priorities are strict unless
 * {@link HiveConfig#fairness()} bounds how often a lower one may be skipped.
 */
public enum Priority {
    CRITICAL,
    HIGH,
    NORMAL,
    LOW
}
