package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Sends and receives, and who waits for what: senders for room, receivers for messages. */
final class Exchange {
    /*
     * Whoever changes a channel settles it afterwards. Settled means
     *  - no receiver waits for a message that is there for it
     *  - no sender waits for room that is there; the first in line is admitted before any other message
     * so a newcomer takes neither a message nor room from one that waits.
     *
     * A waiter leaves its line before it is told, and when it is told it may withdraw others, from any line. A walk
     * along a line goes on behind those that left. Room that they leave is seen by the settling under way, which
     * always looks at the first sender after it has told somebody.
     */
    private static final long LOOK_NANOS = 1_000_000_000;

    private final Intake intake;
    private final Events events;
    private final LongSupplier clock;
    private final ChannelStatus expired;
    private final Deadlines deadlines;
    private final InternalErrors errors;

    Exchange(
            Intake intake,
            boolean expiresAsWouldBlock,
            Events events,
            LongSupplier clock,
            Deadlines deadlines,
            InternalErrors errors) {
        this.intake = intake;
        this.errors = errors;
        this.deadlines = deadlines;
        this.events = events;
        this.clock = clock;
        expired = expiresAsWouldBlock ? ChannelStatus.WOULDBLOCK : ChannelStatus.TIMEOUT;
    }

    /** @param waiter who waits if there is no room; without one the send is refused */
    ChannelStatus send(Handle by, ChannelMessage message, @Nullable Waiter waiter, long timeoutNanos) {
        Descriptor d = by.descriptor;
        by.noteSend();
        admit(d); // it may have been the reader that was behind, and is none any more
        message.sequence = ChannelMessage.NO_SEQUENCE;
        message.origin = by.origin;
        if (message.length == 0) {
            return hint(by, message);
        }
        if (message.length > d.queue.limit() - MessageRing.OVERHEAD) {
            return ChannelStatus.MSG_TOO_LARGE;
        }
        if (!d.senders.isEmpty() || !intake.accepts(by, message)) {
            return noRoom(by, message, waiter, timeoutNanos);
        }
        settle(d);
        return ChannelStatus.OK;
    }

    /** Sends if nothing stands in the way; whatever does is for {@link #send} to tell. Its handle is a sender from now on. */
    boolean sendsNow(Handle by, ChannelMessage message) {
        Descriptor d = by.descriptor;
        if (!d.senders.isEmpty()) {
            return false;
        }
        by.noteSend();
        message.origin = by.origin;
        if (!intake.accepts(by, message)) {
            return false;
        }
        if (!d.receivers.isEmpty()) {
            settle(d);
        }
        return true;
    }

    /** Receives if there is a message. */
    boolean receivesNow(Handle by, ChannelMessage into) {
        if (!take(by, into)) {
            return false;
        }
        events.received(by, into);
        admit(by.descriptor);
        return true;
    }

    private ChannelStatus noRoom(Handle by, ChannelMessage message, @Nullable Waiter waiter, long timeoutNanos) {
        if (waiter == null) {
            events.backpressure(by.descriptor, message.cost());
            return ChannelStatus.WOULDBLOCK;
        }
        enter(by.descriptor.senders, by, waiter, timeoutNanos);
        events.waits(waiter, true, timeoutNanos);
        return ChannelStatus.WAITING;
    }

    private void enter(WaitLine line, Handle by, Waiter waiter, long timeoutNanos) {
        boolean isEndless = timeoutNanos == Waiter.NEVER;
        long now = isEndless ? 0 : clock.getAsLong();
        long deadline = isEndless || now > Waiter.NEVER - timeoutNanos ? Waiter.NEVER : now + timeoutNanos;
        waiter.begin(by, deadline, line == by.descriptor.senders);
        if (deadline != Waiter.NEVER) {
            deadlines.add(waiter);
        }
        line.add(waiter);
    }

    /** A message of no bytes is never queued: it wakes one receiver, or in fan-out all of them. */
    private ChannelStatus hint(Handle by, ChannelMessage message) {
        Descriptor d = by.descriptor;
        events.sent(by, message);
        d.isSettling = true; // so that a waiter that withdraws others does not start a walk of its own
        try {
            wakeByHint(d, message);
        } finally {
            d.isSettling = false;
        }
        settle(d);
        return ChannelStatus.OK;
    }

    private void wakeByHint(Descriptor d, ChannelMessage message) {
        for (Waiter waiter = d.receivers.walk(); waiter != null; waiter = d.receivers.step()) {
            if (!waiter.owner().isTap() && !waiter.isWatch()) {
                waiter.message().becomeHint(message);
                wake(waiter, ChannelStatus.OK);
                if (!d.isFanOut()) {
                    break;
                }
            }
        }
    }

    /** @param waiter who waits if there is no message; without one the receive gives up */
    ChannelStatus receive(Handle by, ChannelMessage into, @Nullable Waiter waiter, long timeoutNanos) {
        into.clear();
        boolean hasMessage = take(by, into);
        if (hasMessage) {
            events.received(by, into);
        } else if (waiter != null) {
            enter(by.descriptor.receivers, by, waiter, timeoutNanos);
            events.waits(waiter, false, timeoutNanos);
        }
        admit(by.descriptor);
        return hasMessage ? ChannelStatus.OK : waiter != null ? ChannelStatus.WAITING : ChannelStatus.NO_DATA;
    }

    /** Leaves a watch in line until there is a message for its handle, which it will not take. */
    ChannelStatus watch(Handle by, Waiter watch) {
        if (hasNext(by)) {
            return ChannelStatus.OK;
        }
        enter(by.descriptor.receivers, by, watch, Waiter.NEVER);
        return ChannelStatus.WAITING;
    }

    static boolean hasNext(Handle by) {
        return by.tap != null ? by.tap.copies.depth() > 0 : by.descriptor.hasNext(by);
    }

    private static boolean take(Handle by, ChannelMessage into) {
        return by.tap != null ? by.tap.take(into) : by.descriptor.take(by, into);
    }

    void settle(Descriptor d) {
        if (d.isSettling || (d.receivers.isEmpty() && d.senders.isEmpty())) {
            return;
        }
        d.isSettling = true;
        try {
            do {
                serve(d, false);
                serve(d, true);
            } while (admitFirst(d));
        } finally {
            d.isSettling = false;
        }
    }

    /** Settles a channel in which there may be more room, and no message that was not there before. */
    private void admit(Descriptor d) {
        if (!d.senders.isEmpty() && !d.isSettling) {
            admitAll(d);
        }
    }

    private void admitAll(Descriptor d) {
        d.isSettling = true;
        try {
            while (admitFirst(d)) {
                serve(d, false);
                serve(d, true);
            }
        } finally {
            d.isSettling = false;
        }
    }

    /** Readers come before taps, each in the order of their waits. */
    private void serve(Descriptor d, boolean taps) {
        if (taps && !d.isTapped()) {
            return;
        }
        for (Waiter waiter = d.receivers.walk(); waiter != null; waiter = d.receivers.step()) {
            if (waiter.owner().isTap() != taps) {
                continue;
            }
            ChannelStatus status = give(waiter);
            if (status != ChannelStatus.NO_DATA) {
                wake(waiter, status);
            } else if (!taps && !d.isFanOut()) {
                return;
            }
        }
    }

    /** Gives a waiting receiver its message; a failure is the receiver's, and not that of the task that sent. */
    private ChannelStatus give(Waiter waiter) {
        Handle to = waiter.owner();
        try {
            boolean isThere = waiter.isWatch() ? hasNext(to) : take(to, waiter.message());
            return isThere ? ChannelStatus.OK : ChannelStatus.NO_DATA;
        } catch (RuntimeException | Error e) {
            return failed(waiter, e);
        }
    }

    private ChannelStatus failed(Waiter waiter, Throwable thrown) {
        errors.report(waiter.pid(), waiter.operation(), thrown);
        return ChannelStatus.INTERNAL_ERROR;
    }

    /** @return whether the first sender in line has left it */
    private boolean admitFirst(Descriptor d) {
        Waiter first = d.senders.first();
        if (first == null) {
            return false;
        }
        ChannelStatus status = admit(first);
        if (status == ChannelStatus.WOULDBLOCK) {
            return false;
        }
        wake(first, status);
        return true;
    }

    /** Queues the message of a waiting sender; a failure is the sender's, and not that of the task that made room. */
    private ChannelStatus admit(Waiter sender) {
        Handle by = sender.owner();
        ChannelMessage message = sender.message();
        if (message.cost() > by.descriptor.queue.limit()) {
            return ChannelStatus.MSG_TOO_LARGE;
        }
        try {
            return intake.accepts(by, message) ? ChannelStatus.OK : ChannelStatus.WOULDBLOCK;
        } catch (RuntimeException | Error e) {
            return failed(sender, e);
        }
    }

    /** Takes a waiter out of its line and tells it. The caller settles the channel. */
    void wake(Waiter waiter, ChannelStatus outcome) {
        remove(waiter);
        if (!waiter.isWatch()) {
            Task task = waiter.owner().task;
            task.wakes++;
            task.failures += outcome.isError() ? 1 : 0;
            events.woken(waiter, outcome);
            events.waitEnded(waiter, outcome);
        }
        complete(waiter, outcome);
    }

    /** What a waiter throws concerns neither the operation under way nor the other waiters. */
    private void complete(Waiter waiter, ChannelStatus outcome) {
        try {
            waiter.completed(outcome);
        } catch (RuntimeException | Error e) {
            errors.report(waiter.pid(), waiter.operation(), e);
        }
    }

    /**
     * Takes a waiter out of its line.
     *
     * @param outcome how its call ends, for the trace; the waiter itself gets none
     * @return false if it did not wait any more
     */
    boolean withdraw(Waiter waiter, ChannelStatus outcome) {
        if (!waiter.isWaiting()) {
            return false;
        }
        remove(waiter);
        events.waitEnded(waiter, outcome);
        settle(waiter.owner().descriptor);
        return true;
    }

    /** False if it did not wait any more. */
    @CanIgnoreReturnValue
    boolean expire(Waiter waiter) {
        if (!waiter.isWaiting()) {
            return false;
        }
        remove(waiter);
        waiter.owner().task.timeouts++;
        events.timedOut(waiter, expired);
        events.waitEnded(waiter, expired);
        complete(waiter, expired);
        settle(waiter.owner().descriptor);
        return true;
    }

    /** Has ended threads looked for in a second. */
    void lookSoon() {
        if (!deadlines.hasLook()) {
            deadlines.setLook(clock.getAsLong() + LOOK_NANOS);
        }
    }

    /** Whether it is time to look for ended threads; asked once each time. */
    boolean takeLook() {
        return deadlines.hasLook() && deadlines.takeLook(clock.getAsLong());
    }

    /** Expires what is due, in the order in which it blocked. @return when there is more to do */
    long expireDue() {
        try {
            if (deadlines.nextNanos() != Waiter.NEVER) {
                expireAll(deadlines.takeDue(clock.getAsLong()));
            }
        } finally {
            deadlines.resetAlarm();
        }
        return deadlines.nextNanos();
    }

    /** If one of them fails, the others keep their deadlines, and are due at once. */
    private void expireAll(Waiter[] due) {
        int next = 0;
        try {
            while (next < due.length) {
                expire(due[next++]); // unless the end of another wait has served it
            }
        } finally {
            for (; next < due.length; next++) {
                deadlines.putBack(due[next]);
            }
        }
    }

    /** Takes a waiter out of its line, if it is in one, and does nothing else. */
    void remove(Waiter waiter) {
        deadlines.remove(waiter);
        if (waiter.line != null) {
            waiter.line.remove(waiter);
        }
    }

    /** Ends the waits on one handle, with an outcome or without a word. */
    void endWaits(Handle handle, @Nullable ChannelStatus outcome) {
        endWaits(handle.descriptor.receivers, handle, outcome);
        endWaits(handle.descriptor.senders, handle, outcome);
    }

    private void endWaits(WaitLine line, Handle handle, @Nullable ChannelStatus outcome) {
        for (Waiter waiter = line.walk(); waiter != null; waiter = line.step()) {
            if (waiter.owner() != handle) {
                continue;
            }
            if (outcome == null) {
                remove(waiter);
                events.waitEnded(waiter, ChannelStatus.CLOSED);
            } else {
                wake(waiter, outcome);
            }
        }
    }
}
