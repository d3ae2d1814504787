package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ExitReason;

/** When a child that has ended is restarted. */
public enum Restart {
    /** Always. */
    PERMANENT,
    /** Unless it ended with {@link ExitReason#NORMAL}. */
    TRANSIENT,
    /** Never. */
    TEMPORARY;

    boolean wants(ExitReason reason) {
        return this == PERMANENT || (this == TRANSIENT && !reason.equals(ExitReason.NORMAL));
    }
}
