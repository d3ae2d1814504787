package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.bus.NoEntry.Reason;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardCall;
import org.jspecify.annotations.Nullable;

/** A read on its way to the ring, and waiting there. */
final class ReadCall<T> extends ShardCall implements Awaiting {
    private final BusCore core;
    private final Cursor cursor;
    private final Entry<T> entry;
    private final int mostBytes;
    /** Null for an entry. */
    private @Nullable Reason outcome;

    ReadCall(BusCore core, Cursor cursor, Entry<T> entry, int mostBytes) {
        this.core = core;
        this.cursor = cursor;
        this.entry = entry;
        this.mostBytes = mostBytes;
    }

    ReadResult<T> result() {
        return outcome == null ? entry : NoEntry.of(outcome);
    }

    @Override
    protected boolean begin(boolean mayWait) {
        boolean isOver = tryRead() || !mayWait;
        if (!isOver) {
            core.ring.await(cursor, this);
        }
        return isOver;
    }

    /** False if there is no entry yet. */
    private boolean tryRead() {
        if (!cursor.isSubscribed || core.ring.isClosed()) {
            outcome = core.ring.isClosed() ? Reason.CLOSED : Reason.NOT_SUBSCRIBED;
            return true;
        }
        boolean isRead = core.ring.read(cursor, entry, mostBytes);
        outcome = isRead ? null : Reason.WOULD_BLOCK;
        core.watchAge();
        return isRead;
    }

    @Override
    public void available() {
        if (tryRead()) {
            ended();
        } else {
            core.ring.await(cursor, this); // the entry was too old already
        }
    }

    @Override
    @CanIgnoreReturnValue
    protected boolean giveUp(Ending why) {
        if (!core.ring.stopWaiting(cursor, this)) {
            return false;
        }
        outcome = switch (why) {
            case TIMEOUT -> Reason.TIMEOUT;
            case DEADLOCK -> Reason.DEADLOCK;
            case INTERRUPTED -> Reason.INTERRUPTED;
            case FORSAKEN -> Reason.WOULD_BLOCK;
        };
        return true;
    }

    @Override
    protected void closed() {
        outcome = Reason.CLOSED;
    }

    @Override
    public Wait explain() {
        return Explanation.ofEntry(core);
    }

    @Override
    public boolean isIdle() {
        return true;
    }
}
