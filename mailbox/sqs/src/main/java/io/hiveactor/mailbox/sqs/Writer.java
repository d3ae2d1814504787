package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.Mailbox;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of bodies, and refuses what SQS would refuse, before anything is sent.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Writer<T extends @Nullable Object> {
    private static final Pattern GROUP = Pattern.compile("[\\p{Alnum}\\p{Punct}]{1,128}");

    private final SqsConfig<T, ?> config;

    Writer(SqsConfig<T, ?> config) {
        this.config = config;
    }

    Outgoing write(T body, @Nullable Mailbox<?, ?> replyTo) {
        String text = config.codec().encode(body, config.queue());
        Wire.checkCharacters(text, "a body for mailbox " + config.queue());
        var message = Outgoing.of(text, address(replyTo), group(body));
        if (message.bytes() > config.maxBytes()) {
            throw new IllegalArgumentException("a message for mailbox " + config.queue() + " must have at most "
                    + config.maxBytes() + " bytes: " + message.bytes());
        }
        return message;
    }

    private static @Nullable String address(@Nullable Mailbox<?, ?> replyTo) {
        if (replyTo == null) {
            return null;
        }
        String name = replyTo.name();
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a mailbox for replies must have a name");
        }
        Wire.checkCharacters(name, "the name of a mailbox for replies");
        return name;
    }

    private @Nullable String group(T body) {
        if (!QueueName.isFifo(config.queue())) {
            return null;
        }
        String group = config.group().apply(body);
        if (!GROUP.matcher(group).matches()) {
            throw new IllegalArgumentException("not a message group of mailbox " + config.queue() + ": " + group);
        }
        return group;
    }
}
