package io.hiveactor.runtime.port;

/**
 * The wait of an external thread for something that a sister module serves, as snapshots show it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param what explains the wait
 * @param deadlineNanos in the hive's time; {@link ActorPort#NEVER} for none
 */
public record ExternalWait(Thread thread, Explained what, long sinceNanos, long deadlineNanos) {}
