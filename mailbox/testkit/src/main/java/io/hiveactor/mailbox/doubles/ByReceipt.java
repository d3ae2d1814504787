package io.hiveactor.mailbox.doubles;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import java.time.Duration;

/** Settles a delivery by asking its mailbox with the receipt. <b>Threads:</b> any thread. */
record ByReceipt(Mailbox<?, ?> mailbox, String receipt) implements Delivery.Settlement {
    @Override
    public AckStatus acknowledge() {
        return mailbox.acknowledge(receipt);
    }

    @Override
    public AckStatus nack(Duration delay) {
        return mailbox.nack(receipt, delay);
    }

    @Override
    public AckStatus extend(Duration lease) {
        return mailbox.extend(receipt, lease);
    }
}
