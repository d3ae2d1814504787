package io.hiveactor.service.config;

import java.util.HashMap;
import java.util.Map;

/**
 * Values by key: those that a source set, and for the other keys their defaults.
 *
 * <p><b>Threads:</b> immutable.
 */
record Values(Map<Key<?>, Object> set) {
    static final Values DEFAULTS = new Values(Map.of());

    Values {
        set = Map.copyOf(set);
    }

    <T> T get(Key<T> key) {
        Object value = set.get(key);
        return value == null ? key.fallback().apply(this) : key.type().javaType().cast(value);
    }

    boolean sets(Key<?> key) {
        return set.containsKey(key);
    }

    /** These values, and where nothing is set here those of a source that counts less. */
    Values over(Values lower) {
        Map<Key<?>, Object> both = new HashMap<>(lower.set);
        both.putAll(set);
        return new Values(both);
    }
}
