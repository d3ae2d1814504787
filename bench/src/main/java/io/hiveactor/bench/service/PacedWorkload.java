package io.hiveactor.bench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** What a message waits for at half of the peak load, by single messages over many connections. */
public final class PacedWorkload implements ServiceWorkload {
    /** What is timed. */
    public enum Kind { SEND, SEND_RECEIVE }

    private static final BrokerLoad LOAD = new BrokerLoad(256, 64, 1);
    private static final int PEAK_ROUNDS = 4;
    private static final Duration PEAK_ROUND = Duration.ofSeconds(1);
    private static final Duration MAX_ROUND = Duration.ofSeconds(5);

    private final Broker broker;
    private final Kind kind;
    private final SlowestPeak peak;
    private final HistogramLog log;
    private final String tag;
    private Map<String, Double> figures = Map.of();

    /** Starts a broker and measures its peak. */
    public PacedWorkload(Supplier<? extends Broker> start, Kind kind, SlowestPeak peak, HistogramLog log, String tag) {
        this.kind = kind;
        this.peak = peak;
        this.log = log;
        this.tag = tag;
        broker = start.get();
        try {
            peak.add(measurePeak());
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** The last of some rounds: the others warm up the broker. */
    private double measurePeak() {
        double perSecond = 0;
        for (int i = 0; i < PEAK_ROUNDS; i++) {
            broker.clear();
            perSecond = ClosedLoop.run(LOAD.connect(broker), Long.MAX_VALUE, 1, PEAK_ROUND,
                    connection -> kind == Kind.SEND ? LOAD.send(connection, broker) : LOAD.cycle(connection, broker))
                    .perSecond();
        }
        return perSecond;
    }

    @Override
    public void prepare() {
        broker.clear();
    }

    @Override
    public double run(int operations) {
        long begin = System.currentTimeMillis();
        int messages = (int) Math.min(operations, peak.half() * MAX_ROUND.toSeconds());
        LoadResult result = switch (kind) {
            case SEND -> PacedLoop.run(
                    LOAD.connect(broker), peak.half(), messages, BrokerConnection::send, connection -> {});
            case SEND_RECEIVE -> PacedLoop.run(LOAD.connect(broker), peak.half(), messages,
                    PacedWorkload::sendReceive, BrokerConnection::acknowledge);
        };
        log.add(tag, result.latencies(), begin);
        figures = Map.of("perSecond", result.perSecond(), "p50Micros", result.microsAt(50),
                "p99Micros", result.microsAt(99), "p999Micros", result.microsAt(99.9));
        return result.latencies().getMean();
    }

    private static void sendReceive(BrokerConnection connection) throws IOException {
        connection.send();
        for (int i = 0; i < BrokerLoad.MAX_EMPTY_RECEIVES; i++) {
            if (connection.receive() > 0) {
                return;
            }
        }
        throw new IOException("a message is lost: nothing to receive");
    }

    @Override
    public Map<String, Double> figures() {
        return figures;
    }

    @Override
    public void close() {
        broker.close();
    }
}
