package io.hiveactor.bus;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a Flow subscriber has asked for and not got yet, and whether it wants anything at all. It does not know the
 * subscriber, which may keep it for ever.
 *
 * <p><b>Threads:</b> any thread.
 */
final class FlowDemand implements Flow.Subscription {
    /*
     * Who reads for the subscriber looks at `wanted` and, if that is 0, sets isAwaited and looks again; a request adds
     * to `wanted` and then looks at isAwaited. So one of the two sees the other.
     */
    private final AtomicLong wanted = new AtomicLong();
    private volatile boolean isAwaited;
    private volatile boolean isOver;
    private volatile @Nullable Long refused;
    private volatile @Nullable FlowRead<?, ?> reader;

    /** Has somebody told of changes; null for nobody any more. */
    void tells(@Nullable FlowRead<?, ?> newReader) {
        reader = newReader;
    }

    @Override
    public void request(long n) {
        if (isOver) {
            return;
        }
        if (n <= 0) {
            refused = n;
            isOver = true;
            tell();
            return;
        }
        wanted.accumulateAndGet(n, FlowDemand::sum);
        if (isAwaited) {
            tell();
        }
    }

    private static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    @Override
    public void cancel() {
        if (!isOver) {
            isOver = true;
            tell();
        }
    }

    private void tell() {
        FlowRead<?, ?> told = reader;
        if (told != null) {
            told.nudge();
        }
    }

    /** Whether the subscriber wants nothing any more. */
    boolean isOver() {
        return isOver;
    }

    /** The number that no subscriber may request, if it did. */
    @Nullable Long refused() {
        return refused;
    }

    boolean isEmpty() {
        return wanted.get() == 0;
    }

    /** How many may be read for it now; if none, who reads is told of the next request. */
    int upTo(int most) {
        if (wanted.get() == 0) {
            isAwaited = true;
            if (wanted.get() == 0) {
                return 0;
            }
        }
        isAwaited = false;
        return (int) Math.min(wanted.get(), most);
    }

    /** It gets one. */
    void serve() {
        wanted.getAndUpdate(before -> before == Long.MAX_VALUE ? before : before - 1);
    }
}
