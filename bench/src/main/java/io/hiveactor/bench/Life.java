package io.hiveactor.bench;

import java.io.Serial;

/**
 * One life of a child that is made to crash and is started again, in any system. An operation of the workload
 * {@code restart} is: the message that crashes it, the restart by its supervisor, the next message, which is the first
 * one of the new life, and the answer to that.
 *
 * <p>In Pekko both messages are sent at once, and the second one waits in the mailbox, which outlives the crash. In a hive
 * a mailbox ends with its actor. There the sender has a monitor on the child's id, which tells it of each crash; then it
 * sends the second message to the same id, by a {@code send} that waits while nobody is there. Nobody logs anything.
 */
final class Life {
    /** The message that crashes it. */
    static final Object CRASH = new Object();
    /** The message that it answers. */
    static final Object NEXT = new Object();

    /** Which message of its life it was. */
    enum Answer { FIRST, LATER }

    /** What it crashes with, new each time; without a stack trace, which would cost everybody the same. */
    static final class CrashException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        CrashException() {
            super("as it was told", null, false, false);
        }
    }

    private int handled;

    Answer handle(Object message) {
        if (message == CRASH) {
            throw new CrashException();
        }
        handled++;
        return handled == 1 ? Answer.FIRST : Answer.LATER;
    }

    /** Otherwise it was no restart that was measured. */
    static void requireFirst(Object answer) {
        if (answer != Answer.FIRST) {
            throw new IllegalStateException("not the first message of a new life: " + answer);
        }
    }
}
