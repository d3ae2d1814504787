package io.hiveactor.runtime;

/** What the opening of a seat gave: the seat, or the reason there is none. */
public sealed interface ReserveResult permits ReservedId, ReserveResult.NotReserved {
    /** Why there is no seat. */
    enum NotReserved implements ReserveResult {
        /** Somebody has the name. */
        NAME_TAKEN,
        /** The hive has {@link HiveConfig#maxNames()} names. */
        TOO_MANY_NAMES
    }
}
