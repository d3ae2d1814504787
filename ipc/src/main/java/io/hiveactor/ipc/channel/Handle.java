package io.hiveactor.ipc.channel;

import org.jspecify.annotations.Nullable;

/** One opener's view of a channel. */
final class Handle {
    final Task task;
    final int number;
    final Descriptor descriptor;
    final long origin; // what marks its messages in a ring
    private final int access;
    @Nullable Tap tap;
    long lastRead;
    boolean missedSome;
    boolean coalesces;
    boolean isRevoked;
    /** Its pid has none of this number any more. */
    boolean isClosed;
    private boolean sentLast;

    Handle(Task task, int number, Descriptor descriptor, int flags) {
        this.task = task;
        this.number = number;
        this.descriptor = descriptor;
        origin = key(task.pid, number);
        access = flags & Modes.RDWR;
        lastRead = descriptor.endPosition();
    }

    static long key(int pid, int number) {
        return (long) pid << 32 | (number & 0xFFFF_FFFFL);
    }

    boolean maySend() {
        return access != Modes.RDONLY;
    }

    boolean mayReceive() {
        return access != Modes.WRONLY;
    }

    boolean isTap() {
        return tap != null;
    }

    /**
     * Whether fan-out keeps messages for it. A tap has copies of its own. What was said at open holds; a handle that
     * was opened without a word is what it did last.
     */
    boolean isReader() {
        return tap == null && (access == 0 ? !sentLast : mayReceive());
    }

    void noteSend() {
        sentLast = true;
    }

    void noteRead(long sequence) {
        sentLast = false;
        missedSome = false;
        lastRead = sequence;
    }

    /** The channel changed its mode: old positions mean nothing. */
    void restart() {
        noteRead(descriptor.endPosition());
    }
}
