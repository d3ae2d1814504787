package io.hiveactor.ipc.channel;

import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.port.Observed;
import java.util.function.Consumer;

/**
 * The channels of a table as snapshots of the hive show them.
 *
 * <p><b>Threads:</b> {@code describe} owner only, the shard of the table; the rest any thread.
 */
final class ObservedChannels implements Observed {
    private final Channels channels;
    private final int number;

    ObservedChannels(Channels channels) {
        this.channels = channels;
        number = channels.port.nextObservedNumber();
    }

    /** A channel as reports name it. Descriptors of two tables may have the same number. */
    Resource of(Descriptor channel) {
        return new Resource(
                Resource.Kind.CHANNEL, channel.target.toString(), (long) number << Integer.SIZE | channel.id);
    }

    @Override
    public void describe(Consumer<ResourceView> into) {
        channels.table.registry.descriptors().forEach(channel -> into.accept(view(channel)));
    }

    private ResourceView view(Descriptor channel) {
        int readers = 0;
        int writers = 0;
        for (Handle handle : channel.handles) {
            readers += handle.mayReceive() && !handle.isTap() ? 1 : 0;
            writers += handle.maySend() ? 1 : 0;
        }
        return new ResourceView(of(channel), channels.shard, channel.queue.depth(), 0, channel.queue.used(),
                channel.queue.limit(), readers, writers, channel.receivers.pids().size(), channel.senders.pids().size(),
                channel.drops);
    }
}
