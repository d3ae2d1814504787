package io.hiveactor.ipc.channel;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * Counters of all channels of one {@link Channels}. <b>Threads:</b> immutable.
 *
 * @param totalCapacity bytes that all channels together can hold
 * @param unopenedDescriptors channels that were bound and not yet opened
 * @param handlesPerPid of the pids that have ever opened any
 * @param waiterCount receivers and senders in line
 * @param footprintBytes bytes allocated for messages and copies
 * @param listenerFailures events on which the listener threw, and events dropped because it was too slow
 * @param internalErrors unexpected failures inside the table, each of which is logged
 */
public record TableStats(
        int maxDescriptors,
        int activeDescriptors,
        long unopenedDescriptors,
        long totalCapacity,
        long bytesUsed,
        long queueDepth,
        Map<Integer, Integer> handlesPerPid,
        int handleLimit,
        int bindLimit,
        int tapRateLimit,
        long tapCount,
        long tapQueueDepth,
        long waiterCount,
        long fanOutDescriptors,
        long footprintBytes,
        long listenerFailures,
        long internalErrors) {
    static TableStats of(
            Registry registry, ChannelProfile profile, int tapRateLimit, long listenerFailures, long internalErrors) {
        return new TableStats(
                profile.maxDescriptors(),
                registry.descriptors().size(),
                sum(registry, d -> d.binders.isEmpty() ? 0 : 1),
                sum(registry, d -> d.queue.limit()),
                sum(registry, d -> d.queue.used()),
                sum(registry, d -> d.queue.depth()),
                handles(registry),
                profile.handleLimit(),
                profile.bindLimit(),
                tapRateLimit,
                sum(registry, d -> d.taps.length),
                sum(registry, d -> overTaps(d, MessageRing::depth)),
                sum(registry, d -> d.receivers.pids().size() + d.senders.pids().size()),
                sum(registry, d -> d.isFanOut() ? 1 : 0),
                sum(registry, d -> d.queue.footprint() + overTaps(d, MessageRing::footprint)),
                listenerFailures,
                internalErrors);
    }

    private static long sum(Registry registry, ToIntFunction<Descriptor> number) {
        return registry.descriptors().stream().mapToLong(number::applyAsInt).sum();
    }

    private static int overTaps(Descriptor d, ToIntFunction<MessageRing> number) {
        return Arrays.stream(d.taps).mapToInt(tap -> number.applyAsInt(tap.copies)).sum();
    }

    private static Map<Integer, Integer> handles(Registry registry) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (Task task : registry.tasks()) {
            if (task.hasOpened()) {
                counts.put(task.pid, task.handles.size());
            }
        }
        return counts;
    }

    public TableStats {
        handlesPerPid = Map.copyOf(handlesPerPid);
    }

    /** Number of channels that can still be bound. */
    public int freeDescriptors() {
        return maxDescriptors - activeDescriptors;
    }

    /** Whether the next bind of a new target is refused. */
    public boolean isPoolExhausted() {
        return activeDescriptors >= maxDescriptors;
    }

    /** Bytes of capacity that are not in use, over all channels. */
    public long bytesAvailable() {
        return totalCapacity - bytesUsed;
    }

    /** Number of open handles of all tasks. */
    public int handleCount() {
        return handlesPerPid.values().stream().mapToInt(Integer::intValue).sum();
    }
}
