package io.hiveactor.bench;

/**
 * A subscriber that is called with each entry: it counts those that come in their order, and comes in at the finish.
 *
 * <p><b>Threads:</b> the referee expects, and then one thread reads; what is published orders the two.
 */
final class EntryReader {
    private final Finish finish;
    private int expected;
    private int came;
    private int right;

    EntryReader(Finish finish) {
        this.finish = finish;
    }

    void expect(int entries) {
        expected = entries;
        came = 0;
        right = 0;
    }

    /** An entry has come. @return how many that makes */
    int read(byte[] entry) {
        right += NumberedEntry.isAt(came, entry) ? 1 : 0;
        return ++came;
    }

    /** To be called after each entry, when all is done with it. */
    void endsWithLast() {
        if (came == expected) {
            finish.arrive(right);
        }
    }
}
