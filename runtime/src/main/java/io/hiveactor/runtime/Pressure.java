package io.hiveactor.runtime;

import io.hiveactor.runtime.queue.PaddedBefore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many want slots that are not there. Looked at with every message, and written when somebody begins or ends to wait.
 *
 * <p><b>Threads:</b> written under the pool's lock, read by any thread.
 */
final class Pressure extends PressureState {
    private static final VarHandle WAITERS;
    private static final VarHandle URGENT;
    private static final VarHandle ALL;

    static {
        try {
            WAITERS = MethodHandles.lookup().findVarHandle(PressureState.class, "waiters", int.class);
            URGENT = MethodHandles.lookup().findVarHandle(PressureState.class, "urgent", int.class);
            ALL = MethodHandles.lookup().findVarHandle(PressureState.class, "all", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long behind0;
    long behind1;
    long behind2;
    long behind3;
    long behind4;
    long behind5;
    long behind6;
    long behind7;

    /**
     * @param actors how many of the waiters are actors or buses
     * @param hungry shards with a tick that wants a slot
     */
    void become(int newWaiters, int actors, int hungry) {
        WAITERS.setVolatile(this, newWaiters);
        URGENT.setOpaque(this, actors + hungry);
        ALL.setOpaque(this, newWaiters + hungry);
    }

    /** For each message, so without a barrier. */
    boolean hasWaiters() {
        return (int) WAITERS.getOpaque(this) > 0;
    }

    /** In one order with everything volatile. */
    boolean hasWaitersByNow() {
        return (int) WAITERS.getVolatile(this) > 0;
    }

    /** For each message, so without a barrier. */
    boolean isAny() {
        return (int) ALL.getOpaque(this) > 0;
    }

    /** Whether it is not only threads outside who wait, which are costly to wake. */
    boolean isUrgent() {
        return (int) URGENT.getOpaque(this) > 0;
    }

    int waiters() {
        return (int) WAITERS.getOpaque(this);
    }
}

/** See {@link PaddedBefore}. */
abstract class PressureState extends PaddedBefore {
    int waiters;
    int urgent;
    int all;
}
