package io.hiveactor.service.queue;

/**
 * A delivered message.
 *
 * @param topic name of its topic
 * @param message its row, leased
 * @param body its content, whose hashes were checked
 * @param leaseMs how long the lease runs from the commit
 */
public record Envelope(String topic, MessageRow message, BodyRow body, long leaseMs) {
    public LeaseRef lease() {
        Hold hold = message.hold();
        if (hold == null) {
            throw new IllegalStateException("not leased: " + message.id());
        }
        return new LeaseRef(message.id(), hold.token());
    }
}
