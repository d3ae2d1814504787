package io.hiveactor.runtime;

/** The result of reserving an id: the id, or the reason there is none. */
public sealed interface ReserveResult permits ReservedId, ReserveResult.NotReserved {
    /** Why no id was reserved. */
    enum NotReserved implements ReserveResult {
        /** Another actor has the name. */
        NAME_TAKEN,
        /** The hive has {@link HiveConfig#maxNames()} registered names. */
        TOO_MANY_NAMES
    }
}
