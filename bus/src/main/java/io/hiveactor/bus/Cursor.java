package io.hiveactor.bus;

import org.jspecify.annotations.Nullable;

/** Where a reader stands. Owner only, the shard of the bus. */
final class Cursor {
    /** The entry that it reads next. */
    long next;
    /** Entries that were lost to it since its last read. */
    long missed;
    /** From its admission until it ends, or the bus does. */
    boolean isSubscribed;
    /** Who is told when there are entries, for a handler. */
    @Nullable Awaiting news;
    /** Whether that is to be told of the next entry; whatever waits meanwhile. */
    boolean isToBeTold;
    /** Who waits for its next entry. */
    @Nullable Awaiting awaiting;

    @Nullable Cursor before;
    @Nullable Cursor behind;

    boolean isInLine() {
        return awaiting != null || isToBeTold;
    }

    /** Out of a line that was taken whole. @return the one behind it */
    @Nullable Cursor unlink() {
        Cursor following = behind;
        before = null;
        behind = null;
        return following;
    }
}
