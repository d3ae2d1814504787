package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A publish that waits for a slot of the message pool. The pool has four slots, and another bus has them all. */
class BusSlotsTest extends BusScene {
    private static final int SLOTS = 4;

    private final Bus<String> hog = bus(BusConfig.of("hog", 2 * SLOTS));
    private final Subscription<String> hogs = outside.subscribes(hog);
    private final Map<String, ActorId> ids = new HashMap<>();

    BusSlotsTest() {
        super(TestRuntime.config().messages(SLOTS + 1).reservedMessages(1));
    }

    private void takeAllSlots() {
        while (outside.publishes(hog, "x") == PublishStatus.PUBLISHED) {
            assertFalse(hog.stats().entries() > SLOTS);
        }
    }

    private void freeASlot() {
        assertEquals("x", outside.reads(hogs));
        runtime.runUntilBlocked();
    }

    private CompletableFuture<PublishStatus> publisher(String name, int place, Bus<String> bus, Duration timeout) {
        return publisher(name, ActorConfig.DEFAULT.onShard(place), bus, timeout);
    }

    private CompletableFuture<PublishStatus> publisher(
            String name, ActorConfig config, Bus<String> bus, Duration timeout) {
        return runtime.start(self -> {
            ids.put(name, self.self());
            return bus.publisher(self).publish(name, timeout);
        }, config);
    }

    private CompletableFuture<SendStatus> sender(ActorId to) {
        return runtime.start(self -> self.send(to, 0, "message"));
    }

    /** An actor that reads nothing. */
    private ActorId sleeper() {
        return runtime.hive().spawn((ActorBody) self -> self.sleep(Duration.ofDays(1)));
    }

    private int waiting() {
        return runtime.hive().stats().waitingForSlots();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itIsPublishedWhenASlotIsFreed(boolean waitsWhenFull) {
        for (int place = 0; place < 2; place++) {
            BusConfig config = BusConfig.of("b", 2);
            Bus<String> bus = bus(waitsWhenFull ? config.waiting() : config);
            Subscription<String> mine = outside.subscribes(bus);
            takeAllSlots();
            var end = publisher("late", place, bus, FOREVER);
            assertFalse(end.isDone());
            assertEquals(1, waiting());
            assertEquals(1, bus.stats().waitingPublishers());
            assertEquals(PublishStatus.NO_MEMORY, outside.publishes(bus, "does not wait"));
            freeASlot();
            assertEquals(PublishStatus.PUBLISHED, end.resultNow());
            assertEquals(0, waiting());
            assertEquals("late", outside.reads(mine));
            bus.close();
        }
    }

    @Test
    void anExternalThreadWaitsToo() {
        Bus<String> bus = bus(BusConfig.of("b", 2));
        Subscription<String> mine = outside.subscribes(bus);
        runtime.hive().spawn((ActorBody) self -> {
            Subscription<String> early = hog.subscribe(self);
            hogs.close();
            self.sleep(ofMillis(5));
            early.close();
        });
        runtime.runUntilBlocked();
        takeAllSlots();
        assertEquals(PublishStatus.TIMEOUT, bus.publisher().publish("1", ofMillis(4)));
        assertEquals(ofMillis(4), runtime.now());
        assertEquals(PublishStatus.PUBLISHED, bus.publisher().publish("2", ofMillis(4)));
        assertEquals(ofMillis(5), runtime.now());
        assertEquals(List.of("2", "WOULD_BLOCK"), List.of(outside.reads(mine), outside.reads(mine)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itTimesOutAtItsDeadlineAndNotBefore(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 2).retainingLatest());
        takeAllSlots();
        var end = publisher("late", place, bus, ofMillis(10));
        runtime.advance(ofMillis(10).minusNanos(1));
        assertFalse(end.isDone());
        runtime.advance(ofNanos(1));
        assertEquals(PublishStatus.TIMEOUT, end.resultNow());
        assertEquals(0, waiting());
        assertEquals(0, bus.stats().waitingPublishers());
        freeASlot();
        assertEquals(0, bus.stats().published());
    }

    /** Its room in the ring comes, and the slot that the reader frees goes to a sender that came before. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void onceInLineForRoomItWaitsForASlotAndNeverEndsWithNoMemory(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        Subscription<String> mine = outside.subscribes(bus);
        assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "0"));
        takeAllSlots();
        var first = publisher("1", place, bus, FOREVER);
        var second = publisher("2", 1 - place, bus, FOREVER);
        assertEquals(0, waiting());
        var sent = sender(sleeper());
        assertEquals("0", outside.reads(mine));
        runtime.runUntilBlocked();
        assertEquals(SendStatus.SENT, sent.resultNow());
        assertFalse(first.isDone());
        assertEquals(1, waiting());
        freeASlot();
        assertEquals(PublishStatus.PUBLISHED, first.resultNow());
        assertFalse(second.isDone());
        assertEquals("1", outside.reads(mine));
        runtime.runUntilBlocked();
        assertEquals(PublishStatus.PUBLISHED, second.resultNow());
        assertEquals("2", outside.reads(mine));
    }

    @Test
    void publishersAndSendersGetSlotsInTheOrderOfTheirWaits() {
        Bus<String> bus = bus(BusConfig.of("b", 8));
        Subscription<String> mine = outside.subscribes(bus);
        takeAllSlots();
        var before = sender(sleeper());
        var first = publisher("1", 1, bus, FOREVER);
        var between = sender(sleeper());
        var second = publisher("2", 0, bus, FOREVER);
        freeASlot();
        assertEquals(List.of(true, false, false, false), done(before, first, between, second));
        freeASlot();
        assertEquals(List.of(true, true, false, false), done(before, first, between, second));
        freeASlot();
        assertEquals(List.of(true, true, true, false), done(before, first, between, second));
        freeASlot();
        assertEquals(List.of(true, true, true, true), done(before, first, between, second));
        assertEquals(List.of("1", "2"), List.of(outside.reads(mine), outside.reads(mine)));
    }

    private static List<Boolean> done(CompletableFuture<?>... all) {
        return java.util.Arrays.stream(all).map(CompletableFuture::isDone).toList();
    }

    @Test
    void aPublisherOfAHigherPriorityGetsASlotBeforeASenderOfALowerOne() {
        Bus<String> bus = bus(BusConfig.of("b", 8).retainingLatest());
        takeAllSlots();
        var sent = sender(sleeper());
        var urgent = publisher("!", ActorConfig.DEFAULT.withPriority(Priority.CRITICAL), bus, FOREVER);
        var low = publisher("?", ActorConfig.DEFAULT.withPriority(Priority.LOW), bus, FOREVER);
        freeASlot();
        assertEquals(List.of(true, false, false), done(urgent, sent, low));
        freeASlot();
        assertEquals(List.of(true, true, false), done(urgent, sent, low));
        freeASlot();
        assertEquals(List.of(true, true, true), done(urgent, sent, low));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whenTheFirstIsKilledTheNextInheritsItsPlace(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 8).retainingLatest());
        takeAllSlots();
        var first = publisher("1", place, bus, FOREVER);
        var sent = sender(sleeper());
        var second = publisher("2", 1 - place, bus, FOREVER);
        runtime.hive().kill(ids.get("1"));
        runtime.runUntilBlocked();
        assertEquals(2, waiting());
        freeASlot();
        assertEquals(List.of(true, false), done(second, sent));
        runtime.hive().kill(ids.get("2"));
        freeASlot();
        assertEquals(SendStatus.SENT, sent.resultNow());
        assertTrue(first.isCompletedExceptionally());
        assertEquals(0, waiting());
    }

    @Test
    void whenAllLeaveTheLineTheBusLeavesThatOfThePool() {
        Bus<String> bus = bus(BusConfig.of("b", 8).retainingLatest());
        takeAllSlots();
        var first = publisher("1", 1, bus, ofMillis(1));
        var second = publisher("2", 0, bus, ofMillis(2));
        var sent = sender(sleeper());
        runtime.advance(ofMillis(2));
        assertEquals(List.of(PublishStatus.TIMEOUT, PublishStatus.TIMEOUT),
                List.of(first.resultNow(), second.resultNow()));
        assertEquals(1, waiting());
        freeASlot();
        assertEquals(SendStatus.SENT, sent.resultNow());
    }

    @Test
    void theCloseOfTheBusEndsTheWait() {
        Bus<String> bus = bus(BusConfig.of("b", 8).retainingLatest());
        takeAllSlots();
        var end = publisher("1", 1, bus, FOREVER);
        var sent = sender(sleeper());
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(PublishStatus.CLOSED, end.resultNow());
        assertEquals(1, waiting());
        freeASlot();
        assertEquals(SendStatus.SENT, sent.resultNow());
    }

    @Test
    void theCloseOfTheHiveLeavesNoSlotBehind() {
        Bus<String> bus = bus(BusConfig.of("b", 8).retainingLatest());
        takeAllSlots();
        var end = publisher("1", 1, bus, FOREVER);
        runtime.close();
        assertTrue(end.isCompletedExceptionally());
        assertEquals(0, waiting());
    }

    /** No call touches the bus after the publish, so its timer has to be set when the slot is granted. */
    @Test
    void anEntryThatWaitedForItsSlotExpiresByItself() {
        Bus<String> bus = bus(BusConfig.of("b", 8).retainingLatest().withMaxAge(ofMillis(5)));
        takeAllSlots();
        var end = publisher("1", 1, bus, FOREVER);
        freeASlot();
        assertEquals(PublishStatus.PUBLISHED, end.resultNow());
        int inUse = runtime.hive().stats().messagesInUse();
        runtime.advance(ofMillis(5));
        assertEquals(inUse - 1, runtime.hive().stats().messagesInUse());
    }
}
