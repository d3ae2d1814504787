package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ExitReason;

/** When a child that has ended is started again. */
public enum Restart {
    /** Always. */
    PERMANENT,
    /** When it ended abnormally: with any reason but {@link ExitReason#NORMAL}. */
    TRANSIENT,
    /** Never. */
    TEMPORARY;

    boolean wants(ExitReason reason) {
        return this == PERMANENT || (this == TRANSIENT && !reason.equals(ExitReason.NORMAL));
    }
}
