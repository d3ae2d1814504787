package io.hiveactor.runtime.metrics;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What has a name, at one moment.
 *
 * @param mailboxes depths of the deepest mailboxes of actors with a registered name, by that name
 * @param resources the fullest channels, buses and feeds
 * @param allResources how many of those there are
 * @param externalWaits external threads that wait on a channel, a bus or an inbox
 */
record LoadSample(
        long atNanos,
        Map<String, Integer> mailboxes,
        Map<Resource, ResourceView> resources,
        int allResources,
        int externalWaits) {
    /** Of more mailboxes no depth is shown: each is a meter. */
    static final int MOST_MAILBOXES = 100;

    static LoadSample of(Hive hive) {
        HiveSnapshot seen = hive.overview();
        Map<Resource, ResourceView> resources = new LinkedHashMap<>();
        seen.resources().fullest().forEach(view -> resources.put(view.resource(), view));
        return new LoadSample(hive.nowNanos(), depths(seen, hive.names().registered()), resources,
                seen.resources().total(), seen.externalWaits().size());
    }

    private static Map<String, Integer> depths(HiveSnapshot seen, Map<String, ActorId> names) {
        Map<Long, Integer> byNumber = new HashMap<>();
        for (ActorView actor : seen.actors()) {
            byNumber.put(actor.identity().number(), actor.depth());
        }
        Map<String, Integer> depths = new LinkedHashMap<>();
        names.entrySet().stream()
                .filter(each -> byNumber.containsKey(each.getValue().number()))
                .sorted(Comparator.<Map.Entry<String, ActorId>>comparingInt(
                        each -> -byNumber.getOrDefault(each.getValue().number(), 0)).thenComparing(Map.Entry::getKey))
                .limit(MOST_MAILBOXES)
                .forEach(each -> depths.put(each.getKey(), byNumber.getOrDefault(each.getValue().number(), 0)));
        return depths;
    }
}
