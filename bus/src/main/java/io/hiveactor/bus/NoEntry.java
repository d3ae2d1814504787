package io.hiveactor.bus;

/** Why a read gave nothing. */
public final class NoEntry<T> implements BusRead<T> {
    /** What it was. */
    public enum Why {
        /** There is no entry, and it did not wait. */
        WOULD_BLOCK,
        /** There was no entry until the timeout. */
        TIMEOUT,
        /** The bus, or the hive, is closed. */
        CLOSED,
        /** The subscription has ended, also while the read waited. */
        NOT_SUBSCRIBED,
        /** A wait without end that could never have ended. */
        DEADLOCK
    }

    private static final NoEntry<?>[] ALL = new NoEntry<?>[Why.values().length];

    static {
        for (Why why : Why.values()) {
            ALL[why.ordinal()] = new NoEntry<>(why);
        }
    }

    private final Why why;

    private NoEntry(Why why) {
        this.why = why;
    }

    @SuppressWarnings("unchecked") // it has no entry of any type
    static <T> NoEntry<T> of(Why why) {
        return (NoEntry<T>) ALL[why.ordinal()];
    }

    public Why why() {
        return why;
    }

    @Override
    public String toString() {
        return "no entry: " + why;
    }
}
