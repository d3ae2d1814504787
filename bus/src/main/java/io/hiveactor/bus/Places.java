package io.hiveactor.bus;

/**
 * The room of a ring while publishers elsewhere bring entries without asking: a place for each entry that is there or on its way,
 * and the free ones. Those are given to the {@link Credit} of the publishers elsewhere in lumps, because every change of it is a way
 * between two processors; what is not given yet is the shard's own.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus; the credit: any thread.
 */
final class Places {
    /*
     * Invariant: entries there + entries on their way + free + credit == all. (Where a full ring evicts, entries that are there
     * need no place: only how many are on their way is limited, so that they cannot use up the message pool.)
     */
    /** So many parts are lent one after the other. */
    private static final int LUMPS = 4;

    final Credit credit = new Credit();
    private final int lump;
    private int free;

    /** @param capacity of the ring */
    Places(int capacity) {
        lump = Math.max(1, capacity / LUMPS);
    }

    /** Some have become free. */
    void gain(long more) {
        free += (int) more;
    }

    /** Takes one for an entry of this shard's own, if there is one. */
    boolean tryTake() {
        if (free == 0) {
            return credit.tryTake();
        }
        free--;
        return true;
    }

    /** Lets publishers elsewhere have what is free, if it is worth the while. Nobody must be waiting for it here. */
    void lend() {
        if (free >= lump) {
            lendAll();
        }
    }

    void lendAll() {
        credit.give(free);
        free = 0;
    }

    int free() {
        return free + credit.left();
    }
}
