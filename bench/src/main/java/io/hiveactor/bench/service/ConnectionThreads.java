package io.hiveactor.bench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/** A platform thread for each connection. They begin together; each closes its connection when it ends. */
final class ConnectionThreads {
    /** What one thread does, until all messages are through or its time is up. */
    @FunctionalInterface
    interface Loop<C> {
        /**
         * Returns how many messages went through.
         *
         * @param index of the connection
         * @param latencies of this thread
         */
        long run(C connection, int index, Histogram latencies) throws IOException;
    }

    /** What one thread has done. */
    private record Share(long messages, long endNanos, Histogram latencies) {}

    private ConnectionThreads() {}

    /**
     * Runs the loops to their end.
     *
     * @param limit after which the connections are closed and the load has failed; the loops end earlier by themselves
     * @throws IllegalStateException if a loop failed
     */
    static <C extends BrokerConnection> LoadResult run(List<C> connections, Duration limit, Loop<? super C> loop) {
        var gate = new CountDownLatch(1);
        var shares = new ArrayList<FutureTask<Share>>();
        for (int i = 0; i < connections.size(); i++) {
            int index = i;
            C connection = connections.get(i);
            var share = new FutureTask<>(() -> share(connection, index, gate, loop));
            shares.add(share);
            Thread.ofPlatform().daemon().name("load-" + i).start(share);
        }
        long begin = System.nanoTime();
        gate.countDown();
        try {
            return sum(shares, begin, begin + limit.toNanos());
        } finally {
            connections.forEach(BrokerConnection::close); // makes a thread end that still waits for an answer
        }
    }

    private static <C extends BrokerConnection> Share share(
            C connection, int index, CountDownLatch gate, Loop<? super C> loop) throws IOException, InterruptedException {
        var latencies = LoadResult.histogram();
        try (connection) { // a broker may have pushed messages to it, which the other connections wait for
            gate.await();
            long messages = loop.run(connection, index, latencies);
            return new Share(messages, System.nanoTime(), latencies);
        }
    }

    private static LoadResult sum(List<FutureTask<Share>> shares, long begin, long deadline) {
        var latencies = LoadResult.histogram();
        long messages = 0;
        long nanos = 0;
        for (FutureTask<Share> each : shares) {
            Share share = await(each, deadline);
            messages += share.messages();
            nanos = Math.max(nanos, share.endNanos() - begin);
            latencies.add(share.latencies());
        }
        return new LoadResult(nanos, messages, latencies);
    }

    private static Share await(FutureTask<Share> share, long deadline) {
        try {
            return share.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a connection failed", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("a broker does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
