package io.hiveactor.bus;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.WakeUp;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.ShardTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as something to select on. It reads nothing.
 *
 * <p><b>Threads:</b> owner only, the actor; a watch that waits is the shard's of the bus.
 */
final class BusSource extends Source implements Explained, Function<Ring, Boolean> {
    /*
     * The questions to the ring are these objects themselves, and no lambdas: a select may be the first one of the JVM, at
     * the end of its actor's stack, where a lambda could not be linked.
     */

    private final BusCore core;
    private final Member member;
    private final Subscription<?> subscription;
    private final Cursor cursor;
    /** Since the innermost select began to wait; null outside of that. */
    private volatile @Nullable Watch watch;

    BusSource(BusCore core, Member member, Subscription<?> subscription) {
        this.core = core;
        this.member = member;
        this.subscription = subscription;
        cursor = subscription.cursor();
    }

    /** While a watch is out, that knows; so a select whose bus is elsewhere can wait without asking it again. */
    @Override
    protected boolean isReady() {
        Watch current = watch;
        return current == null ? member.ask(this) : current.isReady;
    }

    /** Whether a read would not have to wait. */
    @Override
    public Boolean apply(Ring ring) {
        return !cursor.isSubscribed || ring.isClosed() || ring.hasNext(cursor);
    }

    @Override
    protected ReadResult<?> take() {
        return subscription.tryRead();
    }

    @Override
    protected void arm(WakeUp wakeUp) {
        Watch outer = watch;
        if (outer != null && outer.wakeUp == wakeUp) {
            return; // one select names it twice
        }
        var placed = new Watch(wakeUp, outer);
        boolean isReadable = member.ask(placed);
        if (isReadable) { // else it may have become so since
            placed.isReady = true;
        }
        watch = placed;
    }

    @Override
    protected void disarm(WakeUp wakeUp) {
        Watch current = watch;
        if (current == null || current.wakeUp != wakeUp) {
            return;
        }
        watch = current.outer;
        if (member.isHere) {
            core.ring.stopWaiting(cursor, current);
        } else {
            core.port.execute(core.shard, new ShardTask() {
                @Override
                public void run() {
                    core.ring.stopWaiting(cursor, current);
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
    private final class Watch implements Awaiting, Function<Ring, Boolean> {
        private final WakeUp wakeUp;
        /** Of the select that this one is within: another source may select this one in its turn. */
        private final @Nullable Watch outer;

        private volatile boolean isReady;

        Watch(WakeUp wakeUp, @Nullable Watch outer) {
            this.wakeUp = wakeUp;
            this.outer = outer;
        }

        /** Waits, unless there is no need to. By the shard of the bus. @return whether there is none */
        @Override
        public Boolean apply(Ring ring) {
            boolean isReadable = BusSource.this.apply(ring);
            if (!isReadable) {
                ring.await(cursor, this);
            }
            return isReadable;
        }

        @Override
        public void available() {
            isReady = true;
            wakeUp.wake();
        }
    }
}
