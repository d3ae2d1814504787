package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
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
 * Makes bodies of messages, and moves those that cannot be read to the mailbox for them, if there is one.
 * <b>Threads:</b> any thread.
 */
final class Reader<T extends @Nullable Object, R extends @Nullable Object> {
    private static final System.Logger LOG = System.getLogger(Reader.class.getName());
    private static final int ASKED_AGAIN_SECONDS = 1;

    private final SqsConfig<T, R> config;
    private final SqsQueue queue;
    private final MailboxResolver<R> replies;
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong unresolved = new AtomicLong();

    /** What was read of a message. */
    record Incoming<T extends @Nullable Object, R extends @Nullable Object>(
            String id, T body, int deliveryCount, Instant enqueuedAt, @Nullable Mailbox<R, ?> replyTo,
            @Nullable String replyToName, String handle) {}

    Reader(SqsConfig<T, R> config, SqsQueue queue) {
        this.config = config;
        this.queue = queue;
        replies = repliesOf(config, queue);
    }

    private static <R extends @Nullable Object> MailboxResolver<R> repliesOf(SqsConfig<?, R> config, SqsQueue queue) {
        if (config.replies() != null) {
            return config.replies();
        }
        return config.replyCodec() == null
                ? _ -> null
                : new SqsMailboxFactory<>(queue.client(), config.replyCodec())::create;
    }

    /** What was read of one call's messages. */
    record Batch<T extends @Nullable Object, R extends @Nullable Object>(
            List<Incoming<T, R>> readable, List<Incoming<UnreadableBody, R>> unreadable) {}

    Batch<T, R> read(List<Message> messages) {
        var batch = new Batch<T, R>(new ArrayList<>(), new ArrayList<>());
        for (Message message : messages) {
            T body;
            try {
                body = config.codec().reader().read(text(message));
            } catch (Throwable e) { // also an error, as of a body nested too deeply: the rest can be delivered
                UnreadableBody letter = letter(message, e);
                if (!isMovedAway(message, letter) && config.unreadable() == null) { // else it stays leased
                    add(message, letter, batch.unreadable());
                }
                continue;
            }
            add(message, body, batch.readable());
        }
        return batch;
    }

    private <B extends @Nullable Object> void add(Message message, B body, List<Incoming<B, R>> to) {
        try {
            String name = replyToName(message);
            to.add(new Incoming<>(message.messageId(), body, deliveryCount(message), enqueuedAt(message),
                    name == null ? null : replies.find(name), name, message.receiptHandle()));
        } catch (Throwable e) { // of the resolver, which may have asked a server: the next delivery asks again
            giveBack(message, e);
        }
    }

    private void giveBack(Message message, Throwable error) {
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

    /** How many deliveries had a body that could not be read and was not moved. */
    long skipped() {
        return skipped.get();
    }

    /** Whether it is in the mailbox for unreadable bodies; if its lease has ended it may be there twice. */
    private boolean isMovedAway(Message message, UnreadableBody letter) {
        if (!isStored(letter)) {
            skipped.incrementAndGet();
            return false;
        }
        try {
            var _ = queue.delete(message.receiptHandle());
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "stored as unreadable, and still in " + queue.name() + ": " + letter.messageId(), e);
        }
        return true;
    }

    private boolean isStored(UnreadableBody letter) {
        Mailbox<UnreadableBody, ?> mailbox = config.unreadable();
        String what = "left in " + queue.name() + ": the body of " + letter.messageId() + ": " + letter.error();
        try {
            if (mailbox != null && mailbox.send(letter) instanceof Sent) {
                return true;
            }
            LOG.log(Level.WARNING, what);
        } catch (Throwable e) {
            LOG.log(Level.WARNING, what, e);
        }
        return false;
    }

    private UnreadableBody letter(Message message, Throwable error) {
        return new UnreadableBody(queue.name(), message.messageId(), text(message), deliveryCount(message),
                enqueuedAt(message), error.toString());
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

    private static @Nullable String replyToName(Message message) {
        var name = message.messageAttributes().get(Wire.REPLY_TO);
        return name == null ? null : name.stringValue();
    }
}
