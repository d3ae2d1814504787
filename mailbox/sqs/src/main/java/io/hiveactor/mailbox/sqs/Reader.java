package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.UnreadableBody;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * Makes bodies of messages, and moves those out of the way that cannot be read. <b>Threads:</b> any thread.
 */
final class Reader<T extends @Nullable Object, R extends @Nullable Object> {
    private static final System.Logger LOG = System.getLogger(Reader.class.getName());
    private static final int ASKED_AGAIN_SECONDS = 1;

    private final SqsConfig<T, R> config;
    private final SqsQueue queue;
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong unresolved = new AtomicLong();

    /** What was read of a message. */
    record Incoming<T extends @Nullable Object, R extends @Nullable Object>(
            String id, T body, int deliveryCount, Instant enqueuedAt, @Nullable Mailbox<R, ?> replyTo, String handle) {}

    Reader(SqsConfig<T, R> config, SqsQueue queue) {
        this.config = config;
        this.queue = queue;
    }

    /** Those that can be read. The others went to the mailbox for them, or stay in flight until their leases end. */
    List<Incoming<T, R>> read(List<Message> messages) {
        List<Incoming<T, R>> readable = new ArrayList<>();
        for (Message message : messages) {
            T body;
            try {
                body = config.codec().reader().read(text(message));
            } catch (Exception e) {
                moveAway(message, e);
                continue;
            }
            try {
                readable.add(new Incoming<>(message.messageId(), body, deliveryCount(message), enqueuedAt(message),
                        replyTo(message), message.receiptHandle()));
            } catch (RuntimeException e) { // of the resolver, which may have asked a server: the next delivery asks again
                giveBack(message, e);
            }
        }
        return readable;
    }

    private void giveBack(Message message, RuntimeException error) {
        unresolved.incrementAndGet();
        LOG.log(Level.WARNING, "back to " + queue.name() + ": where to reply to " + message.messageId(), error);
        try {
            var _ = queue.hide(message.receiptHandle(), ASKED_AGAIN_SECONDS);
        } catch (RuntimeException e) { // its lease ends by itself
            LOG.log(Level.WARNING, "not back to " + queue.name() + " before its lease ends: " + message.messageId(), e);
        }
    }

    /** How many deliveries were given back because looking for the mailbox for replies failed. */
    long unresolved() {
        return unresolved.get();
    }

    /** How many deliveries were left in flight because their body could not be read. */
    long skipped() {
        return skipped.get();
    }

    private void moveAway(Message message, Exception error) {
        try {
            if (isStored(message, error)) {
                var _ = queue.delete(message.receiptHandle()); // if its lease has ended it comes, and is stored, again
                return;
            }
            LOG.log(Level.WARNING, "left in " + queue.name() + ": the body of " + message.messageId() + ": " + error);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "left in " + queue.name() + ": the body of " + message.messageId() + ": " + error, e);
        }
        skipped.incrementAndGet();
    }

    private boolean isStored(Message message, Exception error) {
        Mailbox<UnreadableBody, ?> mailbox = config.unreadable();
        var letter = new UnreadableBody(queue.name(), message.messageId(), text(message), deliveryCount(message),
                enqueuedAt(message), error.toString());
        return mailbox != null && mailbox.send(letter) instanceof Sent;
    }

    private static String text(Message message) {
        return message.messageAttributes().containsKey(Wire.EMPTY) ? "" : message.body();
    }

    private static int deliveryCount(Message message) {
        return Integer.parseInt(message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT));
    }

    private static Instant enqueuedAt(Message message) {
        return Instant.ofEpochMilli(Long.parseLong(message.attributes().get(MessageSystemAttributeName.SENT_TIMESTAMP)));
    }

    private @Nullable Mailbox<R, ?> replyTo(Message message) {
        var name = message.messageAttributes().get(Wire.REPLY_TO);
        return name == null ? null : config.replies().find(name.stringValue());
    }
}
