package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publish that needs room in the ring, or a slot that it does not wait for; for waiting see {@link BusSlotsTest}. */
class BusRoomTest extends BusScene {
    private static final int SLOTS = 8;

    BusRoomTest() {
        super(TestRuntime.config().messages(SLOTS + 1).reservedMessages(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void aFullRingRefusesWhoDoesNotWaitAndTimesOutWhoDoes(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 3).waiting());
        Agent publisher = agent("publisher", place);
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "1", "2", "3");
        assertEquals(PublishStatus.WOULD_BLOCK, publisher.publishes(bus, "4"));
        var late = publisher.publishes(bus, "5", ofMillis(10));
        if (place != OUTSIDE) {
            runtime.advance(ofMillis(10).minusNanos(1));
            assertFalse(late.isDone());
            runtime.advance(Duration.ofNanos(1));
        }
        assertEquals(PublishStatus.TIMEOUT, late.resultNow());
        assertEquals(ofMillis(10), runtime.now());
        assertEquals(0, bus.stats().waitingPublishers());
        assertEquals("1", near.reads(mine));
        assertEquals(PublishStatus.PUBLISHED, publisher.publishes(bus, "6", ofMillis(10)).resultNow());
        assertEquals(List.of("2", "3", "6"), List.of(near.reads(mine), near.reads(mine), near.reads(mine)));
        assertEquals(0, bus.stats().missed());
    }

    @Test
    void publishersGetRoomInTheOrderInWhichTheyCame() {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "0");
        var ends = new ArrayList<java.util.concurrent.CompletableFuture<PublishStatus>>();
        for (int i = 1; i <= 4; i++) {
            ends.add(agent("publisher" + i, i % 2).publishes(bus, "" + i, i == 2 ? ofMillis(5) : FOREVER));
        }
        assertEquals(PublishStatus.WOULD_BLOCK, far.publishes(bus, "pushy"));
        runtime.advance(ofMillis(5));
        assertEquals(PublishStatus.TIMEOUT, ends.get(1).resultNow());
        assertEquals("0", near.reads(mine));
        assertTrue(ends.get(0).isDone() && !ends.get(2).isDone() && !ends.get(3).isDone());
        assertEquals(PublishStatus.WOULD_BLOCK, far.publishes(bus, "pushy"));
        assertEquals(List.of("1", "3", "4", "WOULD_BLOCK"),
                List.of(near.reads(mine), near.reads(mine), near.reads(mine), near.reads(mine)));
    }

    @Test
    void theSlowestReaderDecides() {
        Bus<String> bus = bus(BusConfig.of("b", 2).waiting());
        Subscription<String> fast = near.subscribes(bus);
        Subscription<String> slow = outside.subscribes(bus);
        publish(bus, "1", "2");
        assertEquals(List.of("1", "2"), List.of(near.reads(fast), near.reads(fast)));
        var waiting = far.publishes(bus, "3", FOREVER);
        assertFalse(waiting.isDone());
        outside.closes(slow);
        assertEquals(PublishStatus.PUBLISHED, waiting.resultNow());
        assertEquals("3", near.reads(fast));
    }

    @Test
    void withoutSubscribersThereIsAlwaysRoom() {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        publish(bus, "1", "2", "3");
        assertEquals(new BusStats("b", 0, 0, 3, 0, 0, 0, 0, 0, 0), bus.stats());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void anExhaustedPoolRefusesAndNothingIsLost(int place) {
        Bus<String> hog = bus(BusConfig.of("hog", 100));
        Bus<String> bus = bus(BusConfig.of("b", 3));
        Agent publisher = agent("publisher", place);
        Subscription<String> hogs = outside.subscribes(hog);
        Subscription<String> mine = outside.subscribes(bus);
        assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "1"));
        List<PublishStatus> seen = publisher.does(self -> {
            BusPublisher<String> toBus = self == null ? bus.publisher() : bus.publisher(self);
            BusPublisher<String> toHog = self == null ? hog.publisher() : hog.publisher(self);
            for (int i = 0; i < SLOTS && toHog.tryPublish("x") == PublishStatus.PUBLISHED; ) {
                i++;
            }
            return List.of(toBus.tryPublish("2"), toHog.tryPublish("y"));
        });
        assertEquals(List.of(PublishStatus.NO_MEMORY, PublishStatus.NO_MEMORY), seen);
        assertEquals(0, bus.stats().evicted());
        assertEquals(1, bus.stats().published());
        assertEquals("x", outside.reads(hogs));
        assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "3"));
        assertEquals(List.of("1", "3"), List.of(outside.reads(mine), outside.reads(mine)));
    }

    @Test
    void aFullRingNeedsNoOtherSlot() {
        Bus<String> bus = bus(BusConfig.of("b", SLOTS));
        Subscription<String> mine = outside.subscribes(bus);
        for (int i = 0; i < SLOTS + 2; i++) {
            assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "" + i));
        }
        assertEquals("2!2", outside.reads(mine));
        assertEquals(SLOTS - 1, bus.stats().entries());
    }
}
