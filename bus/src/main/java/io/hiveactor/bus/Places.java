package io.hiveactor.bus;

/**
 * The room of a ring while publishers elsewhere bring entries without asking, as many as they have {@link Credit} for. It is given
 * in lumps, because every change of it is a way between two processors.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus; the credit: any thread.
 */
final class Places {
    /*
     * Invariants
     *  - lent == credit + entries on their way, and at most `most`: what is on its way takes slots from everybody's messages
     *  - where a full ring makes publishers wait: entries there + free + lent == capacity
     */
    private static final int MOST_LENT = 256;
    /** So many parts are lent one after the other. */
    private static final int LUMPS = 4;

    final Credit credit = new Credit();
    private final boolean isLimited;
    private final int most;
    private final int lump;
    private boolean isShared;
    private int free;
    private int lent;
    /** The entries before this one have left their places. */
    private long leftUntil;

    /** @param isLimited whether each entry needs a place; a ring that evicts always has one */
    Places(int capacity, boolean isLimited) {
        this.isLimited = isLimited;
        most = Math.min(capacity, MOST_LENT);
        lump = Math.max(1, most / LUMPS);
    }

    /** Whether there are publishers elsewhere. Until then nothing is counted. */
    boolean isShared() {
        return isShared;
    }

    /**
     * From now on there are.
     *
     * @param head the oldest entry
     * @param room how many can be added
     */
    void share(long head, int room) {
        isShared = true;
        leftUntil = head;
        free = room;
    }

    /** Counts the places that the entries before the oldest one have left. */
    void count(long head) {
        if (isLimited) {
            free += (int) (head - leftUntil);
            leftUntil = head;
        }
    }

    /** An entry of this shard's own has not been there, so it has left no place; the head is behind it. */
    void skipped(long head) {
        leftUntil = head;
    }

    /** One that was taken is not needed. */
    void giveBack() {
        free++;
    }

    /** Takes one for an entry of this shard's own, if there is one. */
    boolean tryTake() {
        if (free > 0) {
            free--;
            return true;
        }
        boolean isTaken = credit.tryTake();
        if (isTaken) {
            lent--;
        }
        return isTaken;
    }

    /** An entry has come, and has its place. */
    void arrived() {
        lent--;
    }

    /** Lets publishers elsewhere have what is free, if it is worth the while. Nobody must be waiting for it here. */
    void lend() {
        lendIf(lump);
    }

    void lendAll() {
        lendIf(1);
    }

    /** Takes back what was lent and not used, so that no publisher elsewhere overtakes those in line. */
    void recall() {
        int some = credit.takeAll();
        lent -= some;
        if (isLimited) {
            free += some;
        }
    }

    private void lendIf(int least) {
        int some = isLimited ? Math.min(free, most - lent) : most - lent;
        if (some >= least) {
            if (isLimited) {
                free -= some;
            }
            lent += some;
            credit.give(some);
        }
    }
}
