package io.hiveactor.runtime;

/**
 * A watch of one actor over another.
 *
 * @param number what its EXIT carries as {@link Message#correlation()}; unique within the hive and never 0
 * @param target who is watched
 */
public record Monitor(long number, ActorId target) implements MonitorResult {}
