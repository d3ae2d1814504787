package io.hiveactor.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hiveactor.service.TestClient.Delivery;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What clients of one topic were answered, and whether that can be true.
 *
 * <p><b>Threads:</b> any thread.
 */
final class TrafficRecorder {
    /*
     * A message is known by its key. An attempt that was never delivered is explained by a receive that got no answer: each of
     * those may have claimed any message once.
     */
    private enum Fate {
        OPEN,
        MAYBE_ACKED,
        ACKED
    }

    private record Entry(Set<String> ids, boolean isAnswered, Fate fate, int ackedAttempt, Set<Integer> attempts) {
        static final Entry NEW = new Entry(Set.of(), false, Fate.OPEN, 0, Set.of());

        Entry withId(String id, boolean isNowAnswered) {
            Set<String> all = new TreeSet<>(ids);
            all.add(id);
            return new Entry(all, isAnswered || isNowAnswered, fate, ackedAttempt, attempts);
        }

        Entry withAttempt(int attempt) {
            Set<Integer> all = new TreeSet<>(attempts);
            all.add(attempt);
            return new Entry(ids, isAnswered, fate, ackedAttempt, all);
        }

        Entry withFate(Fate fresh, int attempt) {
            return new Entry(ids, isAnswered, fresh, attempt, attempts);
        }

        int lastAttempt() {
            return attempts.stream().mapToInt(attempt -> attempt).max().orElse(0);
        }
    }

    private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger lostReceives = new AtomicInteger();
    private final AtomicInteger answeredSends = new AtomicInteger();
    private final AtomicInteger answeredAcks = new AtomicInteger();

    /** A SEND is about to be made. */
    void sending(String key) {
        entries.putIfAbsent(key, Entry.NEW);
    }

    void sent(String key, String id) {
        answeredSends.incrementAndGet();
        entries.computeIfPresent(key, (_, entry) -> entry.withId(id, true));
    }

    void delivered(Delivery delivery) {
        Entry now = entries.computeIfPresent(delivery.key(), (_, entry) -> {
            if (entry.attempts().contains(delivery.attempt())) {
                violations.add("attempt delivered twice: " + delivery);
            }
            return entry.withId(delivery.id(), false).withAttempt(delivery.attempt());
        });
        if (now == null) {
            violations.add("never sent: " + delivery);
        }
    }

    /** An ACK is about to be made. Until it is answered, it may have happened. */
    void acking(Delivery delivery) {
        entries.computeIfPresent(delivery.key(), (_, entry) ->
                entry.fate() == Fate.ACKED ? entry : entry.withFate(Fate.MAYBE_ACKED, entry.ackedAttempt()));
    }

    void acked(Delivery delivery) {
        answeredAcks.incrementAndGet();
        entries.computeIfPresent(delivery.key(), (_, entry) -> {
            if (entry.fate() == Fate.ACKED) {
                violations.add("acked twice: " + delivery);
            }
            return entry.withFate(Fate.ACKED, delivery.attempt());
        });
    }

    /** An ACK was refused: it has not happened. */
    void notAcked(Delivery delivery) {
        entries.computeIfPresent(delivery.key(), (_, entry) ->
                entry.fate() == Fate.MAYBE_ACKED ? entry.withFate(Fate.OPEN, 0) : entry);
    }

    /** A receive got no answer: it may have claimed messages. */
    void receiveLost() {
        lostReceives.incrementAndGet();
    }

    int answeredSends() {
        return answeredSends.get();
    }

    int answeredAcks() {
        return answeredAcks.get();
    }

    /** Keys whose SEND was answered, with the id of the answer. */
    List<String> answeredKeys() {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().isAnswered())
                .map(entry -> entry.getKey())
                .toList();
    }

    String idOf(String key) {
        return entries.get(key).ids().iterator().next();
    }

    /** Throws unless all answers fit together and nothing is lost. To be called when the topic has been received empty. */
    void verify() {
        entries.forEach((key, entry) -> {
            if (entry.ids().size() > 1) {
                violations.add("two messages for " + key + ": " + entry);
            }
            if (entry.isAnswered() && entry.fate() == Fate.OPEN) {
                violations.add("lost: " + key + " " + entry);
            }
            if (entry.fate() == Fate.ACKED && entry.lastAttempt() > entry.ackedAttempt()) {
                violations.add("back after its ack: " + key + " " + entry);
            }
            int unseen = entry.lastAttempt() - entry.attempts().size();
            if (unseen > lostReceives.get()) {
                violations.add(unseen + " attempts nobody made: " + key + " " + entry);
            }
        });
        assertEquals(List.of(), List.copyOf(violations));
    }
}
