package io.hiveactor.bus;

import org.jspecify.annotations.Nullable;

/** Where a reader stands. Owner only, the shard of the bus. */
final class Cursor {
    /** The entry that it reads next. */
    long next;
    /** Entries that were lost to it since its last read. */
    long missed;
    /** Until it ends, or the bus does. */
    boolean isSubscribed = true;
    /** Who is told when there are entries again, for a handler. */
    @Nullable Awaiting news;
    /** Who waits for its next entry. */
    @Nullable Awaiting awaiting;

    @Nullable Cursor before;
    @Nullable Cursor behind;

    Cursor(long next) {
        this.next = next;
    }

    /** Out of a line that was taken whole. @return the one behind it */
    @Nullable Cursor unlink() {
        Cursor following = behind;
        before = null;
        behind = null;
        return following;
    }
}
