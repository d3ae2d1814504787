package io.hiveactor.service.config;

import java.util.function.UnaryOperator;

/**
 * One end of a range: a fixed value, or one that follows from another key.
 *
 * <p><b>Threads:</b> immutable.
 */
sealed interface Bound<T> {
    T in(Values all);

    String text(ValueType<T> type, Values all);

    String text(ValueType<T> type);

    record Fixed<T>(T value) implements Bound<T> {
        @Override
        public T in(Values all) {
            return value;
        }

        @Override
        public String text(ValueType<T> type, Values all) {
            return type.print(value);
        }

        @Override
        public String text(ValueType<T> type) {
            return type.print(value);
        }
    }

    /**
     * The value of another key, changed by {@code scale}. The key is a name, for two keys may bound each other.
     *
     * @param label the other key and how its value is changed
     */
    record OtherKey<T>(Class<T> javaType, String key, String label, UnaryOperator<T> scale) implements Bound<T> {
        @Override
        public T in(Values all) {
            return scale.apply(javaType.cast(all.get(Keys.named(key))));
        }

        @Override
        public String text(ValueType<T> type, Values all) {
            return type.print(in(all)) + " (" + label + ")";
        }

        @Override
        public String text(ValueType<T> type) {
            return label;
        }
    }
}
