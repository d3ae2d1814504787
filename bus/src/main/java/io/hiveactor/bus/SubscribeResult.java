package io.hiveactor.bus;

/** A {@link Subscription}, or the reason there is none. */
public sealed interface SubscribeResult<T> permits Subscription, SubscribeResult.NoSubscription {
    /** Reason there is none. */
    enum Reason {
        /** The bus has its maximum number of subscribers. */
        FULL,
        /** This actor has subscribed already. */
        TWICE,
        /** The bus is closed. */
        CLOSED
    }

    /** There is no subscription. */
    record NoSubscription<T>(Reason reason) implements SubscribeResult<T> {}
}
