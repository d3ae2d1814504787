package io.hiveactor.ipc.channel;

import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.ipc.codec.MalformedMessage;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.Wait;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Has the JVM load and link what a table and its tasks need before actors use them. An actor may call at the end of its
 * stack, and loading a class there fails: half way through a call, and for good.
 */
final class Rehearsal {
    /** What only actors use. */
    private static final Class<?>[] CLASSES = {
        ActorTask.class, ActorTask.Exit.class, Channel.class, ChannelCall.class, ChannelEvent.BindsExhausted.class,
        ChannelEvent.HandlesExhausted.class, ChannelEvent.PoolExhausted.class, ChannelOptions.class,
        ChannelReceived.Hint.class, ChannelReceived.Item.class, ChannelReceived.Nothing.class,
        ChannelResult.NoChannel.class, ChannelSource.class, ChannelSource.Watch.class, ChannelSource.Withdrawal.class,
        Codec.class, Explanation.class, MalformedMessage.class, ObservedChannels.class, Question.class,
        Resource.class, Resource.Kind.class, Wait.AnyMessage.class, Wait.On.class, Wait.Served.class
    };

    private static final AtomicBoolean IS_DONE = new AtomicBoolean();

    private Rehearsal() {}

    static void run(Channels channels) {
        if (IS_DONE.compareAndSet(false, true)) {
            load();
            play(new Understudy(channels));
            play(0);
            play(ChannelModes.FANOUT | ChannelModes.FANOUT_BLOCK);
            play(ChannelModes.FANOUT | ChannelModes.FANOUT_DROP);
        }
    }

    private static void load() {
        try {
            for (Class<?> each : CLASSES) {
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
        int writer = table.open(1, "app:rehearsal", ChannelModes.WRONLY).handle();
        int reader = table.open(2, "app:rehearsal", ChannelModes.RDONLY).handle();
        int tap = table.open(3, "app:rehearsal", ChannelModes.TAP).handle();
        var message = new ChannelMessage(new byte[4]);
        var into = new ChannelMessage(8);
        var waits = new Extra(into);
        boolean isPlayed = table.register(2).status() == ChannelStatus.OK
                && table.coalesce(1, writer, true) == ChannelStatus.OK
                && table.receive(2, reader, waits, 1) == ChannelStatus.WAITING
                && table.expire(waits)
                && expiresInOrder(table, reader)
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

    private static boolean expiresInOrder(ChannelTable table, int reader) {
        var first = new Extra(new ChannelMessage(0));
        var second = new Extra(new ChannelMessage(0));
        boolean areWaiting = table.receive(2, reader, first, 2) == ChannelStatus.WAITING
                && table.receive(2, reader, second, 1) == ChannelStatus.WAITING;
        while (table.expireDue() != Waiter.NEVER) {
            Thread.onSpinWait(); // until the clock has moved on by two nanoseconds
        }
        return areWaiting && !first.isWaiting() && !second.isWaiting();
    }

    /** Every question of a task, and what reads the answers. */
    private static void play(Understudy task) {
        Channel<Integer> channel = task.bind("app:rehearsal", Codec.INT, ChannelOptions.single(40).coalescing());
        OpenResult opened = task.open("app:rehearsal", 0);
        int handle = opened.handle();
        boolean isPlayed = task.bind("app:rehearsal", 0, 0).status() == ChannelStatus.OK
                && task.tap(handle, true) == ChannelStatus.OK
                && task.coalesce(handle, true) == ChannelStatus.OK
                && task.peek(handle, new Peek()) == ChannelStatus.OK
                && channel.trySend(1) == ChannelStatus.OK
                && channel.tryReceive() instanceof ChannelReceived.Item<Integer> item
                && item.value() == 1
                && task.register().status() == ChannelStatus.OK
                && task.print(StdioStream.OUT, "rehearsal")
                && !task.snapshot().channels().isEmpty()
                && task.describe(opened.descriptor()).isPresent()
                && task.counters().size() == 1
                && task.revoke(task.pid, handle) == ChannelStatus.OK
                && task.close(handle) == ChannelStatus.OK
                && task.shut(opened.descriptor());
        task.configureStdio(StdioStream.OUT, 0, true);
        task.limitTaps(0);
        task.shutAllOf(task.pid);
        if (!isPlayed) {
            throw new IllegalStateException("tasks do not work");
        }
    }

    /** A task with a table of its own. */
    static final class Understudy extends ChannelClient {
        private final ChannelTable table = new ChannelTable(ChannelProfile.EMBEDDED, System::nanoTime, null);

        Understudy(Channels channels) {
            super(channels, 1);
        }

        @Override
        <R> R ask(Function<ChannelTable, R> question) {
            return question.apply(table);
        }

        @Override
        ChannelStatus send(int handle, ChannelMessage message, long timeoutNanos) {
            return table.send(pid, handle, message);
        }

        @Override
        ChannelStatus receive(int handle, ChannelMessage into, long timeoutNanos) {
            return table.receive(pid, handle, into);
        }

        @Override
        public Source source(int handle) {
            throw new UnsupportedOperationException("a rehearsal does not select: handle " + handle);
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
