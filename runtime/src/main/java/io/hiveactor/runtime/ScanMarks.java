package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * How far the filters of an actor's last selective receives have looked through its mailbox, so that nothing is
 * looked at twice.
 *
 * <p><b>Threads:</b> owner only.
 */
final class ScanMarks {
    /*
     * A mark says: this filter has refused the message in slot `at` and all before it. NONE: it has looked at nothing.
     * A message that leaves the mailbox moves the marks on it to the one before it; one that changes in its place
     * makes every filter look again.
     */
    private static final int MOST = 4;

    private final @Nullable MessageFilter[] filters = new MessageFilter[MOST];
    private final int[] at = new int[MOST];
    private int nextToForget;

    /** The number of a filter's mark. */
    int markOf(MessageFilter filter) {
        for (int i = 0; i < MOST; i++) {
            MessageFilter known = filters[i];
            if (known != null && known.equals(filter)) {
                return i;
            }
        }
        int mark = nextToForget;
        nextToForget = (mark + 1) % MOST;
        filters[mark] = filter;
        at[mark] = Envelope.NONE;
        return mark;
    }

    int at(int mark) {
        return at[mark];
    }

    void moveTo(int mark, int index) {
        at[mark] = index;
    }

    /** A message has left the mailbox. A leaf. */
    void removed(int index, int before) {
        for (int i = 0; i < MOST; i++) {
            if (at[i] == index) {
                at[i] = before;
            }
        }
    }

    /** A message has changed in its place, or all have gone. */
    void lookAgain() {
        for (int i = 0; i < MOST; i++) {
            at[i] = Envelope.NONE;
        }
    }
}
