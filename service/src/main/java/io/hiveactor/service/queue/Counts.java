package io.hiveactor.service.queue;

/**
 * Messages by state.
 *
 * @param bytes what they take of the store, dead letters included
 */
public record Counts(long ready, long leased, long delayed, long dead, long bytes) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    /** All but dead letters. */
    public long alive() {
        return ready + leased + delayed;
    }

    public long of(MessageState state) {
        return switch (state) {
            case READY -> ready;
            case LEASED -> leased;
            case DELAYED -> delayed;
            case DEAD -> dead;
        };
    }

    public Counts plus(Counts other) {
        return new Counts(
                ready + other.ready,
                leased + other.leased,
                delayed + other.delayed,
                dead + other.dead,
                bytes + other.bytes);
    }

    /** With one message more, or less, in a state. */
    public Counts with(MessageState state, int sign, long size) {
        return new Counts(
                ready + (state == MessageState.READY ? sign : 0),
                leased + (state == MessageState.LEASED ? sign : 0),
                delayed + (state == MessageState.DELAYED ? sign : 0),
                dead + (state == MessageState.DEAD ? sign : 0),
                bytes + sign * size);
    }
}
