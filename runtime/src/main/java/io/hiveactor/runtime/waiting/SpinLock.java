package io.hiveactor.runtime.waiting;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock that is held for a few instructions. Whoever holds it must neither wait nor fail: who needs stack makes sure of it
 * before.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class SpinLock {
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "isHeld", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // by HELD
    private volatile boolean isHeld;

    public void lock() {
        while (!HELD.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
    }

    public void unlock() {
        isHeld = false;
    }
}
