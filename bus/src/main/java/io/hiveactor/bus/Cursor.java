package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Where a reader stands. Owner only, the shard of the bus. */
final class Cursor {
    static final long NONE = -1;

    /** Whose it is, of those who may come again; null for somebody who is another one each time. */
    final @Nullable Object reader;
    /** Among all of the ring. */
    int index;
    /** The entry that it reads next. */
    long next;
    /** The entry that this reader has read when it was here before, or {@link #NONE}. */
    long readBefore = NONE;
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
    /** Whose waits that one is within, the innermost first: a source of a user's may wait while a select does. */
    private @Nullable Deque<Awaiting> outer;

    // its place among those that wait, see CursorLine
    boolean isInLine;
    @Nullable Cursor before;
    @Nullable Cursor behind;

    Cursor() {
        this(null);
    }

    Cursor(@Nullable Object reader) {
        this.reader = reader;
    }

    /** Whether somebody is to be told of its next entry. */
    boolean isAwaited() {
        return awaiting != null || isToBeTold;
    }

    /** Somebody waits, perhaps within the waits that there are. */
    void push(Awaiting identity) {
        if (awaiting != null) {
            if (outer == null) {
                outer = new ArrayDeque<>(2);
            }
            outer.push(awaiting);
        }
        awaiting = identity;
    }

    /** Ends the innermost wait. @return whose it was; null if there is none */
    @Nullable Awaiting pop() {
        Awaiting identity = awaiting;
        awaiting = outer == null ? null : outer.poll();
        return identity;
    }

    /** Ends a wait, wherever it stands. False if there is no such wait. */
    boolean remove(Awaiting identity) {
        if (awaiting == identity) {
            awaiting = outer == null ? null : outer.poll();
            return true;
        }
        return outer != null && outer.remove(identity);
    }

    /** Out of a line that knows it no more. @return the one behind it */
    @CanIgnoreReturnValue
    @Nullable Cursor unlink() {
        Cursor following = behind;
        isInLine = false;
        before = null;
        behind = null;
        return following;
    }
}
