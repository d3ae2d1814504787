package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.SendResult;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox in Redis that others receive from. There is nothing to close.
 *
 * <p><b>Threads:</b> any thread.
 */
final class SendOnlyMailbox<T extends @Nullable Object> implements Mailbox<T, Object> {
    private final RedisQueue queue;
    private final Sender<T> sender;
    private volatile boolean isClosed;

    SendOnlyMailbox(RedisQueue queue, Sender<T> sender) {
        this.queue = queue;
        this.sender = sender;
    }

    @Override
    public String name() {
        return queue.keys.name;
    }

    @Override
    public MailboxTraits traits() {
        return RedisMailbox.traitsOf(queue);
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<Object, ?> replyTo) {
        return sender.send(body, replyTo);
    }

    @Override
    public List<SendResult> sendAll(List<? extends T> bodies) {
        return sender.sendAll(bodies);
    }

    @Override
    public List<Delivery<T, Object>> receive(int maxMessages, Duration lease, Duration wait) {
        throw sendOnly();
    }

    @Override
    public AckStatus acknowledge(String receipt) {
        throw sendOnly();
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        throw sendOnly();
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        throw sendOnly();
    }

    private UnsupportedOperationException sendOnly() {
        return new UnsupportedOperationException(
                this + " was made from a name, to send to; to receive from it, open a RedisMailbox");
    }

    @Override
    public long purge() {
        return queue.purge();
    }

    @Override
    public long approximateCount() {
        return queue.count();
    }

    @Override
    public void close() {
        isClosed = true;
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    @Override
    public String toString() {
        return queue.keys.toString();
    }
}
