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

    private final Tally tally;
    private final Source source;
    private final Supplier<Map<String, Double>> figures;
    private final Runnable close;

    /** @param tally what the receiver counts in */
    Flood(Tally tally, Source source, Runnable close) {
        this(tally, source, Map::of, close);
    }

    Flood(Tally tally, Source source, Supplier<Map<String, Double>> figures, Runnable close) {
        this.tally = tally;
        this.source = source;
        this.figures = figures;
        this.close = close;
    }

    @Override
    public long run(int operations) throws InterruptedException {
        tally.expect(operations);
        long start = System.nanoTime();
        source.open(operations);
        tally.awaitAll();
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
