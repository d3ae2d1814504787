package io.hiveactor.ipc.channel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A hash table of primitive keys, so that a lookup makes no object. */
final class LongMap<V> {
    /*
     * Open addressing: an entry is at its home or behind it, with no gap in between. Removal closes the gap that it
     * makes. Half of the places at least are free, so runs are short.
     */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[16];
    private @Nullable Object[] values = new @Nullable Object[16];
    private int size;

    @SuppressWarnings("unchecked") // only put writes values, and it takes a V
    @Nullable V get(long key) {
        return (V) values[place(key)];
    }

    void put(long key, V value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int place = place(key);
        size += values[place] == null ? 1 : 0;
        keys[place] = key;
        values[place] = value;
    }

    void remove(long key) {
        int gap = place(key);
        if (values[gap] == null) {
            return;
        }
        values[gap] = null;
        size--;
        for (int i = next(gap); values[i] != null; i = next(i)) {
            if (distance(home(keys[i]), i) >= distance(gap, i)) {
                keys[gap] = keys[i];
                values[gap] = values[i];
                values[i] = null;
                gap = i;
            }
        }
    }

    /** Where a key is, or would be put. */
    private int place(long key) {
        int place = home(key);
        while (values[place] != null && keys[place] != key) {
            place = next(place);
        }
        return place;
    }

    private int home(long key) {
        return (int) ((key * SPREAD) >>> 32) & (keys.length - 1);
    }

    private int next(int place) {
        return (place + 1) & (keys.length - 1);
    }

    private int distance(int from, int to) {
        return (to - from) & (keys.length - 1);
    }

    @SuppressWarnings("unchecked") // as in get
    private void grow() {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = new @Nullable Object[2 * oldKeys.length];
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                put(oldKeys[i], (V) Objects.requireNonNull(oldValues[i]));
            }
        }
    }
}
