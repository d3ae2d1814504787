package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.Delivery;

/** Whether a request that failed is given up, rather than tried again. */
@FunctionalInterface
public interface DeadLetterRule {
    boolean isDead(Delivery<?, ?> delivery, Throwable error);
}
