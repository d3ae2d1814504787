package io.hiveactor.service.capability;

import io.hiveactor.service.queue.Ulid;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The revocations of a service, in memory: of a cap_id with all tokens derived from it, and of all tokens of a key
 * below an epoch. The rows are stored elsewhere.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class Revocations {
    /** How long a revocation is kept: a day longer than any token lasts. */
    public static final Duration LIFETIME = Minting.LONGEST_TTL.plusDays(1);

    /*
     * Nothing is ever un-revoked, so every change but removeEnded() only adds, and load() merges. A load() of rows
     * that were read before a revocation was committed therefore cannot undo that revocation.
     *
     * Each change copies the maps: revoking is rare, and every request reads.
     */
    private record Snapshot(Map<Ulid, Long> untilMillis, Map<String, Integer> minEpochs) {}

    private final AtomicReference<Snapshot> snapshot = new AtomicReference<>(new Snapshot(Map.of(), Map.of()));

    /** Revokes a cap_id; it is kept until {@link #removeEnded} is called with a later time. */
    public void revoke(Ulid capId, long untilMillis) {
        load(Map.of(capId, untilMillis), Map.of());
    }

    /** Revokes all tokens of a key whose epoch is smaller. */
    public void revokeKey(String kid, int minEpoch) {
        load(Map.of(), Map.of(kid, minEpoch));
    }

    /** Adds all given rows to those that are known: until_ms by cap_id, and min_epoch by kid. */
    public void load(Map<Ulid, Long> untilMillis, Map<String, Integer> minEpochs) {
        if (contains(snapshot(), untilMillis, minEpochs)) {
            return;
        }
        snapshot.updateAndGet(old -> new Snapshot(merged(old.untilMillis, untilMillis),
                merged(old.minEpochs, minEpochs)));
    }

    /** Forgets cap_ids whose time is over: all tokens of theirs have expired before. */
    public void removeEnded(long nowMillis) {
        snapshot.updateAndGet(old -> {
            var kept = new HashMap<>(old.untilMillis);
            kept.values().removeIf(until -> until <= nowMillis);
            return new Snapshot(kept, old.minEpochs);
        });
    }

    /** The smallest epoch of this key that is not revoked; 0 if none is. */
    public int minEpoch(String kid) {
        return snapshot().minEpochs.getOrDefault(kid, 0);
    }

    /** The number of revoked cap_ids. */
    public int size() {
        return snapshot().untilMillis.size();
    }

    private Snapshot snapshot() {
        return Objects.requireNonNull(snapshot.get());
    }

    boolean isRevoked(TokenId id) {
        Snapshot now = snapshot();
        return now.untilMillis.containsKey(id.capId()) || id.epoch() < now.minEpochs.getOrDefault(id.kid(), 0);
    }

    /** Whether a merge would change nothing: the usual case of a periodic load. */
    private static boolean contains(Snapshot now, Map<Ulid, Long> untilMillis, Map<String, Integer> minEpochs) {
        return untilMillis.entrySet().stream()
                        .allMatch(row -> now.untilMillis.getOrDefault(row.getKey(), Long.MIN_VALUE) >= row.getValue())
                && minEpochs.entrySet().stream()
                        .allMatch(row -> now.minEpochs.getOrDefault(row.getKey(), 0) >= row.getValue());
    }

    private static <K, V extends Comparable<V>> Map<K, V> merged(Map<K, V> old, Map<K, V> more) {
        var merged = new HashMap<>(old);
        more.forEach((key, value) -> merged.merge(key, value, (a, b) -> a.compareTo(b) >= 0 ? a : b));
        return merged;
    }
}
