package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.ShardCall;
import io.hiveactor.runtime.port.ShardTask;
import io.hiveactor.runtime.port.Timeouts;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A read for a Flow subscriber, which waits at the ring until there are entries that it has asked for, or until there
 * is nothing more to wait for. It reads several at a time, because each read may be a round trip.
 *
 * <p><b>Threads:</b> as every {@link ShardCall}; {@link #nudge} any thread.
 */
final class FlowRead<T, E> extends ShardCall implements Awaiting {
    /** How a read ended. */
    enum Outcome {
        ENTRIES,
        /** The subscriber wants nothing any more. */
        OVER,
        /** The bus, or the hive, is closed. */
        CLOSED,
        /** It could never have ended. */
        DEADLOCK
    }

    private static final int MOST = 16;

    private final BusCore core;
    private final Cursor cursor;
    private final FlowDemand demand;
    private final Function<? super Entry<T>, ? extends E> form;
    private final Entry<T> entry = new Entry<>();
    /** What was read; an entry that is consumed is read only for who gets it next. */
    private final @Nullable Object[] batch;
    private int first;
    private int count;
    private Outcome outcome = Outcome.OVER;
    private final AtomicBoolean isNudged = new AtomicBoolean();

    FlowRead(BusCore core, Cursor cursor, FlowDemand demand, Function<? super Entry<T>, ? extends E> form) {
        this.core = core;
        this.cursor = cursor;
        this.demand = demand;
        this.form = form;
        batch = new @Nullable Object[core.config.consumeAfter() == 0 ? MOST : 1];
    }

    Outcome perform(Member member) {
        member.caller.perform(this, member.port.enterReceive(Timeouts.FOREVER));
        return outcome;
    }

    boolean hasNext() {
        return first < count;
    }

    @SuppressWarnings("unchecked") // it was formed here
    E next() {
        E element = (E) Objects.requireNonNull(batch[first], "it was read");
        batch[first] = null;
        first++;
        return element;
    }

    @Override
    protected boolean begin(boolean mayWait) {
        boolean isOver = look();
        if (!isOver) {
            core.ring.await(cursor, this);
        }
        return isOver;
    }

    /** False if it has to wait. */
    private boolean look() {
        first = 0;
        count = 0;
        if (demand.isOver()) {
            outcome = Outcome.OVER;
            return true;
        }
        if (core.ring.isClosed() || !cursor.isSubscribed) {
            outcome = Outcome.CLOSED;
            return true;
        }
        int most = demand.upTo(batch.length);
        while (count < most && core.ring.read(cursor, entry, 0)) {
            batch[count] = form.apply(entry);
            count++;
        }
        core.watchAge();
        outcome = Outcome.ENTRIES;
        return count > 0;
    }

    @Override
    public void available() {
        if (look()) {
            ended();
        } else {
            core.ring.await(cursor, this); // nobody asked for the entry yet, or it was too old already
        }
    }

    /** The demand has changed: has the shard look again, if this waits. */
    void nudge() {
        if (!isNudged.compareAndSet(false, true)) {
            return; // one is on its way
        }
        try {
            core.port.execute(core.shard, new ShardTask() {
                @Override
                public void run() {
                    isNudged.set(false);
                    lookAgain();
                }
            });
        } catch (Throwable e) { // the end of the caller's stack
            isNudged.set(false);
            throw e;
        }
    }

    private void lookAgain() {
        if (cursor.awaiting == this) {
            core.ring.stopWaiting(cursor); // first: a read makes room for a publisher, who serves those who wait
            available();
        }
    }

    @Override
    @CanIgnoreReturnValue
    protected boolean giveUp(Ending why) {
        if (cursor.awaiting != this) {
            return false;
        }
        outcome = why == Ending.DEADLOCK ? Outcome.DEADLOCK : Outcome.OVER;
        return core.ring.stopWaiting(cursor);
    }

    @Override
    protected void closed() {
        outcome = Outcome.CLOSED;
    }

    @Override
    public Wait explain() {
        return demand.isEmpty()
                ? new Wait.Unknown("a request of a Flow subscriber of " + core)
                : Explanation.ofEntry(core);
    }

    @Override
    public boolean isIdle() {
        return true;
    }
}
