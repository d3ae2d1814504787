package io.hiveactor.bench;

import io.hiveactor.runtime.FiberMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Everything that can be measured: rows by workload, and groups of workloads. */
final class Catalog {
    static final int IDLE_ACTORS = 200_000;

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, List<String>> groups = new TreeMap<>();

    /** @param idleActors how many the memory workloads have */
    Catalog(int idleActors) {
        pingPong();
        life();
        memory(idleActors);
        hive("sleepers", 1, HiveSleepers::new);
    }

    private void pingPong() {
        group("pingpong", "pingpong-handler", "pingpong-straight", "pingpong-cross-shard");
        int rounds = 400_000;
        hive("pingpong-handler", 10 * rounds, HivePingPong::handler);
        pekko("pingpong-handler", rounds, PekkoDispatchers.DEFAULT);
        pekkoTuned("pingpong-handler", rounds);

        hive("pingpong-straight", rounds, HivePingPong::straight);
        add("pingpong-straight", "jdk-vthread", rounds, VirtualThreadPingPong::new);
        pekko("pingpong-straight", rounds, PekkoDispatchers.DEFAULT);
        pekkoTuned("pingpong-straight", rounds);

        add("pingpong-cross-shard", "hive", rounds, () -> HivePingPong.crossShard(FiberMode.CARRIED));
        add("pingpong-cross-shard", "hive-noflag", rounds / 4, () -> HivePingPong.crossShard(FiberMode.BATON));
        add("pingpong-cross-shard", "limit", rounds, SpinLimit::new);
        pekko("pingpong-cross-shard", rounds / 8, PekkoDispatchers.PINNED);
    }

    private void pekko(String workload, int operations, String dispatcher) {
        add(workload, "pekko-classic", operations, () -> PekkoClassicPingPong.on(dispatcher));
        add(workload, "pekko-typed", operations, () -> PekkoTypedPingPong.on(dispatcher));
    }

    /** Pekko on a dispatcher made for this workload, which no other actor could use as well. */
    private void pekkoTuned(String workload, int operations) {
        add(workload, "pekko-classic-tuned", operations, () -> PekkoClassicPingPong.on(PekkoDispatchers.ONE_THREAD));
        add(workload, "pekko-typed-tuned", operations, () -> PekkoTypedPingPong.on(PekkoDispatchers.ONE_THREAD));
    }

    private void life() {
        group("life", "spawn-exit", "spawn-exit-straight");
        int children = 100_000;
        hive("spawn-exit", 10 * children, HiveSpawnExit::handler);
        add("spawn-exit", "pekko-classic", children,
                () -> PekkoClassicSpawnExit.whenTold(PekkoDispatchers.DEFAULT));
        add("spawn-exit", "pekko-typed", children, () -> PekkoTypedSpawnExit.whenTold(PekkoDispatchers.DEFAULT));

        hive("spawn-exit-straight", 10 * children, HiveSpawnExit::straight);
        add("spawn-exit-straight", "pekko-classic", children,
                () -> PekkoClassicSpawnExit.atOnce(PekkoDispatchers.DEFAULT));
        add("spawn-exit-straight", "pekko-typed", children,
                () -> PekkoTypedSpawnExit.atOnce(PekkoDispatchers.DEFAULT));
    }

    private void memory(int actors) {
        group("memory", "idle-heap", "idle-heap-straight");
        hive("idle-heap", actors, HiveIdle::handler);
        hive("idle-heap-straight", actors, HiveIdle::straight);
    }

    /** Ours, with the flag and without. */
    private void hive(String workload, int operations, Function<FiberMode, Contestant> start) {
        add(workload, "hive", operations, () -> start.apply(FiberMode.CARRIED));
        add(workload, "hive-noflag", operations, () -> start.apply(FiberMode.BATON));
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
