/** Mailboxes that live in Redis. Start at {@link io.hiveactor.mailbox.redis.RedisMailbox}. */
module io.hiveactor.mailbox.redis {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.mailbox;
    requires lettuce.core;
    // lettuce, an automatic module, cannot ask for the named modules it needs
    requires io.netty.handler;
    requires io.netty.resolver.dns;

    exports io.hiveactor.mailbox.redis;
}
