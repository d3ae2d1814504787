package io.hiveactor.service.engine;

import io.hiveactor.ipc.Request;
import io.hiveactor.service.queue.Operation;

/** What the operator is asked. */
sealed interface Order {
    /** Execute an operation in slices. */
    record Job(Operation operation) implements Order, Request<Order, Answer> {}

    /** Time for a pass of retention. */
    record Retain() implements Order {}

    /** Time to check all stored data. */
    record Scrub() implements Order {}
}
