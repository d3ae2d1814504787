package io.hiveactor.runtime;

import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * What failed in a shard's loop beside the actors' own code, which it survives: it is said in the log, by an actor, which may
 * wait for the log's locks, and not more than once a second.
 *
 * <p><b>Threads:</b> owner only, the loop.
 */
final class LoopFailures {
    private static final long QUIET_NANOS = 1_000_000_000;

    private final Shard shard;
    private @Nullable Throwable first;
    private long count;
    private long quietUntilNanos = Long.MIN_VALUE;

    LoopFailures(Shard shard) {
        this.shard = shard;
    }

    /** A leaf: there may be no memory. */
    void add(Throwable failure) {
        if (first == null) {
            first = failure;
        }
        count++;
    }

    void tell(long nowNanos) {
        Throwable failure = first;
        if (failure == null || nowNanos < quietUntilNanos) {
            return;
        }
        String text = "the loop of shard " + shard.index + " failed and continues; failures not yet logged: " + count;
        shard.hive.errand(shard, context -> Hive.log(Level.ERROR, text, failure));
        first = null;
        count = 0;
        quietUntilNanos = nowNanos + QUIET_NANOS;
    }
}
