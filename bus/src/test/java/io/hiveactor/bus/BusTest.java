package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that publish and read, on the shard of the bus and on another one, under simulated time. */
class BusTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final List<Object> log = new ArrayList<>();

    @AfterEach
    void everySlotIsBack() {
        Simulations.census(runtime.simulation());
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse(), "-Dhive.seed=" + runtime.seed());
    }

    private Bus<String> bus(BusConfig config) {
        return Bus.open(runtime.hive(), config);
    }

    private interface Body {
        Object run(ActorContext self) throws Exception;
    }

    @CanIgnoreReturnValue
    private CompletableFuture<Object> on(int shard, Body body) {
        return runtime.start(body::run, ActorConfig.DEFAULT.onShard(shard));
    }

    private void publish(int shard, Bus<String> bus, String... values) {
        on(shard, self -> {
            for (String value : values) {
                assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).tryPublish(value));
            }
            return null;
        }).join();
    }

    private static String text(ReadResult<String> read) {
        return switch (read) {
            case Entry<String> entry -> entry.value() + (entry.missed() == 0 ? "" : "!" + entry.missed());
            case NoEntry<String> none -> none.reason().name();
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSubscriberSeesWhatIsPublishedAfterItSubscribed(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        publish(0, bus, "before");
        var outcome = on(shard, self -> {
            Subscription<String> mine = bus.subscribe(self);
            log.add(text(mine.tryRead()));
            log.add(text(mine.read(FOREVER)));
            log.add(text(mine.read(FOREVER)));
            return text(mine.tryRead());
        });
        publish(1, bus, "one", "two");
        runtime.runUntilBlocked();
        assertEquals("WOULD_BLOCK", outcome.resultNow());
        assertEquals(List.of("WOULD_BLOCK", "one", "two"), log);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSlowReaderIsToldHowManyItMissed(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 2));
        var outcome = on(shard, self -> {
            Subscription<String> mine = bus.subscribe(self);
            self.sleep(ofMillis(5));
            return List.of(text(mine.tryRead()), text(mine.tryRead()), text(mine.tryRead()));
        });
        publish(0, bus, "1", "2", "3", "4", "5");
        runtime.advance(ofMillis(5));
        assertEquals(List.of("4!3", "5", "WOULD_BLOCK"), outcome.resultNow());
    }

    @Test
    void theLatestIsRetainedForWhoComesLate() {
        Bus<String> bus = bus(BusConfig.of("b", 4).retainingLatest());
        publish(0, bus, "old", "new");
        assertEquals(1, bus.stats().entries());
        var outcome = on(1, self -> {
            Subscription<String> mine = bus.subscribe(self);
            return List.of(text(mine.tryRead()), text(mine.tryRead()));
        });
        assertEquals(List.of("new", "WOULD_BLOCK"), outcome.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aPublishWaitsForRoomWhereItIsConfiguredSo(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        var reader = on(0, self -> {
            Subscription<String> mine = bus.subscribe(self);
            self.sleep(ofMillis(10));
            return List.of(text(mine.tryRead()), text(mine.tryRead()));
        });
        var publisher = on(shard, self -> {
            BusPublisher<String> mine = bus.publisher(self);
            return List.of(mine.tryPublish("1"), mine.tryPublish("2"), mine.publish("3", ofMillis(4)), mine.publish("4", FOREVER));
        });
        runtime.advance(ofMillis(10));
        assertEquals(List.of("1", "4"), reader.resultNow());
        assertEquals(List.of(PublishStatus.PUBLISHED, PublishStatus.WOULD_BLOCK, PublishStatus.TIMEOUT,
                PublishStatus.PUBLISHED), publisher.resultNow());
    }

    @Test
    void anEntryIsGoneAfterItsAgeAndItsSlotIsBack() {
        Bus<String> bus = bus(BusConfig.of("b", 8).withMaxAge(ofMillis(10)));
        var outcome = on(1, self -> {
            Subscription<String> mine = bus.subscribe(self);
            self.sleep(ofMillis(15));
            return List.of(text(mine.tryRead()), text(mine.tryRead()));
        });
        publish(0, bus, "1");
        runtime.advance(ofMillis(9));
        publish(0, bus, "2");
        assertEquals(2, bus.stats().entries());
        runtime.advance(ofMillis(2));
        assertEquals(1, bus.stats().entries());
        assertEquals(1, bus.stats().expired());
        runtime.advance(ofMillis(20));
        assertEquals(List.of("2!1", "WOULD_BLOCK"), outcome.resultNow());
    }

    @Test
    void anEntryIsConsumedByItsReaders() {
        Bus<String> bus = bus(BusConfig.of("b", 8).consumedAfter(1));
        Subscription<String> first = bus.subscribe();
        Subscription<String> second = bus.subscribe();
        publish(1, bus, "1", "2");
        assertEquals("1", text(first.tryRead()));
        assertEquals("2", text(second.tryRead()));
        assertEquals("WOULD_BLOCK", text(first.tryRead()));
        assertEquals(0, bus.stats().entries());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatADyingSubscriberHeldIsReleased(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        var ids = new ArrayList<ActorId>();
        on(shard, self -> {
            ids.add(self.self());
            Subscription<String> mine = bus.subscribe(self);
            self.sleep(FOREVER);
            return mine;
        });
        publish(1, bus, "1", "2");
        assertEquals(2, bus.stats().entries());
        assertEquals(DestroyStatus.HAS_SUBSCRIBERS, bus.destroy());
        runtime.hive().kill(ids.getFirst());
        runtime.runUntilBlocked();
        assertEquals(0, bus.stats().entries());
        assertEquals(0, bus.stats().subscribers());
        assertEquals(DestroyStatus.DESTROYED, bus.destroy());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void closeWakesReadersAndPublishers(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        var reader = on(shard, self -> {
            Subscription<String> mine = bus.subscribe(self);
            log.add(text(mine.read(FOREVER)));
            self.sleep(ofMillis(1));
            return text(mine.read(FOREVER));
        });
        publish(0, bus, "1", "2");
        var publisher = on(shard, self -> bus.publisher(self).publish("3", FOREVER));
        bus.close();
        runtime.advance(ofMillis(2));
        assertEquals("CLOSED", reader.resultNow());
        assertEquals(PublishStatus.CLOSED, publisher.resultNow());
        assertEquals(List.of("1"), log);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectWaitsForSeveralBuses(int shard) {
        Bus<String> a = bus(BusConfig.of("a", 4));
        Bus<String> b = bus(BusConfig.of("b", 4).onShard(1));
        var outcome = on(shard, self -> {
            Subscription<String> ofA = a.subscribe(self);
            Subscription<String> ofB = b.subscribe(self);
            var sources = List.of(ofA.source(), ofB.source());
            SelectResult first = self.select(FOREVER, MessageFilter.any(), sources.get(0), sources.get(1));
            boolean isTheSecond = first instanceof SelectResult.Ready(int index, Entry<?> entry)
                    && index == 2 && "to b".equals(entry.value());
            return List.of(isTheSecond, text(ofB.tryRead()), self.select(ofMillis(3), sources.get(0)));
        });
        publish(0, b, "to b");
        runtime.advance(ofMillis(5));
        assertEquals(List.of(true, "WOULD_BLOCK", SelectResult.Nothing.TIMEOUT), outcome.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aHandlerIsToldOnceUntilItHasReadAll(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        ActorId handler = runtime.hive().spawn(handlerOf(bus), ActorConfig.DEFAULT.onShard(shard));
        assertTrue(runtime.hive().isAlive(handler));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(handler, 0, "subscribe"));
        runtime.runUntilBlocked();
        publish(1, bus, "1", "2");
        runtime.runUntilBlocked();
        publish(0, bus, "3");
        runtime.runUntilBlocked();
        assertEquals(List.of("1", "2", "3"), log);
    }

    private Handler handlerOf(Bus<String> bus) {
        return (self, message) -> {
            if (message.tag() == 7) {
                @SuppressWarnings("unchecked")
                var subscription = (Subscription<String>) message.object();
                int count = subscription.drain(entry -> log.add(entry.value()));
                assertTrue(count >= 0); // 0 if the drain before has read what came while it let others run
            } else {
                assertEquals("a subscription of bus b", bus.subscribe(self, 7).toString());
            }
        };
    }
}
