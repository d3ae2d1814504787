package io.hiveactor.runtime;

/**
 * A monitor of one actor by another: when the target ends, the other receives an EXIT.
 *
 * @param number what its EXIT carries as {@link Message#correlation()}; unique within the hive and never 0
 * @param target the monitored actor
 */
public record Monitor(long number, ActorId target) implements MonitorResult {}
