package io.hiveactor.runtime;

/**
 * The free slots that all shards share, as numbers.
 *
 * <p><b>Threads:</b> guarded by the pool's lock.
 */
final class FreeSlots {
    /*
     * A bit for each slot, and a stack of the words that have any: who takes several gets neighbours, the smallest
     * number first, in whatever order they were given back. Slots that are neighbours here are neighbours in memory,
     * and a reader of many messages waits much less for them than for slots that are strewn about, because the
     * processor fetches ahead. The stack has the words last given back on top, whose slots are still at hand.
     *
     * Invariants
     *  - a word is on the stack, the first `wordCount` of `words`, if and only if it is not 0
     *  - size == number of bits that are set
     */
    private static final int BITS = Long.SIZE;

    final long[] bits;
    final int[] words;
    int wordCount;
    int size;

    /** Has all of them. */
    FreeSlots(int total) {
        bits = new long[(total + BITS - 1) / BITS];
        words = new int[bits.length];
        for (int slot = total - 1; slot >= 0; slot--) {
            put(slot);
        }
    }

    /** Takes one; there must be one. */
    int take() {
        int word = words[wordCount - 1];
        long have = bits[word];
        long left = have & (have - 1);
        bits[word] = left;
        if (left == 0) {
            wordCount--;
        }
        size--;
        return word * BITS + Long.numberOfTrailingZeros(have);
    }

    void put(int slot) {
        int word = slot / BITS;
        long had = bits[word];
        if (had == 0) {
            words[wordCount] = word;
            wordCount++;
        }
        bits[word] = had | 1L << slot;
        size++;
    }

    boolean has(int slot) {
        return (bits[slot / BITS] & 1L << slot) != 0;
    }
}
