package io.hiveactor.mailbox.doubles;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox that keeps what is sent to it, for a test to look at. It delivers nothing and checks no arguments.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class CollectingMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    private static final MailboxTraits TRAITS = new MailboxTraits(MailboxTraits.Order.FIFO, null, true, false);

    private final String name;
    private final List<T> sent = new ArrayList<>(); // guarded by itself, as is the number
    private long sends;
    private volatile boolean isClosed;

    public CollectingMailbox() {
        this("collecting");
    }

    public CollectingMailbox(String name) {
        this.name = Objects.requireNonNull(name, "name");
    }

    /** The bodies sent since the last purge, in their order: a copy. */
    public List<T> sent() {
        synchronized (sent) {
            return Collections.unmodifiableList(new ArrayList<>(sent)); // with nulls, which List.copyOf refuses
        }
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
        synchronized (sent) {
            sent.add(body);
            sends++;
            return new Sent(name + '-' + sends);
        }
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
        synchronized (sent) {
            int count = sent.size();
            sent.clear();
            return count;
        }
    }

    @Override
    public long approximateCount() {
        synchronized (sent) {
            return sent.size();
        }
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
