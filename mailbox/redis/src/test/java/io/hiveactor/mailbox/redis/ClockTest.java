package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.GUARD_SECONDS;
import static io.hiveactor.mailbox.redis.Boxes.config;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static io.hiveactor.mailbox.redis.Boxes.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a client's clock does: leases, receipts and who is woken when follow the server's. */
@Timeout(60)
class ClockTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final WanderingClock clock = new WanderingClock();
    private final RedisMailbox<String, String> mailbox =
            new RedisMailbox<>(OneServer.shared().backend, config(newName()), clock);

    @AfterEach
    void close() {
        mailbox.close();
    }

    static Stream<Named<Consumer<WanderingClock>>> moves() {
        return Stream.of(
                Named.of("a day on", clock -> clock.set(DAY)),
                Named.of("a day back", clock -> clock.set(DAY.negated())),
                Named.of("after a day of sleep", clock -> clock.sleep(DAY)));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void aLeaseLastsAndItsReceiptWorks(Consumer<WanderingClock> move) throws Exception {
        Instant before = Instant.now().minusSeconds(1);
        send(mailbox, "a");
        Delivery<String, String> held = receiveOne(mailbox, Boxes.LONG);
        move.accept(clock);
        assertEquals(List.of(), mailbox.receive(1, Boxes.LONG, Duration.ZERO));
        assertEquals(AckStatus.DONE, held.extend(Boxes.LONG));
        assertEquals(AckStatus.DONE, held.nack());
        Delivery<String, String> again = receiveOne(mailbox, Boxes.LONG);
        assertEquals(held.enqueuedAt(), again.enqueuedAt());
        assertTrue(again.enqueuedAt().isAfter(before) && again.enqueuedAt().isBefore(Instant.now().plusSeconds(1)));
        assertEquals(AckStatus.DONE, again.acknowledge());
    }

    @ParameterizedTest
    @MethodSource("moves")
    void whoWaitsIsWokenWhenALeaseEndsAndNotBefore(Consumer<WanderingClock> move) throws Exception {
        send(mailbox, "a");
        long start = System.nanoTime();
        Delivery<String, String> held = receiveOne(mailbox, SHORT);
        var waits = waiting();
        move.accept(clock);
        List<Delivery<String, String>> got = waits.get(GUARD_SECONDS, TimeUnit.SECONDS);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertEquals(2, got.getFirst().deliveryCount());
        assertTrue(millis >= SHORT.toMillis(), "after " + millis + " ms");
        assertEquals(AckStatus.LEASE_ENDED, held.acknowledge());
        assertEquals(AckStatus.DONE, got.getFirst().acknowledge());
    }

    @ParameterizedTest
    @MethodSource("moves")
    void whoWaitsIsWokenByASend(Consumer<WanderingClock> move) throws Exception {
        var waits = waiting();
        move.accept(clock);
        send(mailbox, "a");
        assertEquals("a", waits.get(GUARD_SECONDS, TimeUnit.SECONDS).getFirst().body());
    }

    /** One that waits for longer than a clock may be wrong. */
    private CompletableFuture<List<Delivery<String, String>>> waiting() {
        var result = new CompletableFuture<List<Delivery<String, String>>>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(mailbox.receive(1, Boxes.LONG, Duration.ofDays(10)));
            } catch (Throwable e) { // handed on to who awaits
                result.completeExceptionally(e);
            }
        });
        until(() -> mailbox.waiting() == 1);
        return result;
    }
}
