package io.hiveactor.ipc.channel;

import io.hiveactor.ipc.port.ChannelTablePort;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A receive or a send that waits in line. The caller extends it, and can use it again once it is completed.
 *
 * <p><b>Threads:</b> owner only, as the table.
 */
abstract class Waiter {
    /** The deadline of a wait without one. */
    static final long NEVER = ChannelTablePort.NEVER;

    static final int NO_INDEX = -1;

    /** IDLE (no line) -> WAITING (in a line) -> IDLE, each time it is used. */
    @Nullable WaitLine line;

    /** Its index in {@link Deadlines}; {@link #NO_INDEX} while it is not there. */
    int heapIndex = NO_INDEX;
    /** Numbers the waits with a deadline in the order in which they began. */
    long blocked;

    @Nullable Waiter previous;
    @Nullable Waiter next;
    private @Nullable Handle handle;
    private ChannelMessage message;
    private long deadlineNanos = NEVER;
    private boolean isSend;

    /** @param message what is to be sent, which must not change while it waits; or where to receive */
    protected Waiter(ChannelMessage message) {
        this.message = message;
    }

    /**
     * The wait is over, and a received message is there. It is out of line already.
     *
     * <p>This is called in the middle of an operation of another task. It must not throw, and of the table it may call
     * {@link ChannelTable#withdraw} alone: so the waiters of a select leave their lines before they can be served too.
     */
    protected abstract void completed(ChannelStatus outcome);

    final ChannelMessage message() {
        return message;
    }

    /** For its next wait. It must not be in line. */
    final void carry(ChannelMessage next) {
        message = next;
    }

    /** Whether it only wants to know that there is a message, and leaves it where it is. */
    boolean isWatch() {
        return false;
    }

    final boolean isWaiting() {
        return line != null;
    }

    /** The pid that waits; 0 before its first use. */
    final int pid() {
        return handle == null ? 0 : handle.task.pid;
    }

    /** The handle on which it waits; 0 before its first use. */
    final int handle() {
        return handle == null ? 0 : handle.number;
    }

    /** The descriptor for which it waits; 0 before its first use. */
    final int descriptor() {
        return handle == null ? 0 : handle.descriptor.id;
    }

    /** From when on {@link ChannelTable#expireDue} ends the wait; {@link #NEVER} for a wait without end. */
    final long deadlineNanos() {
        return deadlineNanos;
    }

    void begin(Handle owner, long deadline, boolean sends) {
        handle = owner;
        deadlineNanos = deadline;
        isSend = sends;
    }

    ChannelOperation operation() {
        return isSend ? ChannelOperation.SEND : ChannelOperation.RECEIVE;
    }

    /** The outcome of a call that ends its wait without a message or room. */
    ChannelStatus notNow() {
        return isSend ? ChannelStatus.WOULDBLOCK : ChannelStatus.NO_DATA;
    }

    Handle owner() {
        return Objects.requireNonNull(handle, "a waiter in line has a handle");
    }
}
