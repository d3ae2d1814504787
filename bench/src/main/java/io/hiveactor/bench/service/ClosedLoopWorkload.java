package io.hiveactor.bench.service;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How many messages a broker takes, or takes and hands out, when its clients make no pause. */
public final class ClosedLoopWorkload implements ServiceWorkload {
    /** What each connection does again and again. */
    public enum Kind {
        SEND(1) {
            @Override
            int step(BrokerLoad load, BrokerConnection connection, Broker broker) throws IOException {
                return load.send(connection, broker);
            }
        },
        /** Send, receive, acknowledge. */
        CYCLE(3) {
            @Override
            int step(BrokerLoad load, BrokerConnection connection, Broker broker) throws IOException {
                return load.cycle(connection, broker);
            }
        };

        private final int requests;

        Kind(int requests) {
            this.requests = requests;
        }

        /** Enough for about a second. */
        public int messagesPerRound(BrokerLoad load) {
            return load.sendsPerSecond() / requests;
        }

        abstract int step(BrokerLoad load, BrokerConnection connection, Broker broker) throws IOException;
    }

    private static final Duration MAX_ROUND = Duration.ofSeconds(3);

    private final Broker broker;
    private final Kind kind;
    private final BrokerLoad load;
    private List<BrokerConnection> connections = List.of();
    private Map<String, Double> figures = Map.of();

    public ClosedLoopWorkload(Supplier<? extends Broker> start, Kind kind, BrokerLoad load) {
        broker = start.get();
        this.kind = kind;
        this.load = load;
    }

    @Override
    public void prepare() {
        broker.clear();
        connections = load.connect(broker);
    }

    @Override
    public double run(int operations) {
        LoadResult result = ClosedLoop.run(connections, operations, load.batch(broker), MAX_ROUND,
                connection -> kind.step(load, connection, broker));
        figures = result.figures();
        return result.nanosPerMessage();
    }

    @Override
    public Map<String, Double> figures() {
        return figures;
    }

    @Override
    public void close() {
        connections.forEach(BrokerConnection::close);
        broker.close();
    }
}
