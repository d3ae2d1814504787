package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.Ipc;
import io.hiveactor.ipc.Selected;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler that is told of entries by messages, on the shard of the bus (0) and on another (1). */
class BusHandlerTest extends BusScene {
    private static final int SLOTS = 16;
    private static final int TAG = 7;

    private final Bus<String> bus = bus(BusConfig.of("b", 4));
    private final List<String> drained = new ArrayList<>();

    BusHandlerTest() {
        super(TestRuntime.config().messages(SLOTS + 1).reservedMessages(1));
    }

    private Subscription<String> tells(Agent handler, Bus<String> of) {
        return handler.does(self -> of.subscribe(self, TAG));
    }

    private int drain(Agent handler, Subscription<String> from) {
        return handler.does(self -> from.drain(entry -> drained.add(entry.value())));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsToldOnceUntilItHasReadAll(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        runtime.runUntilBlocked();
        assertEquals(List.of(), handler.told);
        publish(bus, "1", "2", "3");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        assertEquals("1", handler.reads(mine));
        publish(bus, "4");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told); // it has not read all
        assertEquals(3, drain(handler, mine));
        publish(bus, "5");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG, TAG), handler.told);
        assertEquals(1, drain(handler, mine));
        assertEquals(List.of("2", "3", "4", "5"), drained);
        assertEquals(0, drain(handler, mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsToldOfTheRetainedEntryAtOnce(int shard) {
        Bus<String> retaining = bus(BusConfig.of("r", 4).retainingLatest());
        publish(retaining, "1");
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, retaining);
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        assertEquals(1, drain(handler, mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsToldAsSoonAsThereIsASlotForThat(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        Bus<String> hog = bus(BusConfig.of("hog", 100));
        Subscription<String> hogs = outside.subscribes(hog);
        fillThePool(hog);
        runtime.advance(ofMillis(20));
        assertEquals(List.of(), handler.told);
        outside.closes(hogs);
        runtime.advance(ofMillis(2));
        assertEquals(List.of(TAG), handler.told);
        runtime.advance(ofMillis(20));
        assertEquals(List.of(TAG), handler.told);
        assertEquals(1, drain(handler, mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsNotToldOfASubscriptionThatHasEnded(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        Bus<String> hog = bus(BusConfig.of("hog", 100));
        Subscription<String> hogs = outside.subscribes(hog);
        var closed = handler.begins(self -> {
            self.sleep(ofMillis(3));
            mine.close();
            return true;
        });
        fillThePool(hog);
        runtime.advance(ofMillis(5));
        assertTrue(closed.isDone());
        outside.closes(hogs);
        runtime.advance(ofMillis(5));
        assertEquals(List.of(), handler.told);
    }

    /** The last slot is for an entry that a handler cannot be told of then. */
    private void fillThePool(Bus<String> hog) {
        for (int i = runtime.hive().stats().messagesInUse(); i < SLOTS - 1; i++) {
            assertEquals(PublishStatus.PUBLISHED, outside.publishes(hog, "x"));
        }
        assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "1"));
        assertEquals(PublishStatus.NO_MEMORY, outside.publishes(hog, "x"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReadThatTimesOutInBetweenLosesNothing(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        var read = handler.awaits(mine, ofMillis(5));
        runtime.advance(ofMillis(5));
        assertEquals("TIMEOUT", read.resultNow());
        publish(bus, "1");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        assertEquals(1, drain(handler, mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReadThatTakesTheEntryLeavesItToBeToldOfTheNext(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        var read = handler.awaits(mine, FOREVER);
        publish(bus, "1");
        runtime.runUntilBlocked();
        assertEquals("1", read.resultNow());
        assertEquals(List.of(), handler.told);
        publish(bus, "2");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        assertEquals(1, drain(handler, mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSelectThatTimesOutInBetweenLosesNothing(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        var selected = handler.begins(self -> Ipc.of(self).select(ofMillis(5), mine.source()));
        runtime.advance(ofMillis(5));
        assertEquals(Selected.Nothing.TIMEOUT, selected.resultNow());
        publish(bus, "1");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsToldOfTheEnd(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        bus.close();
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        assertEquals("CLOSED", handler.reads(mine));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsNotToldWhenTheHiveCloses(int shard) {
        Agent handler = agent("handler", shard);
        assertEquals("a subscription of bus b", tells(handler, bus).toString());
        runtime.close();
        assertEquals(List.of(), handler.told);
    }
}
