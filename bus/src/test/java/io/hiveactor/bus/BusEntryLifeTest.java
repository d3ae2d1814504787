package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.port.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long an entry is there: until it is read, evicted, consumed or too old; or retained. */
class BusEntryLifeTest extends BusScene {
    private int kept(Bus<String> bus) {
        int slots = Simulations.census(runtime.simulation()).held();
        assertEquals(bus.stats().entries(), slots);
        return slots;
    }

    // ---- eviction ----

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 2", "5, 0", "6, 1", "7, 2"})
    void aFullRingEvictsItsOldestAndTheReaderLearnsHowManyItMissed(int capacity, int place) {
        Bus<String> bus = bus(BusConfig.of("b", capacity));
        Agent reader = agent("reader", place);
        Subscription<String> slow = reader.subscribes(bus);
        Subscription<String> fast = near.subscribes(bus);
        int published = 3 * capacity + 1;
        for (int i = 0; i < published; i++) {
            publish(bus, "" + i);
            assertEquals("" + i, near.reads(fast));
            assertEquals(Math.min(capacity, i + 1), kept(bus));
        }
        int first = published - capacity;
        assertEquals(first + "!" + first, reader.reads(slow));
        for (int i = first + 1; i < published; i++) {
            assertEquals("" + i, reader.reads(slow));
        }
        assertEquals("WOULD_BLOCK", reader.reads(slow));
        assertEquals(new BusStats("b", 2, 0, published, published + capacity, first, 0, first, 0, 0), bus.stats());
        assertEquals(0, kept(bus));
    }

    @Test
    void whatIsMissedIsCountedForEachReaderAlone() {
        Bus<String> bus = bus(BusConfig.of("b", 2));
        Subscription<String> one = near.subscribes(bus);
        publish(bus, "0", "1");
        Subscription<String> two = far.subscribes(bus);
        publish(bus, "2", "3", "4");
        assertEquals("3!3", near.reads(one));
        assertEquals("3!1", far.reads(two));
        publish(bus, "5", "6");
        assertEquals("5!1", near.reads(one));
        assertEquals("5!1", far.reads(two));
        assertEquals(6, bus.stats().missed());
    }

    // ---- consumption ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void anEntryIsGoneAfterSoManyReadersAndTheOthersMissNothing(int readers) {
        Bus<String> bus = bus(BusConfig.of("b", 4).consumedAfter(readers));
        List<Agent> agents = new ArrayList<>();
        List<Subscription<String>> subscriptions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            agents.add(agent("reader" + i, i % 3));
            subscriptions.add(agents.get(i).subscribes(bus));
        }
        publish(bus, "1", "2");
        for (int i = 0; i < 4; i++) {
            String expected = i < readers ? "1" : i < 2 * readers ? "2" : "WOULD_BLOCK";
            assertEquals(expected, agents.get(i).reads(subscriptions.get(i)));
            int consumed = Math.min(i + 1, 2 * readers) / readers;
            assertEquals(2 - consumed, kept(bus));
        }
        assertEquals(0, bus.stats().missed() + bus.stats().evicted());
        publish(bus, "3");
        assertEquals(readers == 3 ? "2" : "3", agents.get(0).reads(subscriptions.get(0)));
    }

    @Test
    void aConsumedEntryInTheMiddleIsSkippedAndNotMissed() {
        Bus<String> bus = bus(BusConfig.of("b", 3).consumedAfter(1));
        Subscription<String> slow = near.subscribes(bus);
        publish(bus, "0");
        Subscription<String> late = far.subscribes(bus);
        publish(bus, "1", "2");
        assertEquals("1", far.reads(late));
        assertEquals(2, kept(bus));
        assertEquals("0", near.reads(slow));
        assertEquals("2", near.reads(slow));
        assertEquals("WOULD_BLOCK", far.reads(late));
        assertEquals(0, bus.stats().missed());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theOldestEntryIsThereUntilAsManyCameAfterItAsTheRingHasRoomForThoughTheyAreConsumed(int shard) {
        BusConfig config = BusConfig.of("b", 4).consumedAfter(1);
        for (Bus<String> bus : List.<Bus<String>>of(bus(config), bus(config.waiting()))) {
            Agent slow = agent("slow", shard);
            Subscription<String> ofSlow = slow.subscribes(bus);
            publish(bus, "0");
            Subscription<String> ofFast = near.subscribes(bus);
            for (int i = 1; i < 4; i++) {
                publish(bus, "" + i);
                assertEquals("" + i, near.reads(ofFast));
            }
            assertEquals(1, bus.stats().entries());
            PublishStatus status = near.publishes(bus, "4");
            String read = slow.reads(ofSlow);
            assertTrue((status == PublishStatus.PUBLISHED && read.equals("4!1"))
                    || (status == PublishStatus.WOULD_BLOCK && read.equals("0")), status + " " + read);
            near.closes(ofFast);
            slow.closes(ofSlow);
        }
    }

    /** It unsubscribes and comes again, and gets the retained entry each time. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anActorIsOneReaderHoweverOftenItSubscribes(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 4).consumedAfter(2).retainingLatest());
        Agent again = agent("again", shard);
        for (String value : List.of("1", "2")) {
            publish(bus, value);
            for (int i = 0; i < 3; i++) {
                Subscription<String> mine = again.subscribes(bus);
                assertEquals(value, again.reads(mine));
                assertEquals("WOULD_BLOCK", again.reads(mine));
                again.closes(mine);
            }
            Subscription<String> other = near.subscribes(bus);
            assertEquals(value, near.reads(other));
            assertEquals(0, kept(bus));
            near.closes(other);
        }
    }

    @Test
    void eachSubscriptionOfAThreadIsAReader() {
        Bus<String> bus = bus(BusConfig.of("b", 4).consumedAfter(2).retainingLatest());
        publish(bus, "1");
        for (int left = 1; left >= 0; left--) {
            Subscription<String> mine = outside.subscribes(bus);
            assertEquals("1", outside.reads(mine));
            assertEquals(left, kept(bus));
            outside.closes(mine);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void readersThatWaitShareWhatComes(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 3).consumedAfter(1));
        Agent first = agent("first", shard);
        Agent second = agent("second", 1 - shard);
        Subscription<String> ofFirst = first.subscribes(bus);
        Subscription<String> ofSecond = second.subscribes(bus);
        var one = first.awaits(ofFirst, FOREVER);
        var two = second.awaits(ofSecond, FOREVER);
        publish(bus, "1");
        assertEquals("1", one.resultNow());
        assertFalse(two.isDone());
        publish(bus, "2");
        assertEquals("2", two.resultNow());
        assertEquals(0, kept(bus));
    }

    // ---- age ----

    @Test
    void anEntryGoesAtItsTimeThoughNobodyTouchesTheBus() {
        Bus<String> bus = bus(BusConfig.of("b", 4).withMaxAge(ofMillis(10)));
        Subscription<String> mine = outside.subscribes(bus);
        publish(bus, "1");
        runtime.advance(ofMillis(4));
        publish(bus, "2");
        runtime.advance(ofMillis(6).minusNanos(1));
        assertEquals(2, Simulations.census(runtime.simulation()).held());
        runtime.advance(Duration.ofNanos(1));
        assertEquals(1, Simulations.census(runtime.simulation()).held());
        runtime.advance(ofMillis(4));
        assertEquals(0, Simulations.census(runtime.simulation()).held());
        assertEquals("WOULD_BLOCK", outside.reads(mine));
        publish(bus, "3");
        assertEquals("3!2", outside.reads(mine));
        assertEquals(new BusStats("b", 1, 0, 3, 1, 0, 2, 2, 0, 0), bus.stats());
    }

    @Test
    void waitingPublishersAreAdmittedWhenAnEntryIsTooOld() {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting().withMaxAge(ofMillis(10)));
        Subscription<String> mine = near.subscribes(bus);
        Agent other = agent("other", 0);
        publish(bus, "1");
        var second = far.publishes(bus, "2", FOREVER);
        var third = other.publishes(bus, "3", FOREVER);
        runtime.advance(ofMillis(10).minusNanos(1));
        assertFalse(second.isDone());
        runtime.advance(Duration.ofNanos(1));
        assertEquals(PublishStatus.PUBLISHED, second.resultNow());
        assertFalse(third.isDone());
        runtime.advance(ofMillis(10));
        assertEquals(PublishStatus.PUBLISHED, third.resultNow());
        assertEquals("3!2", near.reads(mine));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 9_223_372_036L, 9_000_000_000L})
    void anAgeBeyondTheEndOfTimeIsNone(long seconds) {
        Bus<String> bus = bus(BusConfig.of("b", 2).withMaxAge(Duration.ofSeconds(seconds)));
        Subscription<String> mine = near.subscribes(bus);
        runtime.advance(Duration.ofDays(10_000));
        publish(bus, "1");
        runtime.advance(Duration.ofDays(10_000));
        assertEquals("1", near.reads(mine));
    }

    @Test
    void withoutAnAgeNoEntryIsEverTooOld() {
        Bus<String> bus = bus(BusConfig.of("b", 2));
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "1");
        runtime.advance(Duration.ofDays(10_000));
        publish(bus, "2");
        runtime.advance(Duration.ofDays(10_000));
        assertEquals(List.of("1", "2"), List.of(near.reads(mine), near.reads(mine)));
        assertEquals(0, bus.stats().expired());
    }

    // ---- the capacity ----

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRingThatEvictsHasAsManyEntriesAsItsCapacityAndNeverMore(int place) {
        Agent publisher = agent("publisher", place);
        for (int capacity = 1; capacity <= 9; capacity++) {
            Bus<String> bus = bus(BusConfig.of("b", capacity));
            Subscription<String> mine = near.subscribes(bus);
            for (int i = 1; i <= 3 * capacity; i++) {
                assertEquals(PublishStatus.PUBLISHED, publisher.publishes(bus, "" + i));
                assertEquals(Math.min(i, capacity), bus.stats().entries());
                assertEquals(Math.max(0, i - capacity), bus.stats().evicted());
            }
            assertEquals(2 * capacity + 1 + "!" + 2 * capacity, near.reads(mine));
            bus.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRingThatWaitsIsFullWhenAsManyWerePublishedAsItsCapacity(int place) {
        Agent publisher = agent("publisher", place);
        for (int capacity = 1; capacity <= 9; capacity++) {
            Bus<String> bus = bus(BusConfig.of("b", capacity).waiting());
            Subscription<String> mine = near.subscribes(bus);
            for (int round = 0; round < 3; round++) {
                for (int i = 1; i <= capacity; i++) {
                    assertEquals(PublishStatus.PUBLISHED, publisher.publishes(bus, "" + i));
                    assertEquals(i, bus.stats().entries());
                }
                assertEquals(PublishStatus.WOULD_BLOCK, publisher.publishes(bus, "one too many"));
                assertEquals(capacity, bus.stats().entries());
                for (int i = 1; i <= capacity; i++) {
                    assertEquals("" + i, near.reads(mine));
                }
            }
            bus.close();
        }
    }

    // ---- the latest ----

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "3, 2", "4, 1"})
    void theLatestIsThereForEverybodyWhoComes(int capacity, int place) {
        Bus<String> bus = bus(BusConfig.of("b", capacity).retainingLatest());
        Agent late = agent("late", place);
        Subscription<String> first = late.subscribes(bus);
        assertEquals("WOULD_BLOCK", late.reads(first));
        late.closes(first);
        publish(bus, "1", "2", "3");
        assertEquals(1, kept(bus)); // nobody has subscribed
        Subscription<String> mine = late.subscribes(bus);
        assertEquals("3", late.reads(mine));
        assertEquals("WOULD_BLOCK", late.reads(mine));
        assertEquals(1, kept(bus));
        Subscription<String> other = near.subscribes(bus);
        assertEquals("3", near.reads(other));
        publish(bus, "4");
        assertEquals(List.of("4", "4"), List.of(late.reads(mine), near.reads(other)));
        assertEquals(1, kept(bus));
        assertEquals(0, bus.stats().missed() + bus.stats().evicted());
    }

    @Test
    void theLatestGoesWhenItIsTooOld() {
        Bus<String> bus = bus(BusConfig.of("b", 2).retainingLatest().withMaxAge(ofMillis(10)));
        publish(bus, "1");
        runtime.advance(ofMillis(10));
        assertEquals(0, Simulations.census(runtime.simulation()).held());
        Subscription<String> mine = near.subscribes(bus);
        assertEquals("WOULD_BLOCK", near.reads(mine));
        assertEquals(new BusStats("b", 1, 0, 1, 0, 0, 1, 0, 0, 0), bus.stats());
    }

    @Test
    void theLatestGoesWhenItIsConsumed() {
        Bus<String> bus = bus(BusConfig.of("b", 2).retainingLatest().consumedAfter(2));
        publish(bus, "1");
        Subscription<String> one = near.subscribes(bus);
        Subscription<String> two = far.subscribes(bus);
        Subscription<String> three = outside.subscribes(bus);
        assertEquals("1", near.reads(one));
        assertEquals("1", far.reads(two));
        assertEquals(0, kept(bus));
        assertEquals("WOULD_BLOCK", outside.reads(three));
        assertEquals(0, bus.stats().missed());
    }

    @Test
    void theLatestThatAllHaveReadMakesRoom() {
        Bus<String> bus = bus(BusConfig.of("b", 1).retainingLatest().waiting());
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "1");
        assertEquals(PublishStatus.WOULD_BLOCK, far.publishes(bus, "2"));
        assertEquals("1", near.reads(mine));
        publish(bus, "2");
        assertEquals("2", near.reads(mine));
        assertEquals(0, bus.stats().evicted());
    }
}
