package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waiters in the order in which they came. One walk at a time can go along it, while any of them leave. */
final class WaitLine {
    private final Descriptor descriptor;
    private @Nullable Waiter first;
    private @Nullable Waiter last;
    private @Nullable Waiter upcoming; // where the walk is; it moves on when that waiter leaves

    WaitLine(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    boolean isEmpty() {
        return first == null;
    }

    @Nullable Waiter first() {
        return first;
    }

    void add(Waiter waiter) {
        waiter.line = this;
        waiter.previous = last;
        if (last == null) {
            first = waiter;
        } else {
            last.next = waiter;
        }
        last = waiter;
        descriptor.waits();
    }

    void remove(Waiter waiter) {
        if (upcoming == waiter) {
            upcoming = waiter.next;
        }
        if (waiter.previous == null) {
            first = waiter.next;
        } else {
            waiter.previous.next = waiter.next;
        }
        if (waiter.next == null) {
            last = waiter.previous;
        } else {
            waiter.next.previous = waiter.previous;
        }
        waiter.line = null;
        waiter.previous = null;
        waiter.next = null;
        descriptor.waitsNoMore();
    }

    /** Begins a walk. */
    @Nullable Waiter walk() {
        upcoming = first;
        return step();
    }

    @Nullable Waiter step() {
        Waiter here = upcoming;
        upcoming = here == null ? null : here.next;
        return here;
    }

    List<Integer> pids() {
        List<Integer> pids = new ArrayList<>();
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            pids.add(waiter.pid());
        }
        return pids;
    }
}
