package io.hiveactor.service.config;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One key of the configuration.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param fallback the value where no source sets one; it may follow from other keys
 * @param defaultText that value for help
 * @param cold whether a change takes a restart
 */
record Key<T>(
        String name,
        ValueType<T> type,
        Function<Values, T> fallback,
        String defaultText,
        ValueLimits<T> limits,
        boolean cold,
        String meaning) {
    /** The name of its variable in the environment. */
    String variable() {
        return "HIVE_" + name.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** Reads a value without looking at its limits, which may follow from keys that are not read yet. */
    T read(String text) {
        return ofType(type.parse(text), name, type == ValueType.SECRET_TEXT ? "(hidden)" : text);
    }

    /** The same from a node of the file, under the name that the file has for it. */
    T read(JsonNode node, String shownName) {
        return ofType(type.parse(node), shownName, node.isString() ? node.asString() : node.toString());
    }

    private T ofType(@Nullable T value, String shownName, String text) {
        if (value == null) {
            String limit = limits.text();
            throw ConfigException.value(shownName, text, limit.isEmpty() ? type.form() : type.form() + ", " + limit);
        }
        return value;
    }

    /** Throws a {@link ConfigException} if the value of this key is outside its limits. */
    void check(Values all, String shownName) {
        T value = all.get(this);
        if (!limits.allow(value, all)) {
            throw ConfigException.value(shownName, type.print(value), limits.text(all));
        }
    }
}
