package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.port.OutsideCaller;
import java.util.Objects;
import java.util.function.Function;

/** The channel calls of external threads: each is a round trip, during which the thread is parked. */
final class OutsideTask extends ChannelClient {
    private static final int PID = 0;

    OutsideTask(Channels channels) {
        super(channels, PID);
    }

    @Override
    Thread thread() {
        return Thread.currentThread();
    }

    @Override
    <R> R ask(Function<ChannelTable, R> question) {
        var asked = new Question<R>(channels, question);
        new OutsideCaller(channels.hive, channels.shard).perform(asked, 0);
        return asked.answer();
    }

    @Override
    ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos) {
        return perform(true, handle, message, timeoutNanos);
    }

    @Override
    ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos) {
        return perform(false, handle, into, timeoutNanos);
    }

    private ChannelStatus perform(boolean isSend, int handle, ChannelMessage message, long timeoutNanos) {
        var call = new ChannelCall(this);
        call.prepare(isSend, handle, Objects.requireNonNull(message, "message"), timeoutNanos);
        call.travels();
        new OutsideCaller(channels.hive, channels.shard).perform(call, call.callerTimeoutNanos());
        return call.outcome();
    }

    @Override
    public Source source(int handle) {
        throw new UnsupportedOperationException("an external thread cannot select: handle " + handle);
    }
}
