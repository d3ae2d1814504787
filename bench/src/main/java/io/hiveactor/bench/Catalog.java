package io.hiveactor.bench;

import io.hiveactor.runtime.FiberMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Everything that can be measured: rows by workload, and groups of workloads. */
final class Catalog {
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, List<String>> groups = new TreeMap<>();

    Catalog() {
        group("pingpong", "pingpong-handler", "pingpong-straight", "pingpong-cross-shard");
        int rounds = 400_000;
        add("pingpong-handler", "hive", 10 * rounds, () -> HivePingPong.handler(FiberMode.CARRIED));
        add("pingpong-handler", "hive-noflag", 10 * rounds, () -> HivePingPong.handler(FiberMode.BATON));
        pekko("pingpong-handler", rounds, PekkoDispatchers.DEFAULT);
        pekkoTuned("pingpong-handler", rounds);

        add("pingpong-straight", "hive", rounds, () -> HivePingPong.straight(FiberMode.CARRIED));
        add("pingpong-straight", "hive-noflag", rounds, () -> HivePingPong.straight(FiberMode.BATON));
        add("pingpong-straight", "jdk-vthread", rounds, VirtualThreadPingPong::new);
        pekko("pingpong-straight", rounds, PekkoDispatchers.DEFAULT);
        pekkoTuned("pingpong-straight", rounds);

        add("pingpong-cross-shard", "hive", rounds, () -> HivePingPong.crossShard(FiberMode.CARRIED));
        add("pingpong-cross-shard", "hive-noflag", rounds / 4, () -> HivePingPong.crossShard(FiberMode.BATON));
        add("pingpong-cross-shard", "limit", rounds, SpinLimit::new);
        pekko("pingpong-cross-shard", rounds / 8, PekkoDispatchers.PINNED);
    }

    private void pekko(String workload, int operations, String dispatcher) {
        add(workload, "pekko-classic", operations, () -> new PekkoClassicPingPong(dispatcher));
        add(workload, "pekko-typed", operations, () -> new PekkoTypedPingPong(dispatcher));
    }

    /** Pekko on a dispatcher made for this workload, which no other actor could use as well. */
    private void pekkoTuned(String workload, int operations) {
        add(workload, "pekko-classic-tuned", operations,
                () -> new PekkoClassicPingPong(PekkoDispatchers.ONE_THREAD));
        add(workload, "pekko-typed-tuned", operations, () -> new PekkoTypedPingPong(PekkoDispatchers.ONE_THREAD));
    }

    private void add(String workload, String system, int operations, Supplier<Contestant> start) {
        entries.add(new Entry(workload, system, operations, start));
    }

    private void group(String name, String... workloads) {
        groups.put(name, List.of(workloads));
    }

    /** The names that can be asked for. */
    List<String> names() {
        var names = new ArrayList<>(groups.keySet());
        entries.stream().map(Entry::workload).distinct().forEach(names::add);
        return names;
    }

    /**
     * The workloads behind a name, which may be a group's.
     *
     * @throws IllegalArgumentException if there is none
     */
    List<String> workloads(String name) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no workload '" + name + "'; there are " + String.join(", ", names()));
        }
        return groups.getOrDefault(name, List.of(name));
    }

    List<Entry> entries(String workload) {
        return entries.stream().filter(entry -> entry.workload().equals(workload)).toList();
    }
}
