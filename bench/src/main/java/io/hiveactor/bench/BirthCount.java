package io.hiveactor.bench;

/**
 * How many children a parent has had, and may have now. They come in batches: the next one once all of the last
 * have ended, so that they never pile up.
 */
final class BirthCount {
    private static final int BATCH = 64;

    private int left;
    private int alive;

    /** Children to have now, of so many altogether. */
    int begin(int children) {
        left = children;
        return nextBatch();
    }

    /** A child has ended: children to have now. */
    int ended() {
        alive--;
        return alive == 0 ? nextBatch() : 0;
    }

    private int nextBatch() {
        alive = Math.min(left, BATCH);
        left -= alive;
        return alive;
    }

    /** Whether all children have been born and have ended. */
    boolean isOver() {
        return left == 0 && alive == 0;
    }
}
