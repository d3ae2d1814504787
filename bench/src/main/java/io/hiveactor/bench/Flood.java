package io.hiveactor.bench;

import java.util.Map;
import java.util.function.Supplier;

/** Messages that flow one way. An operation is one message; the round is over when the last one has come. */
final class Flood implements Contestant {
    /** Lets the messages flow; it may return before they have. */
    @FunctionalInterface
    interface Source {
        void open(int messages) throws InterruptedException;
    }

    /** Where the messages go: it knows when all have come. */
    interface Destination {
        /** To be called before the first one is sent. */
        void expect(int messages);

        void awaitAll() throws InterruptedException;
    }

    private final Destination destination;
    private final Source source;
    private final Supplier<Map<String, Double>> figures;
    private final Runnable close;

    Flood(Destination destination, Source source, Runnable close) {
        this(destination, source, Map::of, close);
    }

    Flood(Destination destination, Source source, Supplier<Map<String, Double>> figures, Runnable close) {
        this.destination = destination;
        this.source = source;
        this.figures = figures;
        this.close = close;
    }

    @Override
    public long run(int operations) throws InterruptedException {
        destination.expect(operations);
        long start = System.nanoTime();
        source.open(operations);
        destination.awaitAll();
        return System.nanoTime() - start;
    }

    @Override
    public Map<String, Double> figures() {
        return figures.get();
    }

    @Override
    public void close() {
        close.run();
    }
}
