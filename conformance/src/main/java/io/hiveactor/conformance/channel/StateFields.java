package io.hiveactor.conformance.channel;

import io.hiveactor.ipc.channel.ChannelState;
import io.hiveactor.ipc.channel.TableSnapshot;
import io.hiveactor.ipc.channel.TableStats;
import io.hiveactor.ipc.channel.TaskCounters;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The state of a table in the form of the vectors. */
final class StateFields {
    private StateFields() {}

    /** The channel that an operation touched, as it is afterwards. */
    static Fields after(ChannelState channel) {
        return Fields.empty()
                .put("descriptor", channel.descriptor())
                .put("depth", channel.depth())
                .put("bytes_used", channel.bytesUsed())
                .put("head_seq", channel.headSequence())
                .put("next_seq", channel.nextSequence())
                .put("waiters", longs(channel.receivers()))
                .put("taps", taps(channel, tap -> longs(List.of(tap.pid(), tap.handle(), tap.depth()))));
    }

    static Fields snapshot(TableSnapshot snapshot) {
        return Fields.empty()
                .put("descriptors", snapshot.channels().stream().map(channel -> full(channel).values()).toList())
                .put("stats", stats(snapshot.stats()).values());
    }

    static Fields identity(ChannelState channel) {
        return Fields.empty()
                .put("namespace", channel.target().namespace().code())
                .put("name", channel.target().name())
                .put("owner_pid", EventFields.owner(channel.target()))
                .put("capacity", channel.capacity())
                .put("mode", channel.mode())
                .put("descriptor", channel.descriptor());
    }

    private static Fields full(ChannelState channel) {
        Fields fields = identity(channel);
        after(channel).values().forEach(fields::put);
        return fields.put("taps", taps(channel, tap -> Fields.empty()
                .put("pid", tap.pid()).put("handle", tap.handle()).put("depth", tap.depth()).values()));
    }

    private static Fields stats(TableStats stats) {
        Fields handles = Fields.empty();
        stats.handlesPerPid().forEach((pid, count) -> handles.put(pid.toString(), count));
        return Fields.empty()
                .put("max_descriptors", stats.maxDescriptors())
                .put("active_descriptors", stats.activeDescriptors())
                .put("free_descriptors", stats.freeDescriptors())
                .put("total_capacity", stats.totalCapacity())
                .put("bytes_used", stats.bytesUsed())
                .put("bytes_available", stats.bytesAvailable())
                .put("queue_depth", stats.queueDepth())
                .put("handles_total", stats.handleCount())
                .put("handles_per_pid", handles.values())
                .put("handle_limit_per_pid", stats.handleLimit())
                .put("tap_rate_limit", stats.tapRateLimit())
                .put("descriptor_pool_exhausted", stats.isPoolExhausted())
                .put("tap_count", stats.tapCount())
                .put("tap_queue_depth", stats.tapQueueDepth())
                .put("waiter_count", stats.waiterCount())
                .put("fanout_descriptors", stats.fanOutDescriptors());
    }

    static Fields counters(Map<Integer, TaskCounters> counted) {
        Fields pids = Fields.empty();
        counted.forEach((pid, counters) -> pids.put(pid.toString(), Fields.empty()
                .put("MAILBOX_STEP", counters.steps())
                .put("MAILBOX_WAKE", counters.wakes())
                .put("MAILBOX_TIMEOUT", counters.timeouts())
                .values()));
        return Fields.empty().put("counters", pids.values());
    }

    static List<Long> longs(List<Integer> numbers) {
        return numbers.stream().map(Integer::longValue).toList();
    }

    private static List<Object> taps(ChannelState channel, Function<ChannelState.TapState, Object> form) {
        return channel.taps().stream().map(form).toList();
    }
}
