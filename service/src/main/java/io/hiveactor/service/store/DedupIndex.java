package io.hiveactor.service.store;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;

/**
 * Finds the row of a remembered key: an index in memory over a table that is only appended to.
 *
 * <p><b>Threads:</b> that of the store.
 */
final class DedupIndex {
    /*
     * rowOf maps a 64-bit hash of topic and key to the key's row; 16 bytes a key, so four million keys fit a small heap. Two
     * keys may have the same hash, so the caller compares the row it finds, and a key whose hash is taken by another one is
     * kept in `collided` by itself.
     *
     * Invariants
     *  - each row of the table is in exactly one of the two maps
     *  - after undo() both are as they were at the last keep()
     */
    static final long NO_ROW = 0;

    /** A key that another one keeps out of rowOf. */
    private record Key(long topicId, String idemKey) {}


    private final Long2LongHashMap rowOf = new Long2LongHashMap(NO_ROW);
    private final Map<Key, Long> collided = new HashMap<>();
    private final Map<Long, Integer> perTopic = new HashMap<>();
    private final List<Runnable> undo = new ArrayList<>();

    long size() {
        return rowOf.size() + (long) collided.size();
    }

    boolean hasKeysOf(long topicId) {
        return perTopic.getOrDefault(topicId, 0) > 0;
    }

    /** The row that may be that of a key; the caller compares it. */
    long candidate(long topicId, String idemKey) {
        return rowOf.get(hash(topicId, idemKey));
    }

    /** The row of a key whose hash another key has; NO_ROW if it is not such a key. */
    long collided(long topicId, String idemKey) {
        return collided.isEmpty() ? NO_ROW : collided.getOrDefault(new Key(topicId, idemKey), NO_ROW);
    }

    void add(long topicId, String idemKey, long row) {
        long hash = hash(topicId, idemKey);
        if (rowOf.get(hash) == NO_ROW) {
            rowOf.put(hash, row);
            undo.add(() -> rowOf.remove(hash));
        } else {
            var key = new Key(topicId, idemKey);
            collided.put(key, row);
            undo.add(() -> collided.remove(key));
        }
        count(topicId, 1);
        undo.add(() -> count(topicId, -1));
    }

    void remove(long topicId, String idemKey, long row) {
        long hash = hash(topicId, idemKey);
        if (rowOf.get(hash) == row) {
            rowOf.remove(hash);
            undo.add(() -> rowOf.put(hash, row));
        } else {
            var key = new Key(topicId, idemKey);
            collided.remove(key);
            undo.add(() -> collided.put(key, row));
        }
        count(topicId, -1);
        undo.add(() -> count(topicId, 1));
    }

    /** The changes since the last call are committed. */
    void keep() {
        undo.clear();
    }

    /** The changes since the last {@link #keep()} did not happen. */
    void undo() {
        for (int i = undo.size() - 1; i >= 0; i--) {
            undo.get(i).run();
        }
        undo.clear();
    }

    private void count(long topicId, int sign) {
        int now = perTopic.merge(topicId, sign, Integer::sum);
        if (now == 0) {
            perTopic.remove(topicId);
        }
    }

    /** FNV-1a, mixed; any function would do, a better one only collides less often. */
    private static long hash(long topicId, String idemKey) {
        long hash = 0xcbf29ce484222325L ^ topicId;
        for (byte b : idemKey.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        return hash ^ hash >>> 32;
    }
}
