package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.UnreadableBody;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What becomes of messages whose body the codec cannot read. <b>Threads:</b> any thread. */
final class UnreadableBodies {
    private static final System.Logger LOG = System.getLogger(UnreadableBodies.class.getName());

    private final @Nullable Mailbox<UnreadableBody, ?> deadLetters;
    private final AtomicLong count = new AtomicLong();

    UnreadableBodies(@Nullable Mailbox<UnreadableBody, ?> deadLetters) {
        this.deadLetters = deadLetters;
    }

    /** How many there were, each counted as often as it was delivered. */
    long count() {
        return count.get();
    }

    /** Whether it is with the dead letters now; if not it has to stay where it is. */
    boolean moved(Stored message, Throwable error) {
        count.incrementAndGet();
        var receipt = message.receipt();
        var what = "message " + receipt.id() + " of mailbox " + receipt.mailbox() + " cannot be read";
        if (deadLetters == null) {
            LOG.log(System.Logger.Level.WARNING, what, error);
            return false;
        }
        LOG.log(System.Logger.Level.WARNING, what + " and goes to mailbox " + deadLetters.name(), error);
        try {
            return switch (deadLetters.send(letter(message, error))) {
                case Sent _ -> true;
                case NotSent.FULL -> {
                    LOG.log(System.Logger.Level.WARNING, what + ", and " + deadLetters.name() + " is full");
                    yield false;
                }
            };
        } catch (Throwable e) { // the rest of the batch can still be delivered; this one comes again
            LOG.log(System.Logger.Level.WARNING, what + ", and " + deadLetters.name() + " failed", e);
            return false;
        }
    }

    static UnreadableBody letter(Stored message, Throwable error) {
        var receipt = message.receipt();
        return new UnreadableBody(
                receipt.mailbox(),
                receipt.id(),
                message.text(),
                message.deliveryCount(),
                message.enqueuedAt(),
                error.toString());
    }
}
