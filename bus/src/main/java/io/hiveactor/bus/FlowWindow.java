package io.hiveactor.bus;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a Flow has given and an actor has yet to take, which can wait for it. It never holds more than was requested.
 *
 * <p><b>Threads:</b> filled by any thread, emptied by one actor.
 */
final class FlowWindow<T> extends FlowNews {
    private final int capacity;
    private final Queue<T> values = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private volatile @Nullable Throwable failure;
    /** Set after the failure, and after the last value. */
    private volatile boolean isEnded;

    FlowWindow(int capacity, String what) {
        super(what);
        this.capacity = capacity;
    }

    /** Adds a value; one that nobody requested is the end. */
    void add(T value) {
        if (isEnded) {
            return;
        }
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            end(new IllegalStateException(
                    "a publisher gave more than the " + capacity + " values that were requested"));
            return;
        }
        values.add(value);
        tell();
    }

    /**
     * Nothing more comes. The first end counts.
     *
     * @param why null if it is complete
     */
    void end(@Nullable Throwable why) {
        if (!isEnded) {
            failure = why;
            isEnded = true;
            tell();
        }
    }

    /** The next value, which stays here until it is removed. */
    @Nullable T peek() {
        return values.peek();
    }

    /** Removes the next value. */
    void remove() {
        T unused = values.remove();
        size.decrementAndGet();
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Whether it is complete, and nothing is left to take. */
    boolean isDone() {
        return isEnded && failure == null && values.isEmpty();
    }

    @Nullable Throwable failure() {
        return failure;
    }

    @Override
    protected boolean isReady() {
        return isEnded || !values.isEmpty();
    }
}
