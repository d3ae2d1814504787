package io.hiveactor.mailbox.doubles;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox that drops what is sent to it. It never has anything, waits for nothing, and checks no arguments.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class NullMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    private static final MailboxTraits TRAITS = new MailboxTraits(MailboxTraits.Order.FIFO, null, true, false);

    private final String name;
    private final AtomicLong sends = new AtomicLong();
    private volatile boolean isClosed;

    public NullMailbox() {
        this("null");
    }

    public NullMailbox(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public MailboxTraits traits() {
        return TRAITS;
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        return new Sent(name + '-' + sends.incrementAndGet());
    }

    @Override
    public List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) {
        return List.of();
    }

    /** Refused: nothing was ever delivered. */
    @Override
    public AckStatus acknowledge(String receipt) {
        return AckStatus.LEASE_ENDED;
    }

    /** Refused: nothing was ever delivered. */
    @Override
    public AckStatus nack(String receipt, Duration delay) {
        return AckStatus.LEASE_ENDED;
    }

    /** Refused: nothing was ever delivered. */
    @Override
    public AckStatus extend(String receipt, Duration lease) {
        return AckStatus.LEASE_ENDED;
    }

    @Override
    public long purge() {
        return 0;
    }

    @Override
    public long approximateCount() {
        return 0;
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
        return "mailbox " + name;
    }
}
