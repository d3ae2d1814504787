package io.hiveactor.bench;

import io.hiveactor.bench.service.ArtemisBroker;
import io.hiveactor.bench.service.Broker;
import io.hiveactor.bench.service.BrokerLoad;
import io.hiveactor.bench.service.ClosedLoopWorkload;
import io.hiveactor.bench.service.ClosedLoopWorkload.Kind;
import io.hiveactor.bench.service.DepthWorkload;
import io.hiveactor.bench.service.ElasticMqBroker;
import io.hiveactor.bench.service.HistogramLog;
import io.hiveactor.bench.service.HiveBroker;
import io.hiveactor.bench.service.LeaseWorkload;
import io.hiveactor.bench.service.PacedWorkload;
import io.hiveactor.bench.service.RestartWorkload;
import io.hiveactor.bench.service.ServiceWorkload;
import io.hiveactor.bench.service.SlowestPeak;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What is measured of the message service, and beside which brokers. */
final class ServiceCatalog {
    private static final int LEASES = 10_000;
    private static final int PACED_MESSAGES = 20_000;
    /** Received in one round beside those that stay. */
    private static final int TAKEN = 9_600;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, List<String>> groups = new LinkedHashMap<>();

    /**
     * @param storedMessages how many messages the service holds at most in the workloads of its depth
     * @param log where paced loads leave their histograms
     */
    ServiceCatalog(int storedMessages, HistogramLog log) {
        closedLoops("service-send", Kind.SEND);
        closedLoops("service-cycle", Kind.CYCLE);

        groups.put("service-depth", List.of("service-depth-receive", "service-depth-restart"));
        depth(storedMessages);
        add("service-lease", "hive", LEASES, () -> new LeaseWorkload(LEASES));

        groups.put("service-paced", List.of("service-paced-send", "service-paced-send-recv"));
        paced("service-paced-send", PacedWorkload.Kind.SEND, log);
        paced("service-paced-send-recv", PacedWorkload.Kind.SEND_RECEIVE, log);

        groups.put("service", entries.stream().map(Entry::workload).distinct().toList());
    }

    private void closedLoops(String name, Kind kind) {
        var workloads = new ArrayList<String>();
        for (int payloadBytes : List.of(256, 8 << 10)) {
            for (int connections : List.of(1, 16, 64)) {
                for (int batch : List.of(1, 32)) {
                    var load = new BrokerLoad(payloadBytes, connections, batch);
                    String workload = name + "-" + name(load);
                    workloads.add(workload);
                    brokers().forEach((system, start) -> add(workload, system, kind.messagesPerRound(load),
                            () -> new ClosedLoopWorkload(start, kind, load)));
                }
            }
        }
        groups.put(name, workloads);
    }

    private static String name(BrokerLoad load) {
        String payload = load.payloadBytes() < 1024 ? String.valueOf(load.payloadBytes()) : load.payloadBytes() / 1024 + "k";
        return payload + "-" + load.connections() + "c" + (load.batch() == 1 ? "" : "-b" + load.batch());
    }

    private void depth(int stored) {
        add("service-depth-receive", "ready-1000", TAKEN, () -> DepthWorkload.ready(1_000));
        add("service-depth-receive", "ready-" + stored, TAKEN, () -> DepthWorkload.ready(stored));
        add("service-depth-receive", "leased-" + stored, TAKEN, () -> DepthWorkload.leased(stored));
        add("service-depth-restart", "stopped", 1, () -> new RestartWorkload(stored, false));
        add("service-depth-restart", "killed", 1, () -> new RestartWorkload(stored, true));
    }

    private void paced(String workload, PacedWorkload.Kind kind, HistogramLog log) {
        var peak = new SlowestPeak();
        brokers().forEach((system, start) -> add(workload, system, PACED_MESSAGES,
                () -> new PacedWorkload(start, kind, peak, log, workload + "." + system)));
    }

    private static Map<String, Supplier<Broker>> brokers() {
        var brokers = new LinkedHashMap<String, Supplier<Broker>>();
        brokers.put("hive", HiveBroker::start);
        brokers.put("elasticmq", ElasticMqBroker::start);
        brokers.put("artemis", ArtemisBroker::start);
        return brokers;
    }

    private void add(String workload, String system, int operations, Supplier<ServiceWorkload> start) {
        entries.add(new Entry(workload, system, operations, () -> new ServiceContestant(start.get())));
    }

    List<Entry> entries() {
        return entries;
    }

    /** The workloads of each group, by its name. */
    Map<String, List<String>> groups() {
        return groups;
    }
}
