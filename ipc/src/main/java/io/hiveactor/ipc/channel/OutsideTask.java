package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Timeouts;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The channel calls of threads outside: each is a round trip, for which the thread is parked. */
final class OutsideTask extends ChannelTask {
    private static final int PID = 0;
    private static final ChannelMessage NONE = new ChannelMessage(0);

    OutsideTask(Channels channels) {
        super(channels, PID);
    }

    @Override
    <R> R ask(Function<ChannelTable, R> question) {
        var answer = new AtomicReference<@Nullable R>();
        var call = new OutsideCall(channels, NONE, (table, place) -> {
            answer.set(question.apply(table));
            return ChannelStatus.OK;
        });
        if (call.perform(ActorPort.NEVER, ChannelStatus.CLOSED) == ChannelStatus.CLOSED) {
            throw new IllegalStateException(channels.hive + " is closed");
        }
        return Objects.requireNonNull(answer.get(), "an answer");
    }

    @Override
    ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos) {
        long deadlineNanos = deadline(timeoutNanos);
        return new OutsideCall(channels, Objects.requireNonNull(message, "message"), (table, place) ->
                timeoutNanos == 0
                        ? table.send(pid, handle, message)
                        : table.send(pid, handle, place, left(deadlineNanos)))
                .perform(deadlineNanos, ChannelStatus.WOULDBLOCK);
    }

    @Override
    ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos) {
        long deadlineNanos = deadline(timeoutNanos);
        return new OutsideCall(channels, Objects.requireNonNull(into, "message"), (table, place) ->
                timeoutNanos == 0
                        ? table.receive(pid, handle, into)
                        : table.receive(pid, handle, place, left(deadlineNanos)))
                .perform(deadlineNanos, ChannelStatus.NO_DATA);
    }

    /** A call that does not wait for the channel still waits for its round trip. */
    private long deadline(long timeoutNanos) {
        return timeoutNanos == 0 || timeoutNanos == Timeouts.FOREVER
                ? ActorPort.NEVER
                : channels.port.deadlineIn(timeoutNanos);
    }

    private long left(long deadlineNanos) {
        return deadlineNanos == ActorPort.NEVER
                ? Waiter.NEVER
                : Math.max(1, deadlineNanos - channels.hive.nowNanos());
    }

    @Override
    public Source source(int handle) {
        throw new UnsupportedOperationException("a thread outside cannot select: handle " + handle);
    }
}
