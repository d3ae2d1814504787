package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.UnreadableBody;

/**
 * The codec could not read a request. Each delivery of it is a failed attempt. To dead-letter it at the first one,
 * name this class in {@link DeliveryLimit#givenUp()}.
 */
public final class UnreadableRequest extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableRequest(UnreadableBody body) {
        super("the request cannot be read: " + body.error());
    }
}
