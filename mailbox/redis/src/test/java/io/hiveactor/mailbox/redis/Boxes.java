package io.hiveactor.mailbox.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Short words of the tests. */
final class Boxes {
    static final Duration LONG = Duration.ofHours(1);
    static final long GUARD_SECONDS = 20;

    private Boxes() {}

    static String newName() {
        return "test-" + UUID.randomUUID();
    }

    /** That looks by itself so seldom that no test lives to see it, and leaves nothing behind for long. */
    static RedisConfig<String, String> config(String name) {
        return RedisConfig.named(name, Codec.text(), Codec.text()).withKeyTtl(Duration.ofDays(3))
                .withPollInterval(Duration.ofMinutes(10));
    }

    static RedisMailbox<String, String> open(RedisBackend backend, String name) {
        return new RedisMailbox<>(backend, config(name));
    }

    @CanIgnoreReturnValue
    static String send(Mailbox<String, ?> mailbox, String body) {
        return assertInstanceOf(Sent.class, mailbox.send(body)).id();
    }

    @CanIgnoreReturnValue
    static Delivery<String, String> receiveOne(Mailbox<String, String> mailbox, Duration lease) throws InterruptedException {
        List<Delivery<String, String>> batch = mailbox.receive(1, lease, Duration.ZERO);
        assertEquals(1, batch.size());
        return batch.getFirst();
    }

    static List<String> bodies(List<Delivery<String, String>> batch) {
        return batch.stream().map(Delivery::body).toList();
    }

    /** A receive that waits already. */
    static CompletableFuture<List<Delivery<String, String>>> waiting(RedisMailbox<String, String> mailbox) {
        int before = mailbox.waiting();
        var result = new CompletableFuture<List<Delivery<String, String>>>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(mailbox.receive(1, LONG, LONG));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        until(() -> mailbox.waiting() > before || result.isDone());
        return result;
    }

    static Delivery<String, String> got(CompletableFuture<List<Delivery<String, String>>> receive) throws Exception {
        List<Delivery<String, String>> batch = receive.get(GUARD_SECONDS, TimeUnit.SECONDS);
        assertEquals(1, batch.size());
        return batch.getFirst();
    }

    static void until(BooleanSupplier fact) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GUARD_SECONDS);
        while (!fact.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it does not come true");
            Thread.onSpinWait();
        }
    }
}
