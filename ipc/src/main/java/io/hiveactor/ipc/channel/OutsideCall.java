package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.ShardTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call of a thread outside, which is parked until it is over.
 *
 * <p><b>Threads:</b> made and read by the calling thread; in between it is the table's shard.
 */
final class OutsideCall extends ShardTask {
    /** What is done at the table. */
    interface Attempt {
        /** Gives {@code WAITING} if the place is in line now. */
        ChannelStatus at(ChannelTable table, Waiter place);
    }

    private final Channels channels;
    private final Attempt attempt;
    private final Place place;
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<@Nullable ChannelStatus> outcome = new AtomicReference<>();
    /** Written before the outcome. */
    private @Nullable Throwable failure;

    OutsideCall(Channels channels, ChannelMessage message, Attempt attempt) {
        this.channels = channels;
        this.attempt = attempt;
        place = new Place(message);
    }

    /** @param ifInterrupted the outcome if an interrupt ends the wait; the flag is set again then */
    ChannelStatus perform(long deadlineNanos, ChannelStatus ifInterrupted) {
        if (channels.hive.current() != null) {
            throw new IllegalStateException("an actor uses its own calls, not those of threads outside: "
                    + channels.hive.current().self());
        }
        Runnable atClose = () -> end(ChannelStatus.CLOSED);
        channels.hive.atClose(atClose);
        boolean isInterrupted = false;
        try {
            channels.port.execute(channels.shard, this);
            if (!await(deadlineNanos)) {
                channels.port.execute(channels.shard, new TakeBack(null));
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
            channels.port.execute(channels.shard, new TakeBack(ifInterrupted));
        } catch (RuntimeException e) { // a simulation in which nothing can happen any more
            channels.port.execute(channels.shard, new TakeBack(ifInterrupted));
            channels.hive.notAtClose(atClose);
            throw e;
        }
        isInterrupted |= awaitAnyhow();
        channels.hive.notAtClose(atClose);
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new IllegalStateException("a call to the channels failed", failure);
        }
        return status();
    }

    private boolean await(long deadlineNanos) throws InterruptedException {
        return channels.port.await(() -> outcome.get() != null, deadlineNanos);
    }

    /** Waits for the outcome, which is certain to come. @return whether the thread was interrupted */
    private boolean awaitAnyhow() {
        boolean isInterrupted = false;
        while (outcome.get() == null) {
            try {
                boolean isOver = await(ActorPort.NEVER);
                assert isOver;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        return isInterrupted;
    }

    private ChannelStatus status() {
        ChannelStatus status = outcome.get();
        return status == null ? ChannelStatus.INTERNAL_ERROR : status;
    }

    @Override
    public void run() {
        try {
            ChannelStatus status = attempt.at(channels.table, place);
            if (status != ChannelStatus.WAITING) {
                end(status);
            }
        } catch (RuntimeException | Error e) { // the caller's to know
            failure = e;
            end(ChannelStatus.INTERNAL_ERROR);
        }
    }

    @Override
    public void refused() {
        end(ChannelStatus.CLOSED);
    }

    private void end(ChannelStatus status) {
        if (outcome.compareAndSet(null, status)) {
            LockSupport.unpark(caller);
        }
    }

    /** The caller's place in a line. */
    private final class Place extends Waiter {
        Place(ChannelMessage message) {
            super(message);
        }

        @Override
        protected void completed(ChannelStatus status) {
            end(status);
        }
    }

    /** Ends the call, unless it has ended by itself. */
    private final class TakeBack extends ShardTask {
        private final @Nullable ChannelStatus status;

        /** @param status how it ends; null for the end of its time */
        TakeBack(@Nullable ChannelStatus status) {
            this.status = status;
        }

        @Override
        public void run() {
            if (status == null) {
                channels.table.expire(place);
            } else if (channels.table.withdraw(place)) {
                end(status);
            }
        }
    }
}
