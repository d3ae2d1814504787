package io.hiveactor.service.capability;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An operation that a capability can allow. */
public enum Op {
    SEND,
    RECV,
    ACK,
    NACK,
    EXTEND,
    STATS,
    DLQ,
    REPROCESS,
    PURGE,
    REVOKE;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** The name in a caveat, such as {@code send}. */
    public String wire() {
        return wire;
    }

    /** Returns null if no operation has this name. */
    public static @Nullable Op parse(String wire) {
        for (Op op : values()) {
            if (op.wire.equals(wire)) {
                return op;
            }
        }
        return null;
    }

    /** Whether a lease may still be settled by this operation after its capability has lapsed. */
    boolean settlesLeases() {
        return this == ACK || this == NACK;
    }
}
