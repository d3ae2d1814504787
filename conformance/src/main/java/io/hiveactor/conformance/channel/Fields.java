package io.hiveactor.conformance.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JSON object: what was read, by name and kind; or what is to be compared, field by field. */
final class Fields {
    private final Map<String, @Nullable Object> values;

    private Fields(Map<String, @Nullable Object> values) {
        this.values = values;
    }

    static Fields empty() {
        return new Fields(new LinkedHashMap<>());
    }

    @SuppressWarnings("unchecked") // the keys of a JSON object are strings
    static Fields of(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("expected an object and not " + value);
        }
        return new Fields((Map<String, @Nullable Object>) map);
    }

    /** Numbers become longs, as they are read. */
    @CanIgnoreReturnValue
    Fields put(String name, @Nullable Object value) {
        values.put(name, value instanceof Integer number ? Long.valueOf(number) : value);
        return this;
    }

    Map<String, @Nullable Object> values() {
        return values;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Fields object(String name) {
        return of(values.get(name));
    }

    List<?> list(String name) {
        return typed(name, List.class);
    }

    String text(String name) {
        return typed(name, String.class);
    }

    int number(String name) {
        return Math.toIntExact(typed(name, Long.class));
    }

    boolean truth(String name) {
        return typed(name, Boolean.class);
    }

    private <T> T typed(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "expected a " + type.getSimpleName() + " as " + name + " and not " + value);
        }
        return type.cast(value);
    }
}
