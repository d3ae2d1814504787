package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.Sent;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends dead letters back to where they came from, because somebody asked for it.
 *
 * @param moved how many are back in their mailbox
 * @param left how many were left: their body could not be read, or the mailbox for their replies is not known
 * @param isStopped whether it ended early, because the mailbox was full
 */
public record Redrive(long moved, long left, boolean isStopped) {
    private static final System.Logger LOG = System.getLogger(Redrive.class.getName());
    private static final Duration LEASE = Duration.ofMinutes(5);

    /**
     * Moves letters until there are none, so many were moved, or the target is full. Each is sent before it is acknowledged:
     * after a crash in between it is in both, and lost in neither. One whose address for replies is not known stays a dead
     * letter, hidden for five minutes, for without it nobody would hear of the result. So does one whose body could
     * not be read: send its text again by a mailbox with a codec for text.
     *
     * @param addresses finds the mailboxes for replies by their names
     */
    public static <B extends @Nullable Object, R extends @Nullable Object> Redrive all(
            Mailbox<DeadLetter<B>, ?> deadLetters, Mailbox<B, R> target, MailboxResolver<R> addresses, long most)
            throws InterruptedException {
        long moved = 0;
        long left = 0;
        while (moved < most) {
            var batch = deadLetters.receive(1, LEASE, Duration.ZERO);
            if (batch.isEmpty()) {
                return new Redrive(moved, left, false);
            }
            Delivery<DeadLetter<B>, ?> delivery = batch.getFirst();
            DeadLetter<B> letter = delivery.body();
            if (letter.unreadableText() != null) {
                LOG.log(Level.WARNING, "the dead letter in " + delivery + " stays: its body could not be read");
                left++;
                continue;
            }
            Mailbox<R, ?> replyTo = letter.replyTo() == null ? null : addresses.find(letter.replyTo());
            if (replyTo == null && letter.replyTo() != null) {
                LOG.log(Level.WARNING, "the dead letter in " + delivery + " stays: no mailbox " + letter.replyTo() + " is known");
                left++;
                continue;
            }
            if (!(target.send(letter.body(), replyTo) instanceof Sent)) {
                var _ = delivery.nack(); // or its lease ends by itself
                return new Redrive(moved, left, true);
            }
            if (delivery.acknowledge() == AckStatus.DONE) {
                moved++;
            }
        }
        return new Redrive(moved, left, false);
    }
}
