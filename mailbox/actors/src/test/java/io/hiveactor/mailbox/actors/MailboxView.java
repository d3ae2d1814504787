package io.hiveactor.mailbox.actors;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.SendResult;
import java.time.Duration;
import java.util.List;

/** A mailbox that is another one, but for what a test wants otherwise. */
interface MailboxView<T, R> extends Mailbox<T, R> {
    Mailbox<T, R> viewed();

    @Override
    default String name() {
        return viewed().name();
    }

    @Override
    default MailboxTraits traits() {
        return viewed().traits();
    }

    @Override
    default SendResult send(T body, Mailbox<R, ?> replyTo) {
        return viewed().send(body, replyTo);
    }

    @Override
    default List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) throws InterruptedException {
        return viewed().receive(maxMessages, lease, wait);
    }

    @Override
    default AckStatus acknowledge(String receipt) {
        return viewed().acknowledge(receipt);
    }

    @Override
    default AckStatus nack(String receipt, Duration delay) {
        return viewed().nack(receipt, delay);
    }

    @Override
    default AckStatus extend(String receipt, Duration lease) {
        return viewed().extend(receipt, lease);
    }

    @Override
    default long purge() {
        return viewed().purge();
    }

    @Override
    default long approximateCount() {
        return viewed().approximateCount();
    }

    @Override
    default void close() {
        viewed().close();
    }

    @Override
    default boolean isClosed() {
        return viewed().isClosed();
    }
}
