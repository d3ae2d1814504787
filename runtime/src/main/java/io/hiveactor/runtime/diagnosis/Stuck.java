package io.hiveactor.runtime.diagnosis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells who is stuck from who is merely idle, among those whom nobody can wake.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Stuck {
    /*
     * Who waits for any message is idle: work may come to him from outside at any time. A channel or a bus hands such
     * work on. So if one of those who serve it is idle, who waits for it is idle as well, and then whoever is served by
     * him: a pipeline at rest is no deadlock. An answer is another matter, as it is owed already; so is all else that
     * somebody particular has to give. Who waits for that is stuck.
     */
    private final Map<Long, ActorView> stuck = new LinkedHashMap<>();
    private final Map<Long, List<Long>> servedBy = new HashMap<>();

    private Stuck(List<ActorView> unmarked) {
        for (ActorView each : unmarked) {
            if (Waits.isParticular(each.waitsFor())) {
                stuck.put(each.identity().number(), each);
                Waits.servers(each.waitsFor()).forEach(server -> servedBy
                        .computeIfAbsent(server.number(), number -> new ArrayList<>()).add(each.identity().number()));
            }
        }
    }

    /** @param unmarked what a reduction left: who is neither among them nor live is idle */
    static List<ActorView> among(List<ActorView> unmarked) {
        return new Stuck(unmarked).withoutTheIdle();
    }

    private List<ActorView> withoutTheIdle() {
        List<Long> idle = new ArrayList<>(servedBy.keySet());
        idle.removeIf(stuck::containsKey);
        while (!idle.isEmpty()) {
            for (Long served : servedBy.getOrDefault(idle.removeLast(), List.of())) {
                if (stuck.remove(served) != null) {
                    idle.add(served);
                }
            }
        }
        return List.copyOf(stuck.values());
    }
}
