package io.hiveactor.runtime.supervision;

/**
 * A request to a supervisor for the ids of its children. The answer is a {@code Map<String, ActorId>} by name. It comes when
 * the supervisor has started its children.
 */
public record ListChildren() {}
