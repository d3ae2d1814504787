package io.hiveactor.runtime;

/** How a registration ended. */
public enum RegisterStatus {
    /** The actor has the name now. */
    REGISTERED,
    /** Another actor has it, or the same one already. */
    TAKEN,
    /** The actor is dead. */
    NO_TARGET,
    /** The actor has {@link Names#MAX_PER_ACTOR} names, or the hive {@link HiveConfig#maxNames()}. */
    TOO_MANY
}
