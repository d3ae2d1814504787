package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** One channel: its queue, who has it open, and who waits for it. */
final class Descriptor {
    /*
     * Sequences in the queue are consecutive: messages are appended with the next one and leave at the head only. So
     * the place of a sequence is its distance from that of the head.
     */
    final int id;
    final ChannelTarget target;
    final MessageRing queue;
    final List<Handle> handles = new ArrayList<>();
    final List<Handle> taps = new ArrayList<>(); // in the order in which they began
    final WaitLine receivers = new WaitLine();
    final WaitLine senders = new WaitLine();
    long nextSequence;
    long coalesced;
    boolean isKept; // by the registration of its owner, which counts as a reference
    boolean isSettling;

    /** The pids that can send, and those that can read so that there is room; for who explains a wait, on any thread. */
    volatile int[] sendingPids = {};

    volatile int[] readingPids = {};
    private int mode;

    Descriptor(int id, ChannelTarget target, int capacity, int mode) {
        this.id = id;
        this.target = target;
        this.mode = mode;
        queue = new MessageRing(capacity);
    }

    int mode() {
        return mode;
    }

    boolean isFanOut() {
        return Modes.isFanOut(mode);
    }

    boolean dropsOldest() {
        return Modes.dropsOldest(mode);
    }

    int references() {
        return handles.size() + (isKept ? 1 : 0);
    }

    long headSequence() {
        return queue.depth() == 0 ? nextSequence : queue.sequence(0);
    }

    /** What the last read of a newcomer counts as: late joiners see new messages only. */
    long endPosition() {
        return isFanOut() ? nextSequence - 1 : -1;
    }

    /** The place in the queue of what this handle reads next; the depth if there is nothing. */
    int nextIndex(Handle handle) {
        if (!isFanOut()) {
            return 0;
        }
        long distance = handle.lastRead + 1 - headSequence();
        return Math.clamp(distance, 0, queue.depth());
    }

    boolean hasNext(Handle handle) {
        return nextIndex(handle) < queue.depth();
    }

    /** Takes the next message of a reader, if there is one. */
    boolean take(Handle handle, ChannelMessage into) {
        reclaim();
        int index = nextIndex(handle);
        if (index == queue.depth()) {
            return false;
        }
        queue.read(index, into);
        if (isFanOut()) {
            into.flags |= handle.missedSome ? MessageFlags.OVERRUN : 0;
            handle.noteRead(into.sequence);
            reclaim();
        } else {
            queue.removeFirst();
        }
        return true;
    }

    /** Removes what all readers have read. Without readers everything stays. */
    void reclaim() {
        if (!isFanOut()) {
            return;
        }
        long readByAll = readByAll();
        while (queue.depth() > 0 && queue.sequence(0) <= readByAll) {
            queue.removeFirst();
        }
    }

    private long readByAll() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < handles.size(); i++) {
            Handle handle = handles.get(i);
            least = handle.isReader() ? Math.min(least, handle.lastRead) : least;
        }
        return least == Long.MAX_VALUE ? -1 : least;
    }

    boolean isUnread(long sequence) {
        for (int i = 0; isFanOut() && i < handles.size(); i++) {
            if (handles.get(i).isReader() && handles.get(i).lastRead >= sequence) {
                return false;
            }
        }
        return true;
    }

    /** Loses the oldest message, and marks the readers that had not read it. */
    void dropFirst() {
        long dropped = queue.sequence(0);
        queue.removeFirst();
        for (int i = 0; isFanOut() && i < handles.size(); i++) {
            Handle handle = handles.get(i);
            handle.missedSome |= handle.isReader() && handle.lastRead < dropped;
        }
    }

    void resize(int capacity) {
        while (queue.used() > capacity) {
            dropFirst();
        }
        queue.resize(capacity);
        for (Handle tapping : taps) {
            if (tapping.tap != null) {
                tapping.tap.copies.resize(capacity);
            }
        }
    }

    void changeMode(int newMode) {
        mode = newMode;
        handles.forEach(Handle::restart);
        reclaim();
    }

    void add(Handle handle) {
        handles.add(handle);
        noteUsers();
    }

    void remove(Handle handle) {
        handles.remove(handle);
        noteUsers();
    }

    private void noteUsers() {
        sendingPids = pids(Handle::maySend);
        readingPids = pids(handle -> handle.mayReceive() && !handle.isTap());
    }

    private int[] pids(Predicate<Handle> which) {
        return handles.stream().filter(which).mapToInt(handle -> handle.task.pid).distinct().toArray();
    }

    void startTap(Handle handle) {
        if (handle.tap == null) {
            handle.tap = new Tap(queue.limit());
            taps.add(handle);
            noteUsers();
        }
        handle.tap.freshWindow();
    }

    void stopTap(Handle handle) {
        handle.tap = null;
        if (taps.remove(handle)) {
            noteUsers();
        }
    }
}
