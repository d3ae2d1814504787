package io.hiveactor.bus;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import org.jspecify.annotations.Nullable;

/**
 * Something that the actor of a Flow waits for, and is told of by others: it is no part of a deadlock.
 *
 * <p><b>Threads:</b> one actor waits, any thread tells.
 */
abstract class FlowNews extends Source implements Explained {
    private final String what;
    private volatile @Nullable WakeUp armed;

    /** @param what for people who read reports */
    FlowNews(String what) {
        this.what = what;
    }

    /** There is news, so {@link #isReady} has to say so by now. */
    final void tell() {
        WakeUp waiting = armed;
        if (waiting != null) {
            waiting.wake();
        }
    }

    @Override
    protected final void arm(WakeUp wakeUp) {
        armed = wakeUp;
    }

    @Override
    protected final void disarm(WakeUp wakeUp) {
        armed = null;
    }

    @Override
    public final Wait explain() {
        return new Wait.Unknown(what);
    }

    @Override
    public final boolean isIdle() {
        return true;
    }

    @Override
    public final String toString() {
        return what;
    }
}
