package io.hiveactor.runtime.fiber;

import org.jspecify.annotations.Nullable;

/** The shard, as its fibers see it. */
public interface FiberHost {
    /**
     * Decides which fiber runs next, and notes that it does. Called by whoever gives up control, when
     * there is room on the stack.
     *
     * @return null once the shard has ended
     */
    @Nullable Fiber choose();

    /** A fiber that was parked outside the runtime can go on. Any thread; neither blocks nor throws. */
    void wake(Fiber fiber);

    /** What every fiber runs, from its start to its end. */
    void run(Fiber fiber);

    /** Whether the shard has ended and left its last fibers to the JDK's scheduler. Any thread. */
    boolean isAbandoned();

    /** Whether this is the platform thread that carries the fibers. Any thread. */
    boolean isCarrier(Thread thread);
}
