package io.hiveactor.service.store;

import io.hiveactor.service.queue.DeadReason;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What happened in one topic during a batch, counted while it happens. */
final class Tally {
    int sent;
    int duplicates;
    int claimed;
    int redelivered;
    int acked;
    int requeued;
    int redriven;
    int purgedDead;
    final Map<DeadReason, Integer> dead = new EnumMap<>(DeadReason.class);
    final List<Integer> attempts = new ArrayList<>();

    BatchReport.TopicEvents toEvents() {
        return new BatchReport.TopicEvents(
                sent, duplicates, claimed, redelivered, acked, requeued, redriven, Map.copyOf(dead), purgedDead,
                List.copyOf(attempts));
    }
}
