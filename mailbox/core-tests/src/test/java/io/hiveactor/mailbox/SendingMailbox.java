package io.hiveactor.mailbox;

import io.hiveactor.mailbox.doubles.NullMailbox;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A mailbox that does with what is sent whatever a test wants, and nothing else. */
public final class SendingMailbox<T> implements Mailbox<T, Void> {
    private final Mailbox<T, Void> rest = new NullMailbox<>();
    private final Function<T, SendResult> onSend;

    public SendingMailbox(Function<T, SendResult> onSend) {
        this.onSend = onSend;
    }

    /** As a server does that takes nothing of that size. */
    public static <T> SendingMailbox<T> refusing() {
        return new SendingMailbox<>(body -> {
            throw new IllegalArgumentException("too large: " + body);
        });
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<Void, ?> replyTo) {
        return onSend.apply(body);
    }

    @Override
    public String name() {
        return rest.name();
    }

    @Override
    public MailboxTraits traits() {
        return rest.traits();
    }

    @Override
    public List<Delivery<T, Void>> receive(int maxMessages, Duration lease, Duration wait) throws InterruptedException {
        return rest.receive(maxMessages, lease, wait);
    }

    @Override
    public AckStatus acknowledge(String receipt) {
        return rest.acknowledge(receipt);
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        return rest.nack(receipt, delay);
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        return rest.extend(receipt, lease);
    }

    @Override
    public long purge() {
        return rest.purge();
    }

    @Override
    public long approximateCount() {
        return rest.approximateCount();
    }

    @Override
    public void close() {
        rest.close();
    }

    @Override
    public boolean isClosed() {
        return rest.isClosed();
    }
}
