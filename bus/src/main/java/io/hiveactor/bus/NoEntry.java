package io.hiveactor.bus;

/** A read returned no entry. */
public final class NoEntry<T> implements ReadResult<T> {
    /** Reason there is no entry. */
    public enum Reason {
        /** There is no entry, and the call does not wait. */
        WOULD_BLOCK,
        /** There was no entry until the timeout. */
        TIMEOUT,
        /** The bus, or the hive, is closed. */
        CLOSED,
        /** The subscription has ended, also while the read waited. */
        NOT_SUBSCRIBED,
        /** The wait had no timeout and could never have ended. */
        DEADLOCK,
        /** The external thread that waited was interrupted; its interrupt flag is set. */
        INTERRUPTED
    }

    private static final NoEntry<?>[] ALL = new NoEntry<?>[Reason.values().length];

    static {
        for (Reason reason : Reason.values()) {
            ALL[reason.ordinal()] = new NoEntry<>(reason);
        }
    }

    private final Reason reason;

    private NoEntry(Reason reason) {
        this.reason = reason;
    }

    @SuppressWarnings("unchecked") // it has no entry of any type
    static <T> NoEntry<T> of(Reason reason) {
        return (NoEntry<T>) ALL[reason.ordinal()];
    }

    /** Reason there is no entry. */
    public Reason reason() {
        return reason;
    }

    @Override
    public String toString() {
        return "no entry: " + reason;
    }
}
