package io.hiveactor.runtime;

import java.util.Objects;

/**
 * The result of a request: the reply, or the reason there is none.
 *
 * <pre>{@code
 * String price = switch (prices.request(new PriceOf("tea"), ofSeconds(1))) {
 *     case Reply<Money> reply -> reply.value().toString();
 *     case NoReply<Money> none -> "no price: " + none.reason();
 * };
 * }</pre>
 *
 * @param <A> what a reply carries: a {@link Message}, or the answer of a typed request
 */
public sealed interface RequestResult<A> permits Reply, NoReply {
    /** Whether the request was answered. */
    default boolean isReply() {
        return this instanceof Reply;
    }

    /**
     * Returns the answer.
     *
     * @throws NoReplyException if there is none
     */
    default A orThrow() {
        return switch (this) {
            case Reply<A> reply -> reply.value();
            case NoReply<A> none -> throw new NoReplyException(none);
        };
    }

    /** Returns the answer, or another value if there is none. */
    default A orElse(A other) {
        Objects.requireNonNull(other, "other");
        return this instanceof Reply<A> reply ? reply.value() : other;
    }
}
