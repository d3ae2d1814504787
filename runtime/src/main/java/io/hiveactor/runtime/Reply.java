package io.hiveactor.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request was answered. An actor has one of these and reuses it for each request that it waits for at once: take the
 * value out before the next one. With {@link HiveConfig#debug()} a reply that was reused throws.
 *
 * <p><b>Threads:</b> owner only, the actor or the thread that asked.
 *
 * @param <A> the answer
 */
public final class Reply<A> implements RequestResult<A> {
    private @Nullable A value;
    private boolean isStale;

    Reply(@Nullable A value) {
        this.value = value;
    }

    /** Takes the place of the last reply that its actor reused. */
    void become(@Nullable A newValue) {
        value = newValue;
    }

    void expire() {
        isStale = true;
    }

    /**
     * Returns the answer. A {@link Message} is valid until this actor's next reply or its next successful receive.
     *
     * @throws IllegalStateException in debug mode, if another request has been answered since
     */
    public A value() {
        if (isStale) {
            throw new IllegalStateException("the actor has received another reply since this one; take the value out first");
        }
        return Objects.requireNonNull(value, "the request was answered without an object");
    }

    @Override
    public String toString() {
        return "reply " + value;
    }
}
