package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler that is told of entries by messages, on the shard of the bus (0) and on another (1). */
class BusHandlerTest extends BusScene {
    private static final int SLOTS = 16;
    private static final int TAG = 7;
    private static final int SUBSCRIBE = 8;
    private static final int SLEEP = 9;

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
    void itIsToldThoughNoSlotIsLeft(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        Bus<String> hog = bus(BusConfig.of("hog", 100));
        Subscription<String> hogs = outside.subscribes(hog);
        for (int i = runtime.hive().stats().messagesInUse(); i < SLOTS - 1; i++) {
            assertEquals(PublishStatus.PUBLISHED, outside.publishes(hog, "x"));
        }
        assertEquals(PublishStatus.PUBLISHED, outside.publishes(bus, "1"));
        assertEquals(PublishStatus.NO_MEMORY, outside.publishes(hog, "x"));
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        outside.closes(hogs);
        assertEquals(1, drain(handler, mine));
    }

    private static List<Arguments> limits() {
        var limits = new ArrayList<Arguments>();
        for (int shard = 0; shard < 2; shard++) {
            limits.add(Arguments.of(MailboxLimit.blockSender(2), shard));
            limits.add(Arguments.of(MailboxLimit.fail(2), shard));
            limits.add(Arguments.of(MailboxLimit.dropNewest(2), shard));
            limits.add(Arguments.of(MailboxLimit.dropOldest(2), shard));
            limits.add(Arguments.of(MailboxLimit.conflate(2, object -> (String) object), shard));
        }
        return limits;
    }

    /** Its mailbox is full, and more comes, between the news and the handler's next look at it. */
    @ParameterizedTest
    @MethodSource("limits")
    void itIsToldWhateverItsMailboxDrops(MailboxLimit limit, int shard) {
        var told = new ArrayList<MessageClass>();
        ActorId handler = runtime.hive().spawn((self, message) -> {
            switch (message.tag()) {
                case SUBSCRIBE -> assertNotNull(bus.subscribe(self, TAG));
                case SLEEP -> self.sleep(ofMillis(5));
                case TAG -> {
                    told.add(message.messageClass());
                    @SuppressWarnings("unchecked") // the only one that has this tag
                    var mine = (Subscription<String>) message.as(Subscription.class);
                    int unused = mine.drain(entry -> drained.add(entry.value()));
                }
                default -> { }
            }
        }, ActorConfig.DEFAULT.withLimit(limit).onShard(shard));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(handler, SUBSCRIBE, "subscribe"));
        runtime.runUntilBlocked();
        for (int round = 1; round <= 2; round++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(handler, SLEEP, "sleep"));
            runtime.runUntilBlocked();
            notifyFourTimes(handler);
            publish(bus, "a" + round, "b" + round);
            runtime.runUntilBlocked();
            notifyFourTimes(handler);
            runtime.advance(ofMillis(5));
            assertEquals(Collections.nCopies(round, MessageClass.NOTIFY), told);
        }
        assertEquals(List.of("a1", "b1", "a2", "b2"), drained);
    }

    private void notifyFourTimes(ActorId handler) {
        for (int i = 0; i < 4; i++) {
            NotifyStatus status = runtime.hive().notify(handler, 0, "other " + i);
            assertTrue(status != NotifyStatus.NO_TARGET);
        }
        runtime.runUntilBlocked();
    }

    /** It reads all, and so is told of the next, again and again before it looks at its mailbox. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theNewsOfASubscriptionIsOneMessageThoughItWasNotReceived(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        var busy = handler.begins(self -> {
            for (int i = 0; i < 5; i++) {
                self.sleep(ofMillis(1));
                assertEquals(1, mine.drain(entry -> drained.add(entry.value())));
            }
            return self.pending();
        });
        for (int i = 0; i < 5; i++) {
            publish(bus, "" + i);
            runtime.advance(ofMillis(1));
        }
        assertEquals(1, busy.resultNow());
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG), handler.told);
        publish(bus, "5");
        runtime.runUntilBlocked();
        assertEquals(List.of(TAG, TAG), handler.told);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itIsNotToldOfASubscriptionThatHasEnded(int shard) {
        Agent handler = agent("handler", shard);
        Subscription<String> mine = tells(handler, bus);
        Subscription<String> others = near.subscribes(bus);
        handler.closes(mine);
        publish(bus, "1");
        runtime.runUntilBlocked();
        assertEquals(List.of(), handler.told);
        assertEquals("1", near.reads(others));
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
        var selected = handler.begins(self -> self.select(ofMillis(5), mine.source()));
        runtime.advance(ofMillis(5));
        assertEquals(SelectResult.Nothing.TIMEOUT, selected.resultNow());
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
