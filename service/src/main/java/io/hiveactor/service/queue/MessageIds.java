package io.hiveactor.service.queue;

/**
 * Message ids: ULIDs of 48 bits wall time in milliseconds, 52 bits row number, 16 random bits and 12 bits shard. The row
 * number inside the id is why no table needs an index on ids.
 */
public final class MessageIds {
    /** The largest row number that an id can hold. */
    public static final long MAX_NUMBER = (1L << 52) - 1;

    private MessageIds() {}

    public static Ulid of(long wallMillis, long number, int random, int shard) {
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("row number must be 0 to " + MAX_NUMBER + ": " + number);
        }
        long high = wallMillis << 16 | number >>> 36;
        long low = number << 28 | (random & 0xFFFFL) << 12 | (shard & 0xFFF);
        return new Ulid(high, low);
    }

    /** The row number inside an id; of an id that is not ours, some number. */
    public static long numberOf(Ulid id) {
        return (id.high() & 0xFFFF) << 36 | id.low() >>> 28;
    }
}
