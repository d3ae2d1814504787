package io.hiveactor.mailbox.actors;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the extensions of what comes from a mailbox, and refuses them if it is told to. */
final class ExtensionsOf<T, R> {
    private final Mailbox<T, R> mailbox;
    private final AtomicInteger receives = new AtomicInteger();
    private final AtomicInteger extensions = new AtomicInteger();
    private volatile boolean isRefusing;
    private volatile boolean isFailing;

    ExtensionsOf(Mailbox<T, R> mailbox) {
        this.mailbox = mailbox;
    }

    int receives() {
        return receives.get();
    }

    int extensions() {
        return extensions.get();
    }

    /** As SQS does with a delivery of twelve hours ago. */
    void refuse() {
        isRefusing = true;
    }

    /** As a server that cannot be reached. */
    void fail() {
        isFailing = true;
    }

    /** The mailbox, with this lease whatever is asked for. */
    Mailbox<T, R> mailbox(Duration lease) {
        return new MailboxView<>() {
            @Override
            public Mailbox<T, R> viewed() {
                return mailbox;
            }

            @Override
            public List<Delivery<T, R>> receive(int maxMessages, Duration asked, Duration wait) throws InterruptedException {
                receives.incrementAndGet();
                return mailbox.receive(maxMessages, lease, wait).stream().map(each -> counting(each)).toList();
            }
        };
    }

    private Delivery<T, R> counting(Delivery<T, R> delivery) {
        return delivery.settledBy(new Delivery.Settlement() {
            @Override
            public AckStatus acknowledge() {
                return delivery.acknowledge();
            }

            @Override
            public AckStatus nack(Duration delay) {
                return delivery.nack(delay);
            }

            @Override
            public AckStatus extend(Duration time) {
                extensions.incrementAndGet();
                if (isRefusing) {
                    throw new IllegalArgumentException("it was delivered twelve hours ago");
                }
                if (isFailing) {
                    throw new BackendException("down", null);
                }
                return delivery.extend(Duration.ofMinutes(1));
            }

            @Override
            public String receipt() {
                return delivery.receipt();
            }
        });
    }
}
