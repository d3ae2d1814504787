package io.hiveactor.ipc.channel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** One channel: its queue, who has it open, and who waits for it. */
final class Descriptor {
    /*
     * Sequences in the queue are consecutive: messages are appended with the next one and leave at the head only. So
     * the place of a sequence is its distance from that of the head.
     *
     * In fan-out the head is removed when all readers have read it. To see that is a walk over all of them, so it is
     * looked for only if something has happened since that can have made it true: somebody has read the head, or has
     * become a reader or none.
     */
    private static final Tap[] NO_TAPS = {};
    private static final int TAP = 1;
    private static final int LISTENER = 2;
    private static final int READ_BY_ALL = 4;
    private static final int WAITER = 8;

    final int id;
    final ChannelTarget target;
    final MessageRing queue;
    final Intake intake;
    final List<Handle> handles = new ArrayList<>();
    /** Those that have bound it; empty once it was opened. */
    final List<Quota> binders = new ArrayList<>(0);

    Tap[] taps = NO_TAPS; // in the order in which they began
    final WaitLine receivers = new WaitLine(this);
    final WaitLine senders = new WaitLine(this);
    long nextSequence;
    long coalesced;
    /** Messages that went to make room for later ones. */
    long drops;
    boolean isKept; // by the registration of its owner, which counts as a reference
    boolean isSettling;

    /** The pids that can send, and those that can read so that there is room; for who explains a wait, on any thread. */
    volatile int[] sendingPids = {};

    volatile int[] readingPids = {};
    private int mode;
    private boolean isFanOut;
    /**
     * Whatever a send or a receive has to look after besides the queue: taps, a listener, that all readers may have read
     * the head, and those who wait in line. If this is 0, there is nothing.
     */
    private int attention;

    Descriptor(int id, ChannelTarget target, int capacity, int mode, Intake intake, boolean hasListener) {
        this.id = id;
        this.target = target;
        this.mode = mode;
        isFanOut = ChannelModes.isFanOut(mode);
        this.intake = intake;
        attention = hasListener ? LISTENER : 0;
        queue = new MessageRing(capacity);
    }

    int mode() {
        return mode;
    }

    boolean isFanOut() {
        return isFanOut;
    }

    boolean dropsOldest() {
        return ChannelModes.dropsOldest(mode);
    }

    int references() {
        return handles.size() + (isKept ? 1 : 0);
    }

    /** Whether nothing keeps it any more. */
    boolean isUnused() {
        return references() == 0 && binders.isEmpty();
    }

    long headSequence() {
        return nextSequence - queue.depth();
    }

    /** What the last read of a newcomer counts as: late joiners see new messages only. */
    long endPosition() {
        return isFanOut ? nextSequence - 1 : -1;
    }

    /** The place in the queue of what this handle reads next; the depth if there is nothing. */
    int nextIndex(Handle handle) {
        if (!isFanOut) {
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
        if (isFanOut) {
            return takeOwn(handle, into);
        }
        if (queue.depth() == 0) {
            return false;
        }
        queue.take(into);
        return true;
    }

    private boolean takeOwn(Handle handle, ChannelMessage into) {
        int index = nextIndex(handle);
        if (index == queue.depth()) {
            return false;
        }
        queue.read(index, into);
        if (handle.missedSome) {
            into.noteOverrun();
        }
        handle.noteRead(into.sequence);
        if (index == 0) {
            readersChanged();
        }
        reclaim(); // or it has become a reader by this, perhaps the only one
        return true;
    }

    /**
     * Somebody has read the head, or readers have come or gone. Without that somebody has not read the head, or nobody is
     * there to do so, or there is none.
     */
    void readersChanged() {
        attention |= READ_BY_ALL;
    }

    /** Whether there is nothing to look after besides the queue, but for taps. */
    boolean isCalm() {
        return attention <= TAP;
    }

    /** The same for who reads on in a fan-out: those in line have all they can get, and it frees nothing for them. */
    boolean isCalmFarFromHead() {
        return (attention & (LISTENER | READ_BY_ALL)) == 0;
    }

    boolean isTapped() {
        return (attention & TAP) != 0;
    }

    /** One more is in line. */
    void waits() {
        attention += WAITER;
    }

    /** One less is in line. */
    void waitsNoMore() {
        attention -= WAITER;
    }

    /** Whether a sender waits to which the end of an external thread, which the JVM does not report, may give room. */
    boolean mayAwaitThread() {
        for (int i = 0; !senders.isEmpty() && i < handles.size(); i++) {
            if (handles.get(i).quota.thread != null) {
                return true;
            }
        }
        return false;
    }

    /** Removes what all readers have read. Without readers everything stays. */
    void reclaim() {
        if ((attention & READ_BY_ALL) != 0) {
            attention &= ~READ_BY_ALL;
            removeRead();
        }
        assert !isFanOut || queue.depth() == 0 || readByAll() < headSequence() : "a head that all have read: " + target;
    }

    private void removeRead() {
        long readByAll = isFanOut ? readByAll() : -1;
        while (queue.depth() > 0 && headSequence() <= readByAll) {
            queue.removeFirst();
        }
    }

    /** The last sequence that no reader has not read; one before the head if there is none, or are no readers. */
    private long readByAll() {
        long beforeHead = headSequence() - 1;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < handles.size() && least > beforeHead; i++) {
            Handle handle = handles.get(i);
            least = handle.isReader() ? Math.min(least, handle.lastRead) : least;
        }
        return least == Long.MAX_VALUE ? beforeHead : least;
    }

    /** Also by one who has sent since, and so is no reader that anybody waits for. */
    boolean isUnread(long sequence) {
        for (int i = 0; isFanOut && i < handles.size(); i++) {
            Handle handle = handles.get(i);
            if (handle.mayReceive() && !handle.isTap() && handle.lastRead >= sequence) {
                return false;
            }
        }
        return true;
    }

    /** Loses the oldest message, and marks the readers that had not read it. */
    void dropFirst() {
        long dropped = headSequence();
        queue.removeFirst();
        drops++;
        for (int i = 0; isFanOut && i < handles.size(); i++) {
            Handle handle = handles.get(i);
            handle.missedSome |= handle.isReader() && handle.lastRead < dropped;
        }
    }

    void resize(int capacity) {
        while (queue.used() > capacity) {
            dropFirst();
        }
        queue.resize(capacity);
        for (Tap tap : taps) {
            tap.copies.resize(capacity);
        }
    }

    void changeMode(int newMode) {
        mode = newMode;
        isFanOut = ChannelModes.isFanOut(newMode);
        readersChanged();
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
        readersChanged();
        sendingPids = pids(Handle::maySend);
        readingPids = pids(handle -> handle.mayReceive() && !handle.isTap());
    }

    private int[] pids(Predicate<Handle> which) {
        return handles.stream().filter(which).mapToInt(handle -> handle.task.pid).distinct().toArray();
    }

    void startTap(Handle handle) {
        if (handle.tap == null) {
            handle.tap = new Tap(handle, queue.limit());
            taps = Arrays.copyOf(taps, taps.length + 1);
            taps[taps.length - 1] = handle.tap;
            attention |= TAP;
            handle.noteState();
            noteUsers();
        }
        handle.tap.freshWindow();
    }

    void stopTap(Handle handle) {
        if (handle.tap != null) {
            handle.tap = null;
            taps = Arrays.stream(taps).filter(tap -> tap.owner != handle).toArray(Tap[]::new);
            attention = taps.length > 0 ? attention : attention & ~TAP;
            handle.noteState();
            noteUsers();
        }
    }
}
