package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends dead letters back to where they came from, because somebody asked for it.
 *
 * @param moved how many are back in their mailbox
 * @param isStopped whether it ended early, because the mailbox was full
 */
public record Redrive(long moved, boolean isStopped) {
    private static final Duration LEASE = Duration.ofMinutes(5);

    /**
     * Moves letters until there are none, so many were moved, or the target is full. Each is sent before it is acknowledged:
     * after a crash in between it is in both, and lost in neither.
     *
     * @param addresses finds the mailboxes for replies by their names
     */
    public static <B extends @Nullable Object, R extends @Nullable Object> Redrive all(
            Mailbox<DeadLetter<B>, ?> deadLetters, Mailbox<B, R> target, MailboxResolver<R> addresses, long most)
            throws InterruptedException {
        long moved = 0;
        while (moved < most) {
            var batch = deadLetters.receive(1, LEASE, Duration.ZERO);
            if (batch.isEmpty()) {
                return new Redrive(moved, false);
            }
            Delivery<DeadLetter<B>, ?> delivery = batch.getFirst();
            DeadLetter<B> letter = delivery.body();
            Mailbox<R, ?> replyTo = letter.replyTo() == null ? null : addresses.find(letter.replyTo());
            if (!(target.send(letter.body(), replyTo) instanceof Sent)) {
                var _ = delivery.nack(); // or its lease ends by itself
                return new Redrive(moved, true);
            }
            if (delivery.acknowledge() == AckStatus.DONE) {
                moved++;
            }
        }
        return new Redrive(moved, false);
    }
}
