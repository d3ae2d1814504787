package io.hiveactor.bench;

import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelMessage;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.util.stream.IntStream;

/**
 * Channels of a hive, by their layer of bytes, between actor bodies on the shard of the channels. A message is
 * copied into the channel and out of it, where the peers pass a reference.
 */
final class HiveChannels implements ChannelSystem {
    private static final String TARGET = "app:bench";
    private static final int OVERHEAD = 8;
    private static final int CAPACITY = ROOM * (Parcels.SIZE + OVERHEAD);
    /** The number of the message that ends a round for a tap; the others have none. */
    private static final int END = 1;

    private final FiberMode mode;

    HiveChannels(FiberMode mode) {
        this.mode = mode;
    }

    @Override
    public Contestant sendReceive() {
        return oneReader(HiveMatch.oneShard(mode), 0);
    }

    /** The reader is where the channels are; each send is a round trip to that shard. */
    @Override
    public Contestant cross() {
        return oneReader(HiveMatch.oneShard(mode).toBuilder().shards(2).build(), 1);
    }

    private static Contestant oneReader(HiveConfig config, int senderShard) {
        var finish = new Finish(1);
        Hive hive = Hive.start(config);
        Channels channels = bound(hive, ChannelModes.RDWR);
        var cast = new HiveCast(hive);
        cast.add(0, self -> reader(self, channels, finish));
        cast.add(senderShard, self -> sender(self, channels));
        return new Flood(finish, cast::start, cast::close);
    }

    @Override
    public Contestant fanOut() {
        var finish = new Finish(READERS);
        Hive hive = Hive.start(HiveMatch.oneShard(mode));
        Channels channels = bound(hive, ChannelModes.FANOUT_BLOCK);
        var cast = new HiveCast(hive);
        for (int i = 0; i < READERS; i++) {
            cast.add(0, self -> reader(self, channels, finish));
        }
        cast.add(0, self -> sender(self, channels));
        return new Flood(finish, cast::start, cast::close);
    }

    /** The end of a round goes through the channel as well, so its reader takes one message more. */
    @Override
    public Contestant tap() {
        var finish = new Finish(2);
        var count = new TapCount();
        Hive hive = Hive.start(HiveMatch.oneShard(mode));
        Channels channels = bound(hive, ChannelModes.RDWR);
        var cast = new HiveCast(hive);
        cast.add(0, self -> readerToEnd(self, channels, finish));
        cast.add(0, self -> new TapReader(channels.of(self), open(self, channels, ChannelModes.TAP), count, finish));
        cast.add(0, self -> senderWithEnd(self, channels));
        return new Flood(finish, cast::start, count::figures, cast::close);
    }

    static Channels bound(Hive hive, int channelMode) {
        Channels channels = Channels.open(hive);
        done(channels.external().bind(TARGET, CAPACITY, channelMode).status());
        return channels;
    }

    static int open(ActorContext self, Channels channels, int flags) {
        var opened = channels.of(self).open(TARGET, flags);
        done(opened.status());
        return opened.handle();
    }

    private static HiveCast.Part sender(ActorContext self, Channels channels) {
        ChannelClient task = channels.of(self);
        int handle = open(self, channels, ChannelModes.WRONLY);
        ChannelMessage[] parcels = parcels();
        return messages -> send(task, handle, parcels, messages);
    }

    private static HiveCast.Part senderWithEnd(ActorContext self, Channels channels) {
        ChannelClient task = channels.of(self);
        int handle = open(self, channels, ChannelModes.WRONLY);
        ChannelMessage[] parcels = parcels();
        return messages -> {
            send(task, handle, parcels, messages);
            done(task.send(handle, new ChannelMessage(Parcels.END).channel(END), Hive.FOREVER));
        };
    }

    static ChannelMessage[] parcels() {
        return IntStream.range(0, Parcels.KINDS).mapToObj(Parcels::at).map(ChannelMessage::new)
                .toArray(ChannelMessage[]::new);
    }

    static void send(ChannelClient task, int handle, ChannelMessage[] parcels, int messages) {
        for (int i = 0; i < messages; i++) {
            done(task.send(handle, parcels[i % Parcels.KINDS], Hive.FOREVER));
        }
    }

    private static HiveCast.Part reader(ActorContext self, Channels channels, Finish finish) {
        ChannelClient task = channels.of(self);
        int handle = open(self, channels, ChannelModes.RDONLY);
        return messages -> finish.arrive(receive(task, handle, messages));
    }

    private static HiveCast.Part readerToEnd(ActorContext self, Channels channels, Finish finish) {
        ChannelClient task = channels.of(self);
        int handle = open(self, channels, ChannelModes.RDONLY);
        return messages -> {
            int right = receive(task, handle, messages);
            done(task.receive(handle, new ChannelMessage(Parcels.SIZE), Hive.FOREVER));
            finish.arrive(right);
        };
    }

    static int receive(ChannelClient task, int handle, int messages) {
        var message = new ChannelMessage(Parcels.SIZE);
        int right = 0;
        for (int i = 0; i < messages; i++) {
            done(task.receive(handle, message, Hive.FOREVER));
            right += Parcels.isAt(i, message.bytes()) ? 1 : 0;
        }
        return right;
    }

    private static void done(ChannelStatus status) {
        if (status != ChannelStatus.OK) {
            throw new IllegalStateException("a message is lost: " + status.text());
        }
    }

    /** Receives what a tap gets. What it has missed is what lies between the numbers of its messages. */
    private static final class TapReader implements HiveCast.Part {
        private final ChannelClient task;
        private final int handle;
        private final TapCount count;
        private final Finish finish;
        private long nextSequence;

        TapReader(ChannelClient task, int handle, TapCount count, Finish finish) {
            this.task = task;
            this.handle = handle;
            this.count = count;
            this.finish = finish;
        }

        @Override
        public void play(int operations) {
            var message = new ChannelMessage(Parcels.SIZE);
            long first = nextSequence;
            int right = 0;
            int missed = 0;
            do {
                done(task.receive(handle, message, Hive.FOREVER));
                missed += (int) (message.sequence() - nextSequence);
                nextSequence = message.sequence() + 1;
                right += isRight(message, first) ? 1 : 0;
            } while (message.channel() != END);
            count.missed(missed);
            finish.arrive(count.seen(right));
        }

        private static boolean isRight(ChannelMessage message, long first) {
            return message.channel() != END && Parcels.isAt((int) (message.sequence() - first), message.bytes());
        }
    }
}
