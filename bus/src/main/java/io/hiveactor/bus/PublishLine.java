package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Publishers that wait for room, in the order in which they came. Owner only, the shard of the bus. */
final class PublishLine {
    private final Deque<AwaitingRoom> line = new ArrayDeque<>();

    boolean isEmpty() {
        return line.isEmpty();
    }

    int size() {
        return line.size();
    }

    @Nullable AwaitingRoom first() {
        return line.peekFirst();
    }

    void add(AwaitingRoom publisher) {
        line.addLast(publisher);
    }

    @CanIgnoreReturnValue
    boolean remove(AwaitingRoom publisher) {
        return line.remove(publisher);
    }
}
