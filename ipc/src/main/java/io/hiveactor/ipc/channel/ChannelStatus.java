package io.hiveactor.ipc.channel;

/** How a channel operation ended. Each value is a normal outcome the caller plans for; the numbers are those of HSX. */
public enum ChannelStatus {
    OK(0, "done"),
    /** The message does not fit now. */
    WOULDBLOCK(1, "would block"),
    /** No such handle of this pid, or it was not opened for this direction. */
    INVALID_HANDLE(2, "invalid handle"),
    /** There is no message now. */
    NO_DATA(3, "no data"),
    /** The message never fits: payload and overhead exceed the capacity. */
    MSG_TOO_LARGE(4, "message too large for the capacity"),
    /** The descriptors, or the handles or binds of this task or thread, are exhausted; or the target is not bound. */
    NO_DESCRIPTOR(5, "no descriptor"),
    /** The table failed unexpectedly. The cause is in the log, and the call may have taken effect or not. */
    INTERNAL_ERROR(6, "internal error"),
    /** A wait has expired. */
    TIMEOUT(7, "timeout"),
    /** A malformed target, or a number out of range; the errno EINVAL. */
    INVALID_ARGUMENT(22, "invalid argument"),
    /** The channel or the hive was closed, or the handle was revoked; the errno EPIPE. Not an HSX status. */
    CLOSED(32, "closed"),
    /** A wait without end that could never have ended; the errno EDEADLK. Not an HSX status. */
    DEADLOCK(35, "deadlock"),
    /**
     * The waiting external thread was interrupted; its interrupt flag is set. The errno ECANCELED. Not an HSX status.
     */
    INTERRUPTED(125, "interrupted"),
    /** The call waits in line: only a {@link ChannelListener} sees this, never a caller. Not an HSX status. */
    WAITING(-1, "waiting");

    private final int code;
    private final String text;

    ChannelStatus(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** The HSX number, or the errno named above. */
    public int code() {
        return code;
    }

    /** A description for log lines and reports. */
    public String text() {
        return text;
    }

    /** Whether a call with this outcome failed, rather than found no room or no message. */
    public boolean isError() {
        return this != OK && this != WOULDBLOCK && this != NO_DATA && this != WAITING;
    }
}
