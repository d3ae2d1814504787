/**
 * Mailboxes that live in Redis, one server or a cluster. Start at {@link io.hiveactor.mailbox.redis.RedisBackend} and
 * {@link io.hiveactor.mailbox.redis.RedisMailbox}.
 *
 * <p>Every change is one script on the server, by the server's clock. Nothing here starts a thread: whoever waits for a message
 * parks its own.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
