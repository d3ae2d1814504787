package io.hiveactor.bench;

/**
 * The messages that go through channels: arrays of 64 bytes, made once and never changed, sent in turns over and over.
 * So a sender passes a reference and neither allocates nor copies; whoever has to copy, does that besides.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Parcels {
    /** Bytes in a message. */
    static final int SIZE = 64;
    /** Tells the reader of a tap that no more will come in this round; no message itself. */
    static final byte[] END = new byte[SIZE];

    /** Different messages: more than a channel has room for, so that one too early or too late shows. */
    static final int KINDS = 128;

    private static final byte[][] ALL = new byte[KINDS][SIZE];

    static {
        for (int i = 0; i < KINDS; i++) {
            ALL[i][SIZE - 1] = (byte) i;
        }
    }

    private Parcels() {}

    /** The message that is the i-th of a round. */
    static byte[] at(int i) {
        return ALL[i % KINDS];
    }

    /** Whether a message reads like the i-th of a round. */
    static boolean isAt(int i, byte[] parcel) {
        return parcel[SIZE - 1] == (byte) (i % KINDS);
    }
}
