package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.bench.service.HistogramLog;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogTest {
    private final Catalog catalog = new Catalog(10, 2_000, new HistogramLog(null));

    @Test
    void everyNameLeadsToWorkloadsThatSomebodyDoes() {
        for (String name : catalog.names()) {
            for (String workload : catalog.workloads(name)) {
                assertFalse(catalog.entries(workload).isEmpty(), name + " has nobody for " + workload);
            }
        }
    }

    @Test
    void aGroupStandsForItsWorkloads() {
        assertEquals(List.of("spawn-exit", "spawn-exit-straight"), catalog.workloads("life"));
        assertEquals(
                List.of("spawn-exit", "spawn-exit-straight", "link-storm", "restart"), catalog.workloads("failure"));
        assertEquals(List.of("idle-heap", "idle-heap-straight"), catalog.workloads("memory"));
        assertEquals(
                List.of("flood-inside", "flood-outside-1p", "flood-outside-2p", "request-reply", "send-full-pool",
                        "drop-full", "selective-receive", "selective-receive-10"),
                catalog.workloads("ipc"));
        assertEquals(
                List.of("channel-send-receive", "channel-cross", "channel-fan-out-8", "channel-tap", "channel-send",
                        "channel-send-tapped"),
                catalog.workloads("channels"));
        assertEquals(List.of("bus-publish-1", "bus-publish-8", "bus-cross-shard"), catalog.workloads("bus"));
        assertEquals(List.of("timers-1000", "timers-100000", "timers-1000000"), catalog.workloads("timers"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ipc", "channels", "bus", "timers"})
    void everyWorkloadIsDoneByUsInBothModes(String group) {
        for (String workload : catalog.workloads(group)) {
            List<String> systems = catalog.entries(workload).stream().map(Entry::system).toList();
            assertEquals(List.of("hive", "hive-noflag"), systems.subList(0, 2), workload);
        }
    }

    @Test
    void everyWorkloadOfFailureIsDoneByUsAndByBothPekkos() {
        for (String workload : catalog.workloads("failure")) {
            assertEquals(
                    List.of("hive", "hive-noflag", "pekko-classic", "pekko-typed"),
                    catalog.entries(workload).stream().map(Entry::system).toList(), workload);
        }
    }

    @Test
    void theIpcWorkloadsHaveThePeersThatCanDoThem() {
        assertEquals(
                Set.of("pekko-classic", "pekko-typed", "pekko-classic-tuned", "pekko-bounded", "jdk-abq", "jox"),
                peers("flood-inside"));
        assertEquals(Set.of("pekko-classic", "pekko-typed", "jdk-abq"), peers("flood-outside-1p"));
        assertEquals(Set.of("pekko-classic", "pekko-typed", "jdk-abq", "disruptor"), peers("flood-outside-2p"));
        assertEquals(
                Set.of("pekko-classic", "pekko-typed", "pekko-classic-tuned", "pekko-typed-tuned",
                        "pekko-classic-tell"),
                peers("request-reply"));
        assertEquals(Set.of("pekko-bounded", "jdk-abq"), peers("send-full-pool"));
        assertEquals(Set.of("pekko-bounded"), peers("drop-full"));
        assertEquals(Set.of(), peers("selective-receive"));
    }

    @Test
    void theChannelWorkloadsHaveThePeersThatHaveChannels() {
        assertEquals(Set.of("jox", "kotlin", "jdk-abq"), peers("channel-send-receive"));
        assertEquals(Set.of("jox", "kotlin", "kotlin-default", "jdk-abq"), peers("channel-cross"));
        assertEquals(Set.of("jox", "kotlin", "jdk-abq"), peers("channel-fan-out-8"));
        assertEquals(Set.of("jox", "kotlin", "jdk-abq"), peers("channel-tap"));
        assertEquals(Set.of(), peers("channel-send"));
        assertEquals(Set.of(), peers("channel-send-tapped"));
    }

    @Test
    void theBusWorkloadsHaveThePeersThatPublish() {
        for (String workload : List.of("bus-publish-1", "bus-publish-8")) {
            assertEquals(
                    Set.of("disruptor", "pekko-eventstream", "pekko-eventstream-tuned"), peers(workload), workload);
        }
        assertEquals(Set.of("disruptor", "pekko-eventstream"), peers("bus-cross-shard"));
    }

    @Test
    void theTimerWorkloadsHaveThePeersThatHaveASchedulerOfTheirOwn() {
        for (String workload : catalog.workloads("timers")) {
            assertEquals(Set.of("jdk-stpe", "pekko-classic", "pekko-classic-tuned"), peers(workload), workload);
        }
    }

    @Test
    void theServiceWorkloadsHaveBothBrokersWhereTheyCanDoThem() {
        for (String group : List.of("service-send", "service-cycle", "service-paced")) {
            for (String workload : catalog.workloads(group)) {
                assertEquals(Set.of("elasticmq", "artemis"), peers(workload), workload);
            }
        }
    }

    @Test
    void theGroupOfTheServiceHasAllItsWorkloads() {
        assertEquals(12 + 12 + 2 + 1 + 2, catalog.workloads("service").size());
        assertEquals(
                List.of("service-send-256-1c", "service-send-256-1c-b32", "service-send-256-16c",
                        "service-send-256-16c-b32", "service-send-256-64c", "service-send-256-64c-b32"),
                catalog.workloads("service-send").subList(0, 6));
    }

    @Test
    void theServiceHoldsAsManyMessagesAsAskedFor() {
        assertEquals(
                List.of("ready-1000", "ready-2000", "leased-2000"),
                catalog.entries("service-depth-receive").stream().map(Entry::system).toList());
    }

    private Set<String> peers(String workload) {
        return catalog.entries(workload).stream().map(Entry::system)
                .filter(system -> !system.startsWith("hive")).collect(Collectors.toSet());
    }

    @Test
    void noSystemDoesAWorkloadTwice() {
        for (String workload : catalog.names().stream().flatMap(n -> catalog.workloads(n).stream()).toList()) {
            Set<String> systems = catalog.entries(workload).stream().map(Entry::system).collect(Collectors.toSet());
            assertEquals(catalog.entries(workload).size(), systems.size(), workload);
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThereAre() {
        var refusal = assertThrows(IllegalArgumentException.class, () -> catalog.workloads("pingpnog"));

        assertTrue(String.valueOf(refusal.getMessage()).startsWith("no workload 'pingpnog'; there are "));
        assertTrue(String.valueOf(refusal.getMessage()).contains("sleepers"));
    }

    @Test
    void theMemoryWorkloadsHaveAsManyActorsAsAskedFor() {
        assertEquals(Set.of(10), catalog.entries("idle-heap").stream()
                .map(Entry::operations).collect(Collectors.toSet()));
    }
}
