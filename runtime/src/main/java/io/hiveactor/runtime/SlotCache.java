package io.hiveactor.runtime;

/**
 * The free slots that one shard has at hand.
 *
 * <p><b>Threads:</b> owner only.
 */
final class SlotCache {
    /** How many it may keep; {@link MessagePool} has that many more than it promises. */
    final int limit;

    /** The free ones are the first {@code size}; there is room for one above the limit, on its way to a claimer. */
    final int[] slots;
    int size;

    SlotCache(int limit) {
        this.limit = limit;
        slots = new int[limit + 1];
    }
}
