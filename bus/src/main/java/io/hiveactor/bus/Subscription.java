package io.hiveactor.bus;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.OutsideCaller;
import io.hiveactor.runtime.port.Timeouts;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a bus with its own cursor: it reads what is published after it subscribed.
 *
 * <pre>{@code
 * while (readings.read(ofSeconds(1)) instanceof Entry<Reading> entry) {
 *     use(entry.value());
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> owner only, the actor that subscribed; for external threads, one thread at a time.
 */
public final class Subscription<T> implements SubscribeResult<T>, AutoCloseable {
    private final BusCore core;
    private final Ring ring;
    private final @Nullable Member member;
    private final Cursor cursor;
    private final int mostBytes;
    private final boolean isDebug;
    private Entry<T> entry = new Entry<>();
    private ReadCall<T> call;

    /** @param member null for a thread outside */
    Subscription(BusCore core, @Nullable Member member, Cursor cursor, int mostBytes) {
        this.core = core;
        ring = core.ring;
        this.member = member;
        this.cursor = cursor;
        this.mostBytes = mostBytes;
        call = new ReadCall<>(core, cursor, entry, mostBytes);
        isDebug = core.hive.config().debug();
    }

    /** In debug mode: what was read last must not be touched any more. */
    private void renew() {
        entry.expire();
        entry = new Entry<>();
        call = new ReadCall<>(core, cursor, entry, mostBytes);
    }

    Cursor cursor() {
        return cursor;
    }

    /** Returns the next entry, if there is one. */
    public ReadResult<T> tryRead() {
        return read(0L);
    }

    /** Waits for the next entry, up to a timeout. */
    public ReadResult<T> read(Duration timeout) {
        return read(Timeouts.nanos(timeout));
    }

    /** Waits for the next entry. */
    public ReadResult<T> read() {
        return read(Timeouts.FOREVER);
    }

    private ReadResult<T> read(long timeoutNanos) {
        if (isDebug) {
            renew();
        }
        Member mine = member;
        if (mine == null) {
            new OutsideCaller(core.hive, core.shard).perform(call, timeoutNanos);
            return call.result();
        }
        long leftNanos = mine.port.enterReceive(timeoutNanos);
        if (mine.isHere && cursor.isSubscribed && ring.read(cursor, entry, mostBytes)) {
            core.watchAge();
            return entry;
        }
        mine.caller.perform(call, leftNanos);
        return call.result();
    }

    /**
     * Passes each entry to a consumer as it arrives, until the bus or this subscription is closed.
     *
     * @return the reason it ended
     */
    @CanIgnoreReturnValue
    public NoEntry.Reason forEach(Consumer<? super Entry<T>> reader) {
        while (true) {
            switch (read()) {
                case Entry<T> read -> {
                    reader.accept(read);
                    int unused = readOn(reader);
                }
                case NoEntry<T> none -> {
                    return none.reason();
                }
            }
        }
    }

    /**
     * Passes all entries that are there to a consumer, without waiting. For a handler that subscribed with
     * {@link Bus#subscribe(io.hiveactor.runtime.ActorContext, int)}.
     *
     * @return the number of entries
     */
    public int drain(Consumer<? super Entry<T>> reader) {
        int count = 0;
        while (tryRead() instanceof Entry<T> read) {
            reader.accept(read);
            count += 1 + readOn(reader);
        }
        return count;
    }

    /** Gives what else is there to a reader, right after a read: so there is less to check. */
    private int readOn(Consumer<? super Entry<T>> reader) {
        Member mine = member;
        if (mine == null || !mine.isHere) {
            return 0;
        }
        mine.port.goOn();
        int count = 0;
        while (cursor.isSubscribed && readNext()) {
            core.watchAge();
            reader.accept(entry);
            count++;
            mine.port.goOn();
        }
        return count;
    }

    private boolean readNext() {
        if (isDebug) {
            renew();
        }
        return ring.read(cursor, entry, mostBytes);
    }

    /**
     * Returns this subscription as a source to select on. A select that finds it ready reads the entry: the result of the
     * read is {@link io.hiveactor.runtime.SelectResult.Ready#value()}.
     *
     * @throws UnsupportedOperationException for an external thread, which cannot select
     */
    public Source source() {
        Member mine = member;
        if (mine == null) {
            throw new UnsupportedOperationException("an external thread cannot select: " + this);
        }
        mine.port.enter();
        var source = new BusSource(core, mine, this);
        mine.port.isExplainedBy(source, source);
        return source;
    }

    /**
     * Ends the subscription; entries that only it had not read are removed. Closing twice has no effect. An external
     * thread may close the subscription that another one reads; a waiting read ends with NOT_SUBSCRIBED then.
     */
    @Override
    public void close() {
        Member mine = member;
        boolean wasSubscribed = mine == null ? core.ask(this::ends) : mine.ask(this::ends);
        if (wasSubscribed) {
            core.unsubscribed(mine == null ? null : mine.actor);
        }
        if (mine != null && mine.cursor == cursor) {
            mine.cursor = null;
            mine.leaveIfUnused();
        }
    }

    private boolean ends(Ring ring) {
        boolean wasSubscribed = cursor.isSubscribed;
        ring.unsubscribe(cursor);
        return wasSubscribed;
    }

    @Override
    public String toString() {
        return "a subscription of " + core;
    }
}
