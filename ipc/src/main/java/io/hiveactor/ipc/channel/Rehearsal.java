package io.hiveactor.ipc.channel;

import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.ipc.codec.MalformedMessage;
import io.hiveactor.runtime.diagnosis.Wait;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has the JVM load what a table needs before actors use one. An actor may call at the end of its stack, and loading a class
 * there fails: half way through a call, and for good.
 */
final class Rehearsal {
    private static final AtomicBoolean IS_DONE = new AtomicBoolean();

    private Rehearsal() {}

    static void run() {
        if (IS_DONE.compareAndSet(false, true)) {
            loadCallers();
            play(0);
            play(Modes.FANOUT | Modes.FANOUT_BLOCK);
            play(Modes.FANOUT | Modes.FANOUT_DROP);
        }
    }

    /** What stands between an actor and a table. */
    private static void loadCallers() {
        try {
            for (Class<?> each : List.of(ActorTask.class, Channel.class, ChannelCall.class, ChannelOptions.class,
                    ChannelReceived.Hint.class, ChannelReceived.Item.class, ChannelReceived.Nothing.class,
                    ChannelResult.NoChannel.class, ChannelSource.class, Codec.class, Explanation.class,
                    MalformedMessage.class, Question.class, Wait.AnyMessage.class, Wait.Served.class)) {
                MethodHandles.lookup().ensureInitialized(each);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a class of our own cannot be reached", e);
        }
    }

    private static void play(int mode) {
        var events = new int[1];
        var table = new ChannelTable(ChannelProfile.EMBEDDED, System::nanoTime, event -> events[0]++);
        int descriptor = table.bind(1, "app:rehearsal", 40, mode).descriptor();
        int writer = table.open(1, "app:rehearsal", Modes.WRONLY).handle();
        int reader = table.open(2, "app:rehearsal", Modes.RDONLY).handle();
        int tap = table.open(3, "app:rehearsal", Modes.TAP).handle();
        var message = new ChannelMessage(new byte[4]);
        var into = new ChannelMessage(8);
        var waits = new Extra(into);
        boolean isPlayed = table.register(2).status() == ChannelStatus.OK
                && table.coalesce(1, writer, true) == ChannelStatus.OK
                && table.receive(2, reader, waits, 1) == ChannelStatus.WAITING
                && table.expire(waits)
                && table.receive(2, reader, waits, Waiter.NEVER) == ChannelStatus.WAITING
                && table.send(1, writer, message) == ChannelStatus.OK
                && table.send(1, writer, message) == ChannelStatus.OK
                && table.peek(2, reader, new Peek()) == ChannelStatus.OK
                && table.receive(3, tap, into) == ChannelStatus.OK
                && table.watch(3, tap, waits) == ChannelStatus.OK
                && table.snapshot().stats().activeDescriptors() > 0
                && table.write(2, StdioStream.OUT, message) == message.length()
                && table.tap(3, tap, false) == ChannelStatus.OK
                && table.send(1, writer, message.length(0)) == ChannelStatus.OK
                && table.revoke(3, tap) == ChannelStatus.OK
                && table.close(1, writer) == ChannelStatus.OK
                && table.exit(2).steps() > 0
                && !table.shut(descriptor)
                && events[0] > 0;
        if (!isPlayed) {
            throw new IllegalStateException("channels do not work");
        }
    }

    private static final class Extra extends Waiter {
        Extra(ChannelMessage message) {
            super(message);
        }

        @Override
        protected void completed(ChannelStatus outcome) {}
    }
}
