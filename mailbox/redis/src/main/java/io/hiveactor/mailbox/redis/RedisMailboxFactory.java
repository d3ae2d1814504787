package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxFactory;
import io.hiveactor.mailbox.MailboxResolver;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes a mailbox of any name, to send replies to: whoever asked receives from it elsewhere. It costs nothing to make one, so
 * none is kept. It knows nothing of how many messages the other lets wait there, and so sends to a full one too; where that
 * matters, let a registry know the mailbox itself.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class RedisMailboxFactory<R extends @Nullable Object> implements MailboxFactory<R>, MailboxResolver<R> {
    private static final Duration DEFAULT_KEY_TTL = Duration.ofDays(3);

    private final RedisBackend backend;
    private final Codec<R> codec;
    private final @Nullable Duration keyTtl;

    /**
     * With a TTL of three days: replies that were sent to a mailbox which is never opened again do not stay forever.
     */
    public RedisMailboxFactory(RedisBackend backend, Codec<R> codec) {
        this(backend, codec, DEFAULT_KEY_TTL);
    }

    /** @param keyTtl as {@link RedisConfig#keyTtl()} */
    public RedisMailboxFactory(RedisBackend backend, Codec<R> codec, @Nullable Duration keyTtl) {
        RedisConfig.checkKeyTtl(keyTtl);
        this.backend = backend;
        this.codec = codec;
        this.keyTtl = keyTtl;
    }

    /** A mailbox that cannot be received from; null for what is no name of a mailbox in Redis. */
    @Override
    public @Nullable Mailbox<R, ?> create(String name) {
        if (!QueueKeys.isName(name)) {
            return null;
        }
        var queue = new RedisQueue(backend.scripts, new QueueKeys(name), keyTtl);
        return new SendOnlyMailbox<>(queue, new Sender<>(queue, codec, RedisConfig.UNLIMITED));
    }

    @Override
    public @Nullable Mailbox<R, ?> find(String name) {
        return create(name);
    }
}
