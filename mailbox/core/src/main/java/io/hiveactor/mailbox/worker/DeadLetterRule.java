package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.Delivery;

/** Whether a request that failed is given up, rather than tried again. */
@FunctionalInterface
public interface DeadLetterRule {
    /** Whether a request that failed with this error becomes a dead letter. */
    boolean isDead(Delivery<?, ?> delivery, Throwable error);
}
