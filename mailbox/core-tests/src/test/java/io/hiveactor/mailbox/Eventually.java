package io.hiveactor.mailbox;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what other threads bring about, by looking. */
public final class Eventually {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);

    private Eventually() {}

    @SuppressWarnings("ThreadPriorityCheck") // only a courtesy to those who bring it about, where cores are few
    public static void holds(BooleanSupplier fact, Supplier<String> what) {
        long start = System.nanoTime();
        while (!fact.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new AssertionError(what.get());
            }
            Thread.yield();
        }
    }
}
