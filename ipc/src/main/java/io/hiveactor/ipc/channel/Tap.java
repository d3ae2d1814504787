package io.hiveactor.ipc.channel;

/** The copies that one tapping handle has not read. No sender ever waits for it. */
final class Tap {
    private static final long WINDOW_NANOS = 1_000_000_000;

    final Handle owner;
    final MessageRing copies;
    private boolean missedSome;
    private boolean hasWindow;
    private long windowStart;
    private int inWindow;

    Tap(Handle owner, int limit) {
        this.owner = owner;
        copies = new MessageRing(limit);
    }

    void freshWindow() {
        hasWindow = false;
    }

    /** Keeps a copy, at the cost of its oldest ones. */
    void copy(ChannelMessage message) {
        while (!copies.fits(message.cost())) {
            copies.removeFirst();
            missedSome = true;
        }
        copies.append(message);
    }

    /** Whether one more copy is within the limit; otherwise it is noted as missed. */
    boolean admits(int limit, long nowNanos) {
        if (!hasWindow || nowNanos - windowStart >= WINDOW_NANOS) {
            hasWindow = true;
            windowStart = nowNanos;
            inWindow = 0;
        }
        if (inWindow >= limit) {
            missedSome = true;
            return false;
        }
        inWindow++;
        return true;
    }

    boolean take(ChannelMessage into) {
        if (copies.depth() == 0) {
            return false;
        }
        copies.take(into);
        if (missedSome) {
            into.noteOverrun();
            missedSome = false;
        }
        return true;
    }
}
