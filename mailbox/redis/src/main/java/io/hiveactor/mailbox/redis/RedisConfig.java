package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.UnreadableBody;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a mailbox in Redis is.
 *
 * @param name what all have in common who use the same queue; no braces, spaces or control characters
 * @param codec how bodies are kept
 * @param maxSize how many messages it holds, visible, in flight and delayed; {@link #UNLIMITED} for as many as fit
 * @param replyCodec how replies are kept, which go to any mailbox of this server by its name; null if there are none,
 *     or {@code replies} finds their mailboxes
 * @param replies finds the mailbox that a message asks to reply to, and if it throws the message comes again; null for
 *     any name of this server
 * @param keyTtl after this time without any call the server deletes the queue, with all that is in it; null for never,
 *     which is the default. Of those who use the queue and call, the longest counts, so one TTL for all of them is
 *     best
 * @param unreadable where messages go whose body the codec cannot read; while it is full or fails, such a message comes
 *     again when its lease ends. Null if they are the receiver's: a worker counts each delivery as an attempt and
 *     dead-letters them by its rule
 * @param pollInterval after so long a receiver that waits looks by itself, in case it was not told that there is
 *     something
 */
public record RedisConfig<T extends @Nullable Object, R extends @Nullable Object>(
        String name,
        Codec<T> codec,
        @Nullable Codec<R> replyCodec,
        int maxSize,
        @Nullable MailboxResolver<R> replies,
        @Nullable Duration keyTtl,
        @Nullable Mailbox<UnreadableBody, ?> unreadable,
        Duration pollInterval) {
    /** For {@link #maxSize}. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final Duration SHORTEST_KEY_TTL = Duration.ofMillis(1);
    private static final Duration LONGEST_KEY_TTL = Duration.ofDays(36_500);
    private static final Duration DEFAULT_POLL_INTERVAL = Duration.ofSeconds(5);

    public RedisConfig {
        var _ = new QueueKeys(name); // refuses what is no name
        Objects.requireNonNull(codec, "codec");
        if (maxSize <= 0) {
            throw new IllegalArgumentException("maxSize must be positive: " + maxSize);
        }
        checkKeyTtl(keyTtl);
        if (pollInterval.isNegative() || pollInterval.isZero()) {
            throw new IllegalArgumentException("pollInterval must be positive: " + pollInterval);
        }
    }

    static void checkKeyTtl(@Nullable Duration keyTtl) {
        if (keyTtl != null && (keyTtl.compareTo(SHORTEST_KEY_TTL) < 0 || keyTtl.compareTo(LONGEST_KEY_TTL) > 0)) {
            throw new IllegalArgumentException("keyTtl must be a millisecond to a hundred years: " + keyTtl);
        }
    }

    /** A mailbox for messages without replies, without a limit, kept until they are acknowledged. */
    public static <T extends @Nullable Object> RedisConfig<T, Void> named(String name, Codec<T> codec) {
        return new RedisConfig<>(name, codec, null, UNLIMITED, null, null, null, DEFAULT_POLL_INTERVAL);
    }

    /** As {@link #named(String, Codec)}, with replies to any mailbox of the same server, by its name. */
    public static <T extends @Nullable Object, R extends @Nullable Object> RedisConfig<T, R> named(
            String name, Codec<T> codec, Codec<R> replyCodec) {
        Objects.requireNonNull(replyCodec, "replyCodec");
        return new RedisConfig<>(
                name, codec, replyCodec, UNLIMITED, null, null, null, DEFAULT_POLL_INTERVAL);
    }

    /** A copy with another maximum number of messages; default {@link #UNLIMITED}. */
    public RedisConfig<T, R> withMaxSize(int size) {
        return new RedisConfig<>(name, codec, replyCodec, size, replies, keyTtl, unreadable, pollInterval);
    }

    /**
     * Replies go where this resolver finds: a registry, a {@link RedisMailboxFactory}, or first the one and then the
     * other.
     */
    public <N extends @Nullable Object> RedisConfig<T, N> withReplies(MailboxResolver<N> resolver) {
        Objects.requireNonNull(resolver, "resolver");
        return new RedisConfig<>(name, codec, null, maxSize, resolver, keyTtl, unreadable, pollInterval);
    }

    /** A copy with a time without any call after which the server deletes the queue; null, the default, for never. */
    public RedisConfig<T, R> withKeyTtl(@Nullable Duration ttl) {
        return new RedisConfig<>(name, codec, replyCodec, maxSize, replies, ttl, unreadable, pollInterval);
    }

    /** A copy with a mailbox for messages whose body cannot be read; null, the default, for none. */
    public RedisConfig<T, R> withUnreadable(@Nullable Mailbox<UnreadableBody, ?> deadLetters) {
        return new RedisConfig<>(name, codec, replyCodec, maxSize, replies, keyTtl, deadLetters, pollInterval);
    }

    /** A copy with another interval at which a waiting receiver polls; default 5 s. */
    public RedisConfig<T, R> withPollInterval(Duration interval) {
        return new RedisConfig<>(name, codec, replyCodec, maxSize, replies, keyTtl, unreadable, interval);
    }
}
