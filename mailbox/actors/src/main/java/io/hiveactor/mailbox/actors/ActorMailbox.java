package io.hiveactor.mailbox.actors;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.ReceivedBatch;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.runtime.ActorContext;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox as one actor uses it: whatever its calls wait for, a message or a server, only that actor waits, in either fiber
 * mode. Its deliveries are the actor's alone; {@link Delivery#replyTo()} is the mailbox itself, so to send an answer use
 * {@link Delivery#reply}.
 *
 * <p><b>Threads:</b> owner only, the actor.
 */
public final class ActorMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    private final ActorContext self;
    private final Mailbox<T, R> mailbox;

    private ActorMailbox(ActorContext self, Mailbox<T, R> mailbox) {
        this.self = self;
        this.mailbox = mailbox;
    }

    /** A mailbox, as the running actor uses it. */
    public static <T extends @Nullable Object, R extends @Nullable Object> ActorMailbox<T, R> of(
            ActorContext self, Mailbox<T, R> mailbox) {
        return new ActorMailbox<>(self, mailbox);
    }

    @Override
    public List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) throws InterruptedException {
        return self.blocking(() -> mailbox.receive(maxMessages, lease, wait)).stream()
                .map(each -> own(self, each)).toList();
    }

    @Override
    public ReceivedBatch<T, R> receiveBatch(int maxMessages, Duration lease, Duration wait)
            throws InterruptedException {
        ReceivedBatch<T, R> batch = self.blocking(() -> mailbox.receiveBatch(maxMessages, lease, wait));
        return new ReceivedBatch<>(
                batch.messages().stream().map(each -> own(self, each)).toList(),
                batch.unreadable().stream().map(each -> own(self, each)).toList());
    }

    /** A delivery that came from elsewhere, as the running actor settles it: only that actor waits. */
    public static <T extends @Nullable Object, R extends @Nullable Object> Delivery<T, R> own(
            ActorContext self, Delivery<T, R> delivery) {
        return delivery.settledBy(new Delivery.Settlement() {
            @Override
            public AckStatus acknowledge() {
                return self.blocking(delivery::acknowledge);
            }

            @Override
            public AckStatus nack(Duration delay) {
                return self.blocking(() -> delivery.nack(delay));
            }

            @Override
            public AckStatus extend(Duration lease) {
                return self.blocking(() -> delivery.extend(lease));
            }

            @Override
            public <A extends @Nullable Object> SendResult answer(Mailbox<A, ?> replyTo, A answer) {
                return self.blocking(() -> replyTo.send(answer));
            }

            @Override
            public String receipt() {
                return delivery.receipt();
            }
        });
    }

    /** Where replies go is handed on as the mailbox that it is: others send to it, who are not this actor. */
    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        Mailbox<R, ?> address = replyTo instanceof ActorMailbox<R, ?> own ? own.mailbox : replyTo;
        return self.blocking(() -> mailbox.send(body, address));
    }

    @Override
    public List<SendResult> sendAll(List<? extends T> bodies) {
        return self.blocking(() -> mailbox.sendAll(bodies));
    }

    @Override
    public AckStatus acknowledge(String receipt) {
        return self.blocking(() -> mailbox.acknowledge(receipt));
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        return self.blocking(() -> mailbox.nack(receipt, delay));
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        return self.blocking(() -> mailbox.extend(receipt, lease));
    }

    @Override
    public long purge() {
        return self.blocking(mailbox::purge);
    }

    @Override
    public long approximateCount() {
        return self.blocking(mailbox::approximateCount);
    }

    @Override
    public String name() {
        return mailbox.name();
    }

    @Override
    public MailboxTraits traits() {
        return mailbox.traits();
    }

    /** Closes the mailbox itself, for everybody who has this object of it. */
    @Override
    public void close() {
        mailbox.close();
    }

    @Override
    public boolean isClosed() {
        return mailbox.isClosed();
    }
}
