package io.hiveactor.service.queue;

import java.util.Locale;

/** Why a message became a dead letter. */
public enum DeadReason {
    MAX_ATTEMPTS,
    NACK_DEAD,
    EXPIRED,
    INTEGRITY;

    /** The word for it in the database, in answers and in metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static DeadReason of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
