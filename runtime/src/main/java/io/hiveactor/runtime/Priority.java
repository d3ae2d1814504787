package io.hiveactor.runtime;

/** Who runs first. Strict, unless {@link HiveConfig#fairness()} bounds how long a lower one can starve. */
public enum Priority {
    CRITICAL,
    HIGH,
    NORMAL,
    LOW
}
