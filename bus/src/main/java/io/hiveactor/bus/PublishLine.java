package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Publishers that wait for room, in the order in which they came. Owner only, the shard of the bus. */
final class PublishLine {
    private final Deque<AwaitingRoom> line = new ArrayDeque<>();
    /** Of the line; looked at with every publish and every read. */
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    @Nullable AwaitingRoom first() {
        return line.peekFirst();
    }

    void add(AwaitingRoom publisher) {
        line.addLast(publisher);
        size++;
    }

    @CanIgnoreReturnValue
    boolean remove(AwaitingRoom publisher) {
        boolean wasInLine = line.remove(publisher);
        size = line.size();
        return wasInLine;
    }
}
