package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.UnreadableBody;
import org.jspecify.annotations.Nullable;

/**
 * A request that a worker has received, whether or not it could be read.
 *
 * @param request null if it could not be read, or if a mailbox in memory or a codec has given null
 * @param unreadableText the body as it was found, if it could not be read
 */
record Job<T extends @Nullable Object, O extends @Nullable Object>(
        Delivery<?, WorkResult<O>> delivery, @Nullable WorkRequest<T> request, @Nullable String unreadableText) {
    static <T extends @Nullable Object, O extends @Nullable Object> Job<T, O> of(
            Delivery<WorkRequest<T>, WorkResult<O>> delivery) {
        return new Job<>(delivery, delivery.body(), null);
    }

    static <T extends @Nullable Object, O extends @Nullable Object> Job<T, O> unreadable(
            Delivery<UnreadableBody, WorkResult<O>> delivery) {
        return new Job<>(delivery, null, delivery.body().text());
    }

    /** A request that is null, or could not be read, is known by the message's id. */
    String requestId() {
        return request == null ? delivery.id() : request.requestId();
    }

    @Override
    public String toString() {
        return delivery.toString();
    }
}
