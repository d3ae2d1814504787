package io.hiveactor.runtime;

import io.hiveactor.runtime.time.Clock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How a thread outside the shards waits: by parking, or, under simulated time, by running the simulation. */
interface OutsideWait {
    /**
     * Waits until a condition holds; whoever makes it true unparks the waiting thread.
     *
     * @return whether it holds
     */
    boolean await(BooleanSupplier condition, long deadlineNanos) throws InterruptedException;

    /** Waits in real time. */
    static OutsideWait parking(Clock clock) {
        return (condition, deadlineNanos) -> {
            while (!condition.getAsBoolean()) {
                long left = deadlineNanos - clock.nanos();
                if (left <= 0) {
                    return condition.getAsBoolean();
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (deadlineNanos == Clock.NEVER) {
                    LockSupport.park(condition);
                } else {
                    LockSupport.parkNanos(condition, left);
                }
            }
            return true;
        };
    }
}
