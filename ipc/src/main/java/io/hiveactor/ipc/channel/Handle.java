package io.hiveactor.ipc.channel;

import org.jspecify.annotations.Nullable;

/** One opener's view of a channel. */
final class Handle {
    final Task task;
    /** Which is charged for it. */
    final Quota quota;

    final int number;
    final Descriptor descriptor;
    final long origin; // what marks its messages in a ring
    /** Older messages of the same origin are those of an earlier task with the same pid. */
    final long firstSequence;

    private final int access;
    @Nullable Tap tap;
    long lastRead;
    boolean missedSome;
    /** Sends and receives through it. */
    long steps;

    private boolean coalesces;
    private boolean isRevoked;
    /** Its pid has none of this number any more. */
    private boolean isClosed;

    private boolean sentLast;
    // what follows from all that: whether it needs no look at itself to send, to take from a single-reader channel, and to
    // read from a fan-out
    private boolean sendsPlainly;
    private boolean takesPlainly;
    private boolean readsPlainly;

    Handle(Quota quota, int number, Descriptor descriptor, int flags) {
        this.quota = quota;
        task = quota.task;
        this.number = number;
        this.descriptor = descriptor;
        origin = key(task.pid, number);
        access = flags & ChannelModes.RDWR;
        lastRead = descriptor.endPosition();
        firstSequence = descriptor.nextSequence;
        noteState();
    }

    static long key(int pid, int number) {
        return (long) pid << 32 | (number & 0xFFFF_FFFFL);
    }

    boolean maySend() {
        return access != ChannelModes.RDONLY;
    }

    boolean mayReceive() {
        return access != ChannelModes.WRONLY;
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
        if (!sentLast) {
            sentLast = true;
            descriptor.readersChanged();
            noteState();
        }
    }

    void noteRead(long sequence) {
        if (sentLast) {
            sentLast = false;
            descriptor.readersChanged();
            noteState();
        }
        missedSome = false;
        lastRead = sequence;
    }

    /** The channel changed its mode: old positions mean nothing. */
    void restart() {
        noteRead(descriptor.endPosition());
        noteState();
    }

    boolean coalesces() {
        return coalesces;
    }

    void coalesce(boolean on) {
        coalesces = on;
        noteState();
    }

    boolean isRevoked() {
        return isRevoked;
    }

    void revoke() {
        isRevoked = true;
        noteState();
    }

    void end() {
        isClosed = true;
        noteState();
    }

    /** Whether nothing forbids a send by this handle. */
    boolean isSender() {
        return maySend() && !isRevoked && !isClosed;
    }

    /** Whether nothing forbids a receive by this handle. */
    boolean isReceiver() {
        return mayReceive() && !isRevoked && !isClosed;
    }

    void noteState() {
        sendsPlainly = isSender() && !coalesces && sentLast;
        boolean isPlainReceiver = isReceiver() && tap == null;
        takesPlainly = isPlainReceiver && !descriptor.isFanOut();
        readsPlainly = isPlainReceiver && descriptor.isFanOut() && !sentLast;
    }

    // ---- the short way, which most messages go ----

    /** Sends if there is room for it and hardly anything else to look after. Otherwise nothing has happened. */
    boolean sendsAtOnce(ChannelMessage message) {
        Descriptor d = descriptor;
        MessageRing queue = d.queue;
        int length = message.length;
        if (!sendsPlainly || !d.isCalm() || length <= 0 || !message.isSendable() || !queue.takes(length)) {
            return false;
        }
        message.origin = origin;
        message.sequence = d.nextSequence++;
        steps++;
        queue.append(message);
        if (d.isTapped()) {
            d.intake.copyToTaps(d, message);
        }
        return true;
    }

    /** Receives if there is a message and nothing else to look after. Otherwise nothing has happened. */
    boolean receivesAtOnce(ChannelMessage into) {
        Descriptor d = descriptor;
        MessageRing queue = d.queue;
        if (!takesPlainly || !d.isCalm() || queue.depth() == 0) {
            return readsPlainly && readsAtOnce(into);
        }
        steps++;
        queue.take(into);
        return true;
    }

    /** The same in a fan-out, if it is not the head that is read: whoever does that makes room. */
    private boolean readsAtOnce(ChannelMessage into) {
        Descriptor d = descriptor;
        int index = d.nextIndex(this);
        if (index == 0 || index == d.queue.depth() || missedSome || !d.isCalmFarFromHead()) {
            return false;
        }
        lastRead++;
        steps++;
        d.queue.read(index, into);
        return true;
    }
}
