package io.hiveactor.ipc.channel;

/**
 * Counters of one task. <b>Threads:</b> immutable.
 *
 * @param steps sends and receives, also those that failed or waited
 * @param wakes waits that ended other than by expiring
 * @param timeouts waits that expired
 * @param failures calls of any operation that ended with an error, see {@link ChannelStatus#isError}, except timeouts
 */
public record TaskCounters(long steps, long wakes, long timeouts, long failures) {
    /** The counters of a task without any call. */
    public static final TaskCounters ZERO = new TaskCounters(0, 0, 0, 0);

    /** The sums of both. */
    public TaskCounters plus(TaskCounters other) {
        return new TaskCounters(steps + other.steps, wakes + other.wakes, timeouts + other.timeouts,
                failures + other.failures);
    }
}
