package io.hiveactor.ipc.channel;

/**
 * How often a pid did what. <b>Threads:</b> immutable.
 *
 * @param steps sends and receives, also those that failed or waited
 * @param wakes waits that ended other than by expiring
 * @param timeouts waits that expired
 * @param failures calls of any operation that ended with an error, see {@link ChannelStatus#isError}, except timeouts
 */
public record TaskCounters(long steps, long wakes, long timeouts, long failures) {
    public static final TaskCounters ZERO = new TaskCounters(0, 0, 0, 0);

    public TaskCounters plus(TaskCounters other) {
        return new TaskCounters(steps + other.steps, wakes + other.wakes, timeouts + other.timeouts,
                failures + other.failures);
    }
}
