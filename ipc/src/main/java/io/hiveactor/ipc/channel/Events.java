package io.hiveactor.ipc.channel;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tells the listener, if there is one. Without one no event is made and no clock read. */
final class Events {
    private final @Nullable ChannelListener listener;
    private final LongSupplier clock;
    private long failures;

    Events(@Nullable ChannelListener listener, LongSupplier clock) {
        this.listener = listener;
        this.clock = clock;
    }

    boolean hasListener() {
        return listener != null;
    }

    /** How often the listener threw, or was too slow to be told. */
    long failures() {
        return listener instanceof ListenerRelay relay ? failures + relay.failures() : failures;
    }

    void sent(Handle by, ChannelMessage m) {
        if (listener != null) {
            tell(new ChannelEvent.Sent(
                    by.task.pid, by.descriptor.id, by.number, m.length, m.flags(), m.channel(), by.task.pid));
        }
    }

    void received(Handle by, ChannelMessage m) {
        if (listener != null) {
            tell(new ChannelEvent.Received(
                    by.task.pid, by.descriptor.id, by.number, m.length, m.flags(), m.channel(), m.sourcePid()));
        }
    }

    void waits(Waiter waiter, boolean isSend, long timeoutNanos) {
        if (listener != null) {
            tell(new ChannelEvent.Waits(waiter.pid(), waiter.descriptor(), waiter.handle(), isSend, timeoutNanos,
                    waiter.deadlineNanos()));
        }
    }

    void woken(Waiter waiter, ChannelStatus status) {
        if (listener != null) {
            ChannelMessage m = waiter.message();
            tell(new ChannelEvent.Woken(waiter.pid(), waiter.descriptor(), waiter.handle(), status, m.length, m.flags(),
                    m.channel(), m.sourcePid()));
        }
    }

    void timedOut(Waiter waiter, ChannelStatus status) {
        if (listener != null) {
            tell(new ChannelEvent.TimedOut(waiter.pid(), waiter.descriptor(), waiter.handle(), status));
        }
    }

    /** The oldest message of this channel is about to be dropped. */
    void overrun(Descriptor d) {
        if (listener != null) {
            MessageRing q = d.queue;
            tell(new ChannelEvent.Overrun(
                    q.sourcePid(0), d.id, q.sequence(0), q.length(0), q.flags(0), q.channel(0), q.depth() - 1));
        }
    }

    void backpressure(Descriptor d, int requested) {
        if (listener != null) {
            tell(new ChannelEvent.Backpressure(d.id, d.isFanOut(), d.queue.limit(), d.queue.used(), requested));
        }
    }

    void tapLimited(Handle tapping, int limit) {
        if (listener != null) {
            tell(new ChannelEvent.TapLimited(tapping.descriptor.id, tapping.task.pid, tapping.number, limit));
        }
    }

    void poolExhausted(ChannelTarget target, int maxDescriptors) {
        if (listener != null) {
            tell(new ChannelEvent.PoolExhausted(target, maxDescriptors));
        }
    }

    void handlesExhausted(Quota quota, int handleLimit) {
        if (listener != null) {
            tell(new ChannelEvent.HandlesExhausted(quota.task.pid, handleLimit, quota.handles));
        }
    }

    void bindsExhausted(Quota quota, int bindLimit) {
        if (listener != null) {
            tell(new ChannelEvent.BindsExhausted(quota.task.pid, bindLimit));
        }
    }

    void freed(Descriptor d) {
        if (listener != null) {
            tell(new ChannelEvent.Freed(d.id, d.target));
        }
    }

    /** An operation of a task is over. */
    void ended(int pid, ChannelOperation operation, ChannelStatus outcome) {
        if (listener != null) {
            if (outcome.isError()) {
                tell(new ChannelEvent.Failed(pid, operation, outcome));
            }
            trace(listener, pid, operation, outcome);
        }
    }

    /** A call that waited is over. */
    void waitEnded(Waiter waiter, ChannelStatus outcome) {
        if (listener != null && !waiter.isWatch()) {
            trace(listener, waiter.pid(), waiter.operation(), outcome);
        }
    }

    private void trace(ChannelListener to, int pid, ChannelOperation operation, ChannelStatus outcome) {
        try {
            to.traced(clock.getAsLong(), pid, operation, outcome);
        } catch (RuntimeException | Error thrown) {
            failures++;
        }
    }

    private void tell(ChannelEvent event) {
        try {
            if (listener != null) {
                listener.on(event);
            }
        } catch (RuntimeException | Error thrown) {
            failures++; // the operation is in no way the listener's business
        }
    }
}
