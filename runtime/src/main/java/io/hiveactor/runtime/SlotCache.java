package io.hiveactor.runtime;

/**
 * The free slots that one shard, or a few threads outside, have at hand.
 *
 * <p><b>Threads:</b> owner only.
 */
final class SlotCache {
    /** How many it keeps. */
    final int limit;

    /**
     * How many a shard may gather while threads outside wait for slots, before it gives them back and wakes whom they
     * are for. {@link MessagePool} has that many more than it promises.
     */
    final int most;

    /** How many it is filled up with when it is empty, one of them for whoever wants one now. */
    final int refill;

    /**
     * The free ones are the first {@code size}. There is room above the most for one that a claimer has not taken after
     * all, and for one on its way back.
     */
    final int[] slots;
    int size;

    SlotCache(int limit, int most, int refill) {
        this.limit = limit;
        this.most = most;
        this.refill = refill;
        slots = new int[most + 2];
    }
}
