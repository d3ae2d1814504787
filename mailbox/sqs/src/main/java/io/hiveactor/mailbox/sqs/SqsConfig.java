package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.UnreadableBody;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a mailbox on SQS is.
 *
 * @param queue its name, not its URL; a FIFO queue's name ends in {@code .fifo}
 * @param replyCodec how replies are kept, which go to any queue of this server by its name; null if there are none, or
 *     {@code replies} finds their mailboxes
 * @param replies finds the mailbox for replies by the name that came with a message; if it throws, the message comes
 *     again; null for any queue of this server
 * @param unreadable where messages go whose body the codec cannot read; while it is full or fails, such a message comes
 *     again when its lease ends. Null if they are the receiver's: a worker counts each delivery as an attempt and
 *     dead-letters them by its rule
 * @param group on a FIFO queue, which messages keep their order among themselves; elsewhere not asked
 * @param maxBytes the largest message, its attributes included, which is also the most that goes into one call
 * @param clock by which waits and leases end here
 */
public record SqsConfig<T extends @Nullable Object, R extends @Nullable Object>(
        String queue,
        Codec<T> codec,
        @Nullable Codec<R> replyCodec,
        @Nullable MailboxResolver<R> replies,
        @Nullable Mailbox<UnreadableBody, ?> unreadable,
        Function<T, String> group,
        int maxBytes,
        MailboxClock clock) {
    /** What SQS takes, 1 MiB; a queue may be set to less, and so may older servers. */
    public static final int LARGEST_MESSAGE = 1 << 20;

    private static final String ONE_GROUP = "all";

    public SqsConfig {
        if (!QueueName.isValid(queue)) {
            throw new IllegalArgumentException("not the name of a queue: " + queue);
        }
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(clock, "clock");
        if (maxBytes < 1 || maxBytes > LARGEST_MESSAGE) {
            throw new IllegalArgumentException("maxBytes must be 1 to " + LARGEST_MESSAGE + ": " + maxBytes);
        }
    }

    /** A mailbox for messages without replies, without a mailbox for unreadable ones, and with one group. */
    public static <T extends @Nullable Object> SqsConfig<T, Void> of(String queue, Codec<T> codec) {
        return new SqsConfig<>(queue, codec, null, null, null, _ -> ONE_GROUP, LARGEST_MESSAGE, MailboxClock.system());
    }

    /** As {@link #of(String, Codec)}, with replies to any queue of the same server, by its name. */
    public static <T extends @Nullable Object, R extends @Nullable Object> SqsConfig<T, R> of(
            String queue, Codec<T> codec, Codec<R> replyCodec) {
        Objects.requireNonNull(replyCodec, "replyCodec");
        return new SqsConfig<>(
                queue, codec, replyCodec, null, null, _ -> ONE_GROUP, LARGEST_MESSAGE, MailboxClock.system());
    }

    /**
     * Replies go where this resolver finds: a registry, a {@link SqsMailboxFactory}, or first the one and then the
     * other.
     */
    public <N extends @Nullable Object> SqsConfig<T, N> withReplies(MailboxResolver<N> newReplies) {
        Objects.requireNonNull(newReplies, "newReplies");
        return new SqsConfig<>(queue, codec, null, newReplies, unreadable, group, maxBytes, clock);
    }

    /** A copy with a mailbox for messages whose body cannot be read; null, the default, for none. */
    public SqsConfig<T, R> withUnreadable(@Nullable Mailbox<UnreadableBody, ?> newUnreadable) {
        return new SqsConfig<>(queue, codec, replyCodec, replies, newUnreadable, group, maxBytes, clock);
    }

    /** A copy with another message group of a FIFO queue; default one group for all. */
    public SqsConfig<T, R> withGroup(Function<T, String> newGroup) {
        return new SqsConfig<>(queue, codec, replyCodec, replies, unreadable, newGroup, maxBytes, clock);
    }

    /** A copy with another maximum size of a message with its attributes; default {@link #LARGEST_MESSAGE}. */
    public SqsConfig<T, R> withMaxBytes(int newMaxBytes) {
        return new SqsConfig<>(queue, codec, replyCodec, replies, unreadable, group, newMaxBytes, clock);
    }

    /** A copy with another clock, for tests. */
    public SqsConfig<T, R> withClock(MailboxClock newClock) {
        return new SqsConfig<>(queue, codec, replyCodec, replies, unreadable, group, maxBytes, newClock);
    }
}
