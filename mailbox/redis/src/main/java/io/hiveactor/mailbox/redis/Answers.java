package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.BackendException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waiting for the server. */
final class Answers {
    private Answers() {}

    /**
     * The answer to a command. An interrupt does not end this, for then nobody would know whether the command was done; it is
     * kept for whoever waits next.
     *
     * @throws BackendException if it failed, or there was none in time
     */
    static <A> A await(Supplier<RedisFuture<A>> command, Duration timeout, String what) {
        boolean isInterrupted = false;
        try {
            RedisFuture<A> future = command.get();
            long deadlineNanos = System.nanoTime() + timeout.toNanos();
            while (true) {
                try {
                    return future.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    isInterrupted = true;
                } catch (TimeoutException e) {
                    future.cancel(true); // if it has not left yet, it must not leave later
                    throw new BackendException("cannot " + what + ": no answer from Redis in " + timeout, e);
                }
            }
        } catch (ExecutionException e) {
            throw new BackendException("cannot " + what + ": " + e.getCause(), e.getCause());
        } catch (RedisException | CancellationException e) {
            throw new BackendException("cannot " + what + ": " + e, e);
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
