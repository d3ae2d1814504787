package io.hiveactor.runtime.queue;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes a thread that sleeps for want of work.
 *
 * <p>Who brings work puts it where it is looked for, and then rings. Who wants to sleep says so, looks once more, and
 * parks. So one of the two sees the other.
 *
 * <p><b>Threads:</b> any thread may ring; one sleeps.
 */
public final class Doorbell extends DoorbellState {
    long behind0;
    long behind1;
    long behind2;
    long behind3;
    long behind4;
    long behind5;
    long behind6;
    long behind7;

    /** Wakes the sleeper, if there is one. */
    public void ring() {
        if (isIdle) {
            ringAnyhow();
        }
    }

    /** For a ring that may have stopped half way. */
    public void ringAnyhow() {
        isIdle = false;
        LockSupport.unpark(sleeper);
    }

    public boolean isIdle() {
        return isIdle;
    }

    /** Says that a thread is about to sleep. */
    public void sleeps(@Nullable Thread thread) {
        sleeper = thread;
        isIdle = true;
    }

    public void isAwake() {
        isIdle = false;
    }
}

/** What everybody who brings work looks at; see {@link PaddedBefore}. */
abstract class DoorbellState extends PaddedBefore {
    volatile boolean isIdle;
    volatile @Nullable Thread sleeper;
}
