package io.hiveactor.service.queue;

/** The topics that a caller may touch. */
@FunctionalInterface
public interface TopicScope {
    /** Every topic. */
    TopicScope ALL = topic -> true;

    boolean allows(String topic);
}
