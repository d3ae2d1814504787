package io.hiveactor.service.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Polls that wait for a message: by topic in the order of their arrival, and by the end of their patience.
 *
 * <p><b>Threads:</b> owner only, the committer.
 */
final class WaitingPolls {
    private final Map<String, TreeMap<Long, Waiting>> byTopic = new HashMap<>();
    private final TreeSet<Waiting> byDeadline =
            new TreeSet<>(Comparator.comparingLong(Waiting::deadlineNanos).thenComparingLong(Waiting::number));

    int size() {
        return byDeadline.size();
    }

    void add(Waiting poll) {
        byTopic.computeIfAbsent(poll.topic(), topic -> new TreeMap<>()).put(poll.number(), poll);
        byDeadline.add(poll);
    }

    void remove(Waiting poll) {
        byDeadline.remove(poll);
        TreeMap<Long, Waiting> line = byTopic.get(poll.topic());
        if (line != null) {
            line.remove(poll.number());
            if (line.isEmpty()) {
                byTopic.remove(poll.topic());
            }
        }
    }

    /** The first polls of a topic, the oldest first. */
    List<Waiting> first(String topic, int limit) {
        TreeMap<Long, Waiting> line = byTopic.get(topic);
        return line == null ? List.of() : line.values().stream().limit(limit).toList();
    }

    /** When the next poll stops waiting; {@link Long#MAX_VALUE} if none waits. */
    long nextDeadlineNanos() {
        return byDeadline.isEmpty() ? Long.MAX_VALUE : byDeadline.first().deadlineNanos();
    }

    /** Takes those whose time is over. */
    List<Waiting> takeDue(long nowNanos) {
        List<Waiting> due = new ArrayList<>();
        while (!byDeadline.isEmpty() && byDeadline.first().deadlineNanos() <= nowNanos) {
            Waiting poll = byDeadline.first();
            remove(poll);
            due.add(poll);
        }
        return due;
    }

    List<Waiting> takeAll() {
        List<Waiting> all = List.copyOf(byDeadline);
        byTopic.clear();
        byDeadline.clear();
        return all;
    }
}
