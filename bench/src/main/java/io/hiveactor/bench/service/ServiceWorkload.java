package io.hiveactor.bench.service;

import java.util.Map;

/** One broker under one kind of load. Made once, run in rounds, closed at the end, which also ends the broker. */
public interface ServiceWorkload extends AutoCloseable {
    /** Sets up what the next run needs: its time does not count. */
    default void prepare() {}

    /**
     * Does at most so many operations, and fewer if they take too long.
     *
     * @return the mean nanoseconds of one operation
     */
    double run(int operations);

    /** What else the last run has shown, by its name in the JSON. */
    Map<String, Double> figures();

    @Override
    void close();
}
