package io.hiveactor.ipc;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a typed request gave.
 *
 * @param <A> the answer
 */
public sealed interface TypedAnswer<A extends @Nullable Object> {
    /**
     * The answer came. Each actor has one of these, used again for each of its requests: take the value out before the
     * next one.
     *
     * @param <A> the answer
     */
    final class Answered<A extends @Nullable Object> implements TypedAnswer<A> {
        private @Nullable A value;

        Answered() {}

        void become(@Nullable A newValue) {
            value = newValue;
        }

        public A value() {
            return Objects.requireNonNull(value, "an answer without an object");
        }

        @Override
        public String toString() {
            return "answered " + value;
        }
    }

    /**
     * It did not.
     *
     * @param why the reason
     * @param <A> the answer that was expected
     */
    record Unanswered<A extends @Nullable Object>(NoReply why) implements TypedAnswer<A> {}
}
