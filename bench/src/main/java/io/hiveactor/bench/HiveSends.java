package io.hiveactor.bench;

import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelMessage;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;

/**
 * What a send costs its sender: an actor fills a channel of a hive, and only that is timed; then it empties the channel, and
 * the tap if there is one, itself. So the difference of the two is what a tap costs the sender.
 *
 * <p><b>Threads:</b> the referee's, besides its actor; the finish orders them.
 */
final class HiveSends implements Contestant {
    private final Finish finish = new Finish(1);
    private final HiveCast cast;
    private long nanos;

    private HiveSends(FiberMode mode, boolean isTapped) {
        Hive hive = Hive.start(HiveMatch.oneShard(mode));
        Channels channels = HiveChannels.bound(hive, ChannelModes.RDWR);
        cast = new HiveCast(hive);
        cast.add(0, self -> part(self, channels, isTapped));
    }

    static Contestant untapped(FiberMode mode) {
        return new HiveSends(mode, false);
    }

    static Contestant tapped(FiberMode mode) {
        return new HiveSends(mode, true);
    }

    private HiveCast.Part part(ActorContext self, Channels channels, boolean isTapped) {
        ChannelClient task = channels.of(self);
        int sending = HiveChannels.open(self, channels, ChannelModes.WRONLY);
        int receiving = HiveChannels.open(self, channels, ChannelModes.RDONLY);
        int tapping = isTapped ? HiveChannels.open(self, channels, ChannelModes.TAP) : 0;
        ChannelMessage[] parcels = HiveChannels.parcels();
        return messages -> {
            long timed = 0;
            int right = 0;
            for (int left = messages; left > 0; left -= ChannelSystem.ROOM) {
                int burst = Math.min(left, ChannelSystem.ROOM);
                long start = System.nanoTime();
                HiveChannels.send(task, sending, parcels, burst);
                timed += System.nanoTime() - start;
                int received = HiveChannels.receive(task, receiving, burst);
                right += isTapped ? Math.min(received, HiveChannels.receive(task, tapping, burst)) : received;
            }
            nanos = timed;
            finish.arrive(right);
        };
    }

    @Override
    public long run(int operations) throws InterruptedException {
        finish.expect(operations);
        cast.start(operations);
        finish.awaitAll();
        return nanos;
    }

    @Override
    public void close() {
        cast.close();
    }
}
