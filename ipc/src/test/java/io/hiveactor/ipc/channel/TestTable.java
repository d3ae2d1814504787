package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A table with a clock that is advanced by hand, whose messages are texts. It remembers events and wakes. */
final class TestTable implements ChannelListener {
    static final long MILLI = 1_000_000;

    final ChannelTable table;
    final List<ChannelEvent> events = new ArrayList<>();
    final List<Waiting> completed = new ArrayList<>();
    final ChannelMessage last = new ChannelMessage(256);
    long nowNanos;
    /** When the table wants to be called. */
    long alarmNanos = Waiter.NEVER;

    TestTable() {
        this(ChannelProfile.DESKTOP);
    }

    TestTable(ChannelProfile profile) {
        table = new ChannelTable(profile, () -> nowNanos, this, at -> alarmNanos = at, Runnable::run);
    }

    @Override
    public void on(ChannelEvent event) {
        events.add(event);
    }

    @CanIgnoreReturnValue
    int bind(int pid, String target, int capacity, int mode) {
        BindResult bound = table.bind(pid, target, capacity, mode);
        assertEquals(ChannelStatus.OK, bound.status());
        return bound.descriptor();
    }

    int open(int pid, String target, int flags) {
        OpenResult opened = table.open(pid, target, flags);
        assertEquals(ChannelStatus.OK, opened.status());
        return opened.handle();
    }

    /** Binds for a pid and opens at once. */
    @CanIgnoreReturnValue
    int create(int pid, String target, int capacity, int mode) {
        bind(pid, target, capacity, mode);
        return open(pid, target, 0);
    }

    static ChannelMessage message(String text) {
        return new ChannelMessage(text.getBytes(StandardCharsets.US_ASCII));
    }

    ChannelStatus trySend(int pid, int handle, String text) {
        return table.send(pid, handle, message(text));
    }

    void send(int pid, int handle, String text) {
        assertEquals(ChannelStatus.OK, trySend(pid, handle, text));
    }

    Waiting sendWaiting(int pid, int handle, String text, long timeoutNanos) {
        var waiting = new Waiting(message(text));
        waiting.first = table.send(pid, handle, waiting, timeoutNanos);
        return waiting;
    }

    Waiting receiveWaiting(int pid, int handle, long timeoutNanos) {
        var waiting = new Waiting(new ChannelMessage(256));
        waiting.first = table.receive(pid, handle, waiting, timeoutNanos);
        return waiting;
    }

    /** The text that is there, with a ! behind it after an overrun; or the name of the status. */
    String receive(int pid, int handle) {
        ChannelStatus status = table.receive(pid, handle, last);
        return status == ChannelStatus.OK ? text(last) : status.name();
    }

    static String text(ChannelMessage message) {
        String text = new String(message.bytes(), 0, message.length(), StandardCharsets.US_ASCII);
        return (message.flags() & MessageFlags.OVERRUN) == 0 ? text : text + "!";
    }

    ChannelState state(int descriptor) {
        return table.describe(descriptor).orElseThrow();
    }

    Peek peek(int pid, int handle) {
        var peek = new Peek();
        assertEquals(ChannelStatus.OK, table.peek(pid, handle, peek));
        return peek;
    }

    <E extends ChannelEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** A call that may wait. */
    final class Waiting extends Waiter {
        ChannelStatus first;
        ChannelStatus outcome;
        Runnable then = () -> {};

        Waiting(ChannelMessage message) {
            super(message);
        }

        @Override
        protected void completed(ChannelStatus status) {
            outcome = status;
            completed.add(this);
            then.run();
        }

        /** What was received, or why not; null while it waits. */
        String got() {
            if (outcome == null) {
                return null;
            }
            return outcome == ChannelStatus.OK ? text(message()) : outcome.name();
        }
    }
}
