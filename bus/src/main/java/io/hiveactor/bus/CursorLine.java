package io.hiveactor.bus;

import org.jspecify.annotations.Nullable;

/** Readers that wait, in the order in which they came. Owner only, the shard of the bus. */
final class CursorLine {
    private @Nullable Cursor first;
    private @Nullable Cursor last;
    private int size;

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return size;
    }

    void add(Cursor cursor) {
        cursor.before = last;
        if (last == null) {
            first = cursor;
        } else {
            last.behind = cursor;
        }
        last = cursor;
        cursor.isInLine = true;
        size++;
    }

    void remove(Cursor cursor) {
        if (cursor.before == null) {
            first = cursor.behind;
        } else {
            cursor.before.behind = cursor.behind;
        }
        if (cursor.behind == null) {
            last = cursor.before;
        } else {
            cursor.behind.before = cursor.before;
        }
        cursor.unlink();
        size--;
    }

    /** Empties the line. @return the first of those who were in it */
    @Nullable Cursor takeAll() {
        Cursor taken = first;
        first = null;
        last = null;
        size = 0;
        return taken;
    }
}
