package io.hiveactor.service.store;

/**
 * A topic.
 *
 * @param id its number
 * @param name its name
 * @param createdMs service time of its first message
 */
public record TopicRow(long id, String name, long createdMs) {}
