package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.bus.SubscribeResult.NoSubscription;
import io.hiveactor.bus.SubscribeResult.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscribing and reading, on the shard of the bus (0), on another (1), and outside (2). */
class BusReadTest extends BusScene {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void cursorsAreIndependentAndBeginAtTheEnd(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Agent first = agent("first", place);
        Agent second = agent("second", place);
        publish(bus, "before");
        Subscription<String> early = first.subscribes(bus);
        publish(bus, "1");
        Subscription<String> late = second.subscribes(bus);
        publish(bus, "2");
        assertEquals("1", first.reads(early));
        assertEquals("2", second.reads(late));
        assertEquals("WOULD_BLOCK", second.reads(late));
        assertEquals("2", first.reads(early));
        assertEquals("WOULD_BLOCK", first.reads(early));
        assertEquals(new BusStats("b", 2, 0, 3, 3, 0, 0, 0, 0, 0), bus.stats());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void anEntryHasItsNumberAndInDebugModeEndsWithTheNextRead(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Agent reader = agent("reader", place);
        publish(bus, "0", "1");
        Subscription<String> mine = reader.subscribes(bus);
        publish(bus, "2", "3");
        ReadResult<String> first = reader.does(self -> mine.tryRead());
        assertEquals("entry 2", first.toString());
        ReadResult<String> second = reader.does(self -> mine.tryRead());
        assertEquals("entry 3", second.toString());
        assertTrue(runtime.hive().config().debug());
        assertThrows(IllegalStateException.class, () -> assertEquals("2", ((Entry<String>) first).value()));
        assertEquals("3", ((Entry<String>) second).value());
        assertEquals("no entry: WOULD_BLOCK", reader.does(self -> mine.tryRead()).toString());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void aReadTimesOutAtItsDeadlineAndNotBefore(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Agent reader = agent("reader", place);
        Subscription<String> mine = reader.subscribes(bus);
        if (place == OUTSIDE) {
            assertEquals("TIMEOUT", reader.awaits(mine, ofMillis(10)).resultNow());
        } else {
            var read = reader.awaits(mine, ofMillis(10));
            runtime.advance(ofMillis(10).minusNanos(1));
            assertFalse(read.isDone());
            runtime.advance(Duration.ofNanos(1));
            assertEquals("TIMEOUT", read.resultNow());
        }
        assertEquals(ofMillis(10), runtime.now());
        assertEquals(0, bus.stats().waitingReaders());
        publish(bus, "1");
        assertEquals("1", reader.reads(mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReadForEverEndsWithTheEntry(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Agent reader = agent("reader", place);
        Subscription<String> mine = reader.subscribes(bus);
        var read = reader.begins(self -> Agent.text(mine.read()));
        runtime.advance(Duration.ofDays(400));
        assertFalse(read.isDone());
        assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "1"));
        runtime.runUntilBlocked();
        assertEquals("1", read.resultNow());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void aClosedSubscriptionIsNoneAndItsEntriesAreGone(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Agent reader = agent("reader", place);
        Subscription<String> mine = reader.subscribes(bus);
        publish(bus, "1", "2");
        reader.closes(mine);
        assertEquals("NOT_SUBSCRIBED", reader.reads(mine));
        assertEquals("NOT_SUBSCRIBED", reader.awaits(mine, FOREVER).resultNow());
        reader.closes(mine);
        assertEquals(new BusStats("b", 0, 0, 2, 0, 0, 0, 0, 0, 0), bus.stats());
        Subscription<String> again = reader.subscribes(bus);
        publish(bus, "3");
        reader.closes(mine); // the old one, once more
        assertEquals("3", reader.reads(again));
        assertEquals("NOT_SUBSCRIBED", reader.reads(mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void thereAreNoMoreSubscribersThanThereMayBe(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 2).withMaxSubscribers(2));
        Agent late = agent("late", place);
        Subscription<String> first = near.subscribes(bus);
        assertTrue(outside.subscribes(bus) != first);
        assertEquals(new NoSubscription<>(Reason.FULL), late.triesToSubscribe(bus));
        var e = late.begins(self -> self == null ? bus.subscribe() : bus.subscribe(self)).exceptionNow();
        assertEquals("no subscription of bus b: FULL", e.getMessage());
        assertEquals(2, bus.stats().subscribers());
        near.closes(first);
        publish(bus, "before");
        Subscription<String> mine = late.subscribes(bus);
        publish(bus, "1");
        assertEquals("1", late.reads(mine));
    }

    @Test
    void anyNumberMaySubscribeAndEachReadsEveryEntry() {
        int many = 2_000;
        Bus<String> bus = bus(BusConfig.of("b", 2));
        var all = new ArrayList<Subscription<String>>();
        for (int i = 0; i < many; i++) {
            all.add(outside.subscribes(bus));
        }
        assertEquals(many, bus.stats().subscribers());
        publish(bus, "1", "2");
        for (Subscription<String> each : all) {
            assertEquals(List.of("1", "2", "WOULD_BLOCK"),
                    List.of(outside.reads(each), outside.reads(each), outside.reads(each)));
        }
        assertEquals(0, bus.stats().entries());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anActorSubscribesOnceToABusAndToOthersAsWell(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 2));
        Bus<String> other = bus(BusConfig.of("c", 2).onShard(1));
        Agent reader = agent("reader", place);
        Subscription<String> mine = reader.subscribes(bus);
        Subscription<String> others = reader.subscribes(other);
        assertEquals(new NoSubscription<>(Reason.TWICE), reader.triesToSubscribe(bus));
        publish(bus, "b");
        publish(other, "c");
        assertEquals(List.of("b", "c"), List.of(reader.reads(mine), reader.reads(others)));
        assertEquals(1, bus.stats().subscribers());
        kill(reader);
        assertEquals(0, bus.stats().subscribers() + other.stats().subscribers());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everyEntryIsGivenToAConsumerUntilTheBusIsClosed(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Agent reader = agent("reader", place);
        Subscription<String> mine = reader.subscribes(bus);
        var seen = new ArrayList<String>();
        publish(bus, "1", "2");
        var end = reader.begins(self -> mine.forEach(entry -> seen.add(entry.value())));
        publish(bus, "3");
        assertEquals(List.of("1", "2", "3"), seen);
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(NoEntry.Reason.CLOSED, end.resultNow());
    }

    @Test
    void aConsumerMayCloseItsSubscription() {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Subscription<String> mine = far.subscribes(bus);
        publishFrom(near, bus, "1", "2");
        assertEquals(NoEntry.Reason.NOT_SUBSCRIBED, far.does(self -> mine.forEach(entry -> mine.close())));
        assertEquals(1, bus.stats().reads());
    }

    private static void publishFrom(Agent agent, Bus<String> bus, String... values) {
        for (String value : values) {
            assertEquals(PublishStatus.PUBLISHED, agent.publishes(bus, value));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void aPublisherIsInOrderForEachReader(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 100));
        Subscription<String> one = near.subscribes(bus);
        Subscription<String> two = far.subscribes(bus);
        Agent publisher = agent("publisher", place);
        for (int i = 0; i < 50; i++) {
            publishFrom(publisher, bus, "" + i);
        }
        for (int i = 0; i < 50; i++) {
            assertEquals("" + i, near.reads(one));
            assertEquals("" + i, far.reads(two));
        }
    }

    @Test
    void callsOfTheWrongPartyAreRefused() {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Subscription<String> ofActor = near.subscribes(bus);
        Subscription<String> ofThread = outside.subscribes(bus);
        BusPublisher<String> actors = near.does(self -> bus.publisher(self));
        assertThrows(WrongThreadException.class, () -> assertEquals(null, ofActor.tryRead()));
        assertThrows(WrongThreadException.class, ofActor::close);
        assertThrows(WrongThreadException.class, () -> assertEquals(null, actors.tryPublish("x")));
        assertTrue(far.begins(self -> ofThread.tryRead()).exceptionNow() instanceof IllegalStateException);
        assertTrue(far.begins(self -> bus.publisher().tryPublish("x")).exceptionNow() instanceof IllegalStateException);
        assertTrue(far.begins(self -> bus.trySubscribe()).exceptionNow() instanceof IllegalStateException);
        assertEquals(2, bus.stats().subscribers());
        assertTrue(far.begins(self -> ofActor.tryRead()).exceptionNow() instanceof WrongThreadException);
        assertTrue(near.begins(self -> actors.tryPublish(null)).exceptionNow() instanceof NullPointerException);
    }
}
