package io.hiveactor.bus;

/** A {@link Subscription}, or why there is none. */
public sealed interface SubscribeResult<T> permits Subscription, SubscribeResult.NoSubscription {
    /** Reason there is none. */
    enum Reason {
        /** The bus has as many subscribers as it may have. */
        FULL,
        /** This actor has subscribed already. */
        TWICE,
        /** The bus is closed. */
        CLOSED
    }

    /** None. */
    record NoSubscription<T>(Reason reason) implements SubscribeResult<T> {}
}
