package io.hiveactor.bus;

import static io.hiveactor.testkit.Eventually.eventually;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads outside that are blocked in a call, in real time. */
@Timeout(60)
class BusThreadsTest {
    private final Hive hive = Hive.start(HiveConfig.builder().name("threads").shards(2).messages(64).build());
    private final Bus<String> bus = Bus.open(hive, BusConfig.of("b", 1).waiting());
    private Thread blocked;
    private boolean isStillInterrupted;

    @AfterEach
    void everySlotIsBack() {
        hive.close();
        assertEquals(0, hive.stats().messagesInUse());
    }

    private <T> CompletableFuture<T> blocks(Supplier<T> call) {
        var outcome = new CompletableFuture<T>();
        blocked = Thread.ofPlatform().start(() -> {
            T result = call.get();
            isStillInterrupted = Thread.currentThread().isInterrupted();
            outcome.complete(result);
        });
        return outcome.orTimeout(30, TimeUnit.SECONDS);
    }

    @Test
    void anInterruptEndsAReadAndLosesNothing() {
        Subscription<String> mine = bus.subscribe();
        var read = blocks(() -> Agent.text(mine.read()));
        eventually("the bus has waiters", () -> bus.stats().waitingReaders() == 1);
        blocked.interrupt();
        assertEquals("INTERRUPTED", read.join());
        assertTrue(isStillInterrupted);
        assertEquals(0, bus.stats().waitingReaders());
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("1"));
        assertEquals("1", Agent.text(mine.read()));
    }

    @Test
    void anInterruptEndsAPublish() {
        Subscription<String> mine = bus.subscribe();
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("1"));
        var publish = blocks(() -> bus.publisher().publish("2", ofSeconds(1_000)));
        eventually("the bus has waiters", () -> bus.stats().waitingPublishers() == 1);
        blocked.interrupt();
        assertEquals(PublishStatus.INTERRUPTED, publish.join());
        assertTrue(isStillInterrupted);
        assertEquals("1", Agent.text(mine.tryRead()));
        assertEquals("WOULD_BLOCK", Agent.text(mine.tryRead()));
    }

    @Test
    void theCloseOfTheBusEndsBoth() {
        Subscription<String> slow = bus.subscribe();
        Subscription<String> mine = bus.subscribe();
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("1"));
        assertEquals("1", Agent.text(mine.tryRead()));
        var publish = blocks(() -> bus.publisher().publish("2", Agent.FOREVER));
        var read = blocks(() -> Agent.text(mine.read()));
        eventually("the bus has waiters", () -> bus.stats().waitingPublishers() + bus.stats().waitingReaders() == 2);
        bus.close();
        assertEquals(PublishStatus.CLOSED, publish.join());
        assertEquals("CLOSED", read.join());
        assertEquals("CLOSED", Agent.text(slow.tryRead()));
    }

    @Test
    void theCloseOfTheHiveEndsBoth() {
        Subscription<String> slow = bus.subscribe();
        Subscription<String> mine = bus.subscribe();
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("1"));
        assertEquals("1", Agent.text(mine.tryRead()));
        var publish = blocks(() -> bus.publisher().publish("2", Agent.FOREVER));
        var read = blocks(() -> Agent.text(mine.read()));
        eventually("the bus has waiters", () -> bus.stats().waitingPublishers() + bus.stats().waitingReaders() == 2);
        hive.close();
        assertEquals(PublishStatus.CLOSED, publish.join());
        assertEquals("CLOSED", read.join());
        assertEquals("CLOSED", Agent.text(slow.tryRead()));
        bus.close();
    }

    @Test
    void aClosedHiveAnswersAsAClosedBusDoes() {
        Subscription<String> mine = bus.subscribe();
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("1"));
        assertEquals("1", Agent.text(mine.tryRead()));
        hive.close();
        assertEquals(new SubscribeResult.NoSubscription<>(SubscribeResult.Reason.CLOSED), bus.trySubscribe());
        assertEquals(DestroyStatus.DESTROYED, bus.destroy());
        BusStats last = bus.stats();
        assertEquals(1, last.reads());
        assertEquals(0, last.subscribers());
        mine.close();
        bus.close();
    }

    @Test
    void theCloseOfASubscriptionEndsAReadOfItByAnotherThread() {
        Subscription<String> mine = bus.subscribe();
        var read = blocks(() -> Agent.text(mine.read()));
        eventually("the bus has waiters", () -> bus.stats().waitingReaders() == 1);
        mine.close();
        assertEquals("NOT_SUBSCRIBED", read.join());
        assertEquals(0, bus.stats().waitingReaders());
        assertEquals(DestroyStatus.DESTROYED, bus.destroy());
    }

    @Test
    void aWaitingReaderAndAWaitingPublisherAreServed() {
        Subscription<String> mine = bus.subscribe();
        var read = blocks(() -> Agent.text(mine.read()));
        eventually("the bus has waiters", () -> bus.stats().waitingReaders() == 1);
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("1"));
        assertEquals("1", read.join());
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish("2"));
        var publish = blocks(() -> bus.publisher().publish("3", Agent.FOREVER));
        eventually("the bus has waiters", () -> bus.stats().waitingPublishers() == 1);
        assertEquals("2", Agent.text(mine.tryRead()));
        assertEquals(PublishStatus.PUBLISHED, publish.join());
        assertEquals("3", Agent.text(mine.read()));
    }
}
