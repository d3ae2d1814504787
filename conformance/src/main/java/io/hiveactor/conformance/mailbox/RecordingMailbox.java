package io.hiveactor.conformance.mailbox;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mailbox that notes what a loop asks of it. It never waits: nobody else is there to send. */
final class RecordingMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    private final Mailbox<T, R> mailbox;
    int polls;
    Duration lease = Duration.ZERO;
    Duration wait = Duration.ZERO;
    final List<Integer> extended = new ArrayList<>();
    @Nullable Delivery<T, R> last;
    Runnable afterReceive = () -> {};

    RecordingMailbox(Mailbox<T, R> mailbox) {
        this.mailbox = mailbox;
    }

    @Override
    public List<Delivery<T, R>> receive(int maxMessages, Duration newLease, Duration newWait) throws InterruptedException {
        polls++;
        lease = newLease;
        wait = newWait;
        List<Delivery<T, R>> batch = new ArrayList<>();
        for (Delivery<T, R> each : mailbox.receive(maxMessages, newLease, Duration.ZERO)) {
            last = noting(each);
            batch.add(last);
        }
        afterReceive.run();
        return batch;
    }

    private Delivery<T, R> noting(Delivery<T, R> delivery) {
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
                extended.add((int) time.toSeconds());
                return delivery.extend(time);
            }

            @Override
            public String receipt() {
                return delivery.receipt();
            }
        });
    }

    @Override
    public String name() {
        return mailbox.name();
    }

    @Override
    public MailboxTraits traits() {
        return mailbox.traits();
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        return mailbox.send(body, replyTo);
    }

    @Override
    public AckStatus acknowledge(String receipt) {
        return mailbox.acknowledge(receipt);
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        return mailbox.nack(receipt, delay);
    }

    @Override
    public AckStatus extend(String receipt, Duration time) {
        return mailbox.extend(receipt, time);
    }

    @Override
    public long purge() {
        return mailbox.purge();
    }

    @Override
    public long approximateCount() {
        return mailbox.approximateCount();
    }

    @Override
    public void close() {
        mailbox.close();
    }

    @Override
    public boolean isClosed() {
        return mailbox.isClosed();
    }
}
