package io.hiveactor.service.config;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which values of its type a key may have.
 *
 * <p><b>Threads:</b> immutable.
 */
interface ValueLimits<T> {
    boolean allow(T value, Values all);

    /** What a value must be, where bounds that are other keys have the values of those; empty if any value will do. */
    String text(Values all);

    /** The same with the names of those keys only. */
    String text();

    static <T> ValueLimits<T> any() {
        return matching("", value -> true);
    }

    static <T> ValueLimits<T> matching(String text, Predicate<T> rule) {
        return new Rule<>(text, rule);
    }

    /** A value that fits a rule of its own. */
    record Rule<T>(String text, Predicate<T> rule) implements ValueLimits<T> {
        @Override
        public boolean allow(T value, Values all) {
            return rule.test(value);
        }

        @Override
        public String text(Values all) {
            return text;
        }
    }

    /** A value from one bound to another, both inclusive; without the upper one, at least the lower one. */
    record Range<T extends Comparable<? super T>>(ValueType<T> type, Bound<T> low, @Nullable Bound<T> high)
            implements ValueLimits<T> {
        @Override
        public boolean allow(T value, Values all) {
            return value.compareTo(low.in(all)) >= 0 && (high == null || value.compareTo(high.in(all)) <= 0);
        }

        @Override
        public String text(Values all) {
            String from = low.text(type, all);
            return high == null ? "at least " + from : from + " to " + high.text(type, all);
        }

        @Override
        public String text() {
            String from = low.text(type);
            return high == null ? "at least " + from : from + " to " + high.text(type);
        }
    }
}
