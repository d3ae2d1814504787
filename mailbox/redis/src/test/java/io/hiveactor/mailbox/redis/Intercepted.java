package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A client whose commands are done by the server before something else happens, and are answered only after that. */
final class Intercepted implements AutoCloseable {
    final RedisBackend backend;
    private volatile Runnable beforeTheAnswer = () -> {};

    @SuppressWarnings("unchecked")
    Intercepted(RedisClient client) {
        var connection = client.connect();
        var commands = connection.async();
        var intercepted = (BaseRedisAsyncCommands<String, String>) Proxy.newProxyInstance(
                Intercepted.class.getClassLoader(), new Class<?>[] {BaseRedisAsyncCommands.class}, (_, method, args) -> {
                    try {
                        var answer = (RedisFuture<Object>) method.invoke(commands, args);
                        if (answer.await(Boxes.GUARD_SECONDS, TimeUnit.SECONDS)) {
                            beforeTheAnswer.run();
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        backend = new RedisBackend(connection, intercepted, client.connectPubSub(), Duration.ofSeconds(5));
    }

    /** Once, at the next command that succeeds or not. */
    void beforeTheNextAnswer(Runnable event) {
        beforeTheAnswer = () -> {
            beforeTheAnswer = () -> {};
            event.run();
        };
    }

    @Override
    public void close() {
        backend.close();
    }
}
