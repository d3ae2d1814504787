package io.hiveactor.bench;

import java.util.Map;
import java.util.function.Supplier;

/** A workload that is done by the thread that asks for it. */
record Timed(Work work, Supplier<Map<String, Double>> seen, Runnable end) implements Contestant {
    /** What is done. */
    @FunctionalInterface
    interface Work {
        void run(int operations) throws InterruptedException;
    }

    @Override
    public long run(int operations) throws InterruptedException {
        long begin = System.nanoTime();
        work.run(operations);
        return System.nanoTime() - begin;
    }

    @Override
    public Map<String, Double> figures() {
        return seen.get();
    }

    @Override
    public void close() {
        end.run();
    }
}
