package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Catalog catalog = new Catalog(10);

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
        assertEquals(List.of("idle-heap", "idle-heap-straight"), catalog.workloads("memory"));
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
