package io.hiveactor.runtime.fiber;

import io.hiveactor.runtime.queue.Node;
import org.jspecify.annotations.Nullable;

/**
 * A thread of control of one shard. At any time at most one fiber of a shard runs; the others are set aside.
 *
 * <p><b>Threads:</b> owner only (whoever runs as the shard), where a method does not say otherwise.
 */
public abstract sealed class Fiber extends Node permits CarriedFiber, BatonFiber {
    final FiberHost host;
    /** What a host keeps of the fiber's present work, such as the actor that waits on it. */
    private @Nullable Object load;
    private boolean isTainted;

    Fiber(FiberHost host) {
        this.host = host;
    }

    /** The virtual thread behind this fiber. Any thread. */
    public abstract Thread thread();

    /**
     * Gives up control until the host chooses this fiber again. Called by the fiber itself.
     *
     * @return false if the fiber could not leave its carrier, because a native frame or a class initialiser is
     *     on its stack; then nothing has happened
     */
    public abstract boolean suspend();

    /**
     * A wake-up that came through the host's inbox.
     *
     * @return true if the fiber may go on; false if it is set aside by us and was merely touched, as somebody
     *     does who takes its stack trace
     */
    public abstract boolean takeWake();

    /** Lets a fiber go whose wake-up the ended shard will not take any more. Any thread, and more than once. */
    public abstract void releaseWake();

    /** Lets a fiber of an abandoned shard run without it, if it can run. */
    public abstract void orphan();

    /** Whether an interrupt is on its way that is meant for the fiber's present work. */
    public final boolean isTainted() {
        return isTainted;
    }

    /** An interrupt is on its way: whatever comes after the present work must not run on this fiber. */
    public final void taint() {
        isTainted = true;
    }

    public final @Nullable Object load() {
        return load;
    }

    public final void load(@Nullable Object work) {
        load = work;
    }
}
