package io.hiveactor.runtime;

/**
 * Decides which actor runs first, and which waiting sender is served first. Strict, unless {@link HiveConfig#fairness()}
 * bounds how long a lower priority can starve.
 */
public enum Priority {
    CRITICAL,
    HIGH,
    NORMAL,
    LOW
}
