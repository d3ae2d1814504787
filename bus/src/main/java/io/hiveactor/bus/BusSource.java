package io.hiveactor.bus;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.ShardTask;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as something to select on. It reads nothing.
 *
 * <p><b>Threads:</b> owner only, the actor; a watch that waits is the shard's of the bus.
 */
final class BusSource extends Source implements Explained {
    private final BusCore core;
    private final Member member;
    private final Cursor cursor;
    /** Since the select began to wait; null outside of that. */
    private volatile @Nullable Watch watch;

    BusSource(BusCore core, Member member, Cursor cursor) {
        this.core = core;
        this.member = member;
        this.cursor = cursor;
    }

    /** While a watch is out, that knows; so a select whose bus is elsewhere can wait without asking it again. */
    @Override
    protected boolean isReady() {
        Watch current = watch;
        return current == null ? member.ask(this::isReadable) : current.isReady;
    }

    private boolean isReadable(Ring ring) {
        return !cursor.isSubscribed || ring.isClosed() || ring.hasNext(cursor);
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        var placed = new Watch(wakeUp);
        boolean isReadable = member.ask(ring -> {
            boolean isNow = isReadable(ring);
            if (!isNow) {
                ring.await(cursor, placed);
            }
            return isNow;
        });
        if (isReadable) { // else it may have become so since
            placed.isReady = true;
        }
        watch = placed;
    }

    @Override
    protected void disarm(WakeUp wakeUp) {
        Watch current = watch;
        if (current == null) {
            return;
        }
        watch = null;
        if (member.isHere) {
            current.leaves();
        } else {
            core.port.execute(core.shard, new ShardTask() {
                @Override
                public void run() {
                    current.leaves();
                }
            });
        }
    }

    @Override
    public Wait explain() {
        Watch current = watch;
        return current == null || current.isReady ? new Wait.Nothing() : Explanation.ofEntry(core);
    }

    @Override
    public boolean isIdle() {
        return true;
    }

    @Override
    public String toString() {
        return core.toString();
    }

    /** Waits for an entry, and leaves it where it is. */
    private final class Watch implements Awaiting {
        private final WakeUp wakeUp;
        private volatile boolean isReady;

        Watch(WakeUp wakeUp) {
            this.wakeUp = wakeUp;
        }

        @Override
        public void available() {
            isReady = true;
            wakeUp.wake();
        }

        void leaves() {
            if (cursor.awaiting == this) {
                core.ring.stopWaiting(cursor);
            }
        }
    }
}
