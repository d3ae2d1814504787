package io.hiveactor.service.capability;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes and counts denials, and notices bursts of failed authentication.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Denials {
    private final LongSupplier nanoClock;
    private final EnumCounters<DenialReason> counters = new EnumCounters<>(DenialReason.class);
    private final FailureBurst burst = new FailureBurst();
    private final AtomicBoolean hasBurst = new AtomicBoolean();

    Denials(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Counts the denial; a valid token that does not allow the request (403) is not part of a burst. */
    Denied deny(DenialReason reason, String message, @Nullable TokenId id) {
        counters.add(reason, 1);
        if (reason.status() == 401 && burst.addFailure(nanoClock.getAsLong())) {
            hasBurst.set(true);
        }
        return new Denied(reason.status(), reason.code(), reason.wire(), message,
                id == null ? null : id.kid(), id == null ? null : id.capIdPrefix());
    }

    /** Whether a burst was completed since the last call. */
    boolean takeBurst() {
        return hasBurst.compareAndSet(true, false);
    }

    long count(DenialReason reason) {
        return counters.get(reason);
    }
}
