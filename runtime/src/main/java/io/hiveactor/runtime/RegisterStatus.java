package io.hiveactor.runtime;

/** The outcome of a registration. */
public enum RegisterStatus {
    /** The actor has the name now. */
    REGISTERED,
    /** Another actor has it, or the same one already. */
    TAKEN,
    /** The actor has ended. */
    NO_TARGET,
    /** The actor has {@link Names#MAX_PER_ACTOR} names, or the hive {@link HiveConfig#maxNames()}. */
    TOO_MANY
}
