package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;

/** A client that loses the answer to each command and sends it again, as after a reconnect. */
final class SentTwice {
    private SentTwice() {}

    static RedisBackend backend(RedisClient client) {
        var connection = client.connect();
        return new RedisBackend(connection, of(connection.async()), client.connectPubSub(), Duration.ofSeconds(5));
    }

    @SuppressWarnings("unchecked")
    static BaseRedisAsyncCommands<String, String> of(BaseRedisAsyncCommands<String, String> commands) {
        return (BaseRedisAsyncCommands<String, String>) Proxy.newProxyInstance(
                SentTwice.class.getClassLoader(),
                new Class<?>[] {BaseRedisAsyncCommands.class},
                (_, method, args) -> {
                    try {
                        Object[] again = args.clone();
                        again[1] = new FlatAnswer();
                        var _ = method.invoke(commands, args);
                        return method.invoke(commands, again);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
