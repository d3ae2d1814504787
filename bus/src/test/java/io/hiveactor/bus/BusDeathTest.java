package io.hiveactor.bus;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Those who use a bus die, or it does. */
class BusDeathTest extends BusScene {
    private final Agent victim = agent("victim", 1);
    private final Agent neighbour = agent("neighbour", 0);

    private Agent victim(int shard) {
        return shard == 1 ? victim : neighbour;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatOnlyTheDeadHadNotReadGoesBackAndRoomIsGivenOn(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        Subscription<String> other = near.subscribes(bus);
        Agent dying = victim(shard);
        assertTrue(dying.does(self -> bus.subscribe(self)) != null);
        publish(bus, "1");
        assertEquals("1", near.reads(other));
        var waiting = far.publishes(bus, "2", FOREVER);
        assertFalse(waiting.isDone());
        kill(dying);
        assertEquals(PublishStatus.PUBLISHED, waiting.resultNow());
        assertEquals("2", near.reads(other));
        assertEquals(0, bus.stats().entries());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReaderThatIsKilledWhileItWaitsIsForgotten(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 4));
        Agent dying = victim(shard);
        Subscription<String> mine = dying.subscribes(bus);
        var read = dying.awaits(mine, FOREVER);
        assertEquals(1, bus.stats().waitingReaders());
        kill(dying);
        assertEquals(0, bus.stats().waitingReaders());
        assertEquals(0, bus.stats().subscribers());
        publish(bus, "for nobody");
        assertEquals(0, bus.stats().entries());
        assertFalse(read.isDone());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aPublisherThatIsKilledWhileItWaitsLeavesTheLine(int shard) {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        Subscription<String> mine = near.subscribes(bus);
        publish(bus, "1");
        Agent dying = victim(shard);
        var never = dying.publishes(bus, "of the dead", FOREVER);
        var waiting = far.publishes(bus, "2", FOREVER);
        assertEquals(2, bus.stats().waitingPublishers());
        kill(dying);
        assertEquals(1, bus.stats().waitingPublishers());
        assertEquals(List.of("1", "2", "WOULD_BLOCK"), near.does(self ->
                List.of(Agent.text(mine.tryRead()), Agent.text(mine.tryRead()), Agent.text(mine.tryRead()))));
        assertEquals(PublishStatus.PUBLISHED, waiting.resultNow());
        assertFalse(never.isDone());
    }

    /** At whatever point of its way a call of the dying is. */
    @Test
    void whoeverIsKilledInTheMiddleOfACallLeavesNothingBehind() {
        for (int steps = 0; steps < 60; steps++) {
            try (var small = new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed() + steps)) {
                Bus<String> bus = Bus.open(small.hive(), BusConfig.of("b", 1).waiting().retainingLatest());
                ActorId dying =
                        small.hive().spawn((ActorBody) self -> uses(bus, self), ActorConfig.DEFAULT.onShard(1));
                int killed = steps;
                small.hive().spawn((ActorBody) self -> {
                    for (int i = 0; i < killed; i++) {
                        self.yield();
                    }
                    self.kill(dying);
                }, ActorConfig.DEFAULT.onShard(0));
                small.runUntilBlocked();
                BusStats left = bus.stats();
                String context = "-Dhive.seed=" + small.seed() + " after " + steps + ": " + left;
                assertEquals(0, left.subscribers() + left.waitingPublishers() + left.waitingReaders(), context);
                assertEquals(DestroyStatus.DESTROYED, bus.destroy(), context);
            }
        }
    }

    private static void uses(Bus<String> bus, ActorContext self) {
        while (true) {
            try (Subscription<String> mine = bus.subscribe(self)) {
                assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).publish("1", FOREVER));
                assertTrue(mine.read(FOREVER) instanceof Entry<String>);
                PublishStatus status = bus.publisher(self).tryPublish("2");
                assertTrue(status == PublishStatus.PUBLISHED || status == PublishStatus.WOULD_BLOCK, status::name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void closeTellsEverybodyAndFreesAll(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 1).waiting());
        Agent closer = agent("closer", place);
        Subscription<String> slow = near.subscribes(bus);
        Subscription<String> fast = victim.subscribes(bus);
        publish(bus, "1");
        assertEquals("1", victim.reads(fast));
        var reader = victim.awaits(fast, FOREVER);
        var publisher = far.publishes(bus, "2", FOREVER);
        closer.does(self -> {
            bus.close();
            return true;
        });
        runtime.runUntilBlocked();
        assertEquals("CLOSED", reader.resultNow());
        assertEquals(PublishStatus.CLOSED, publisher.resultNow());
        assertEquals("CLOSED", near.reads(slow));
        assertEquals(PublishStatus.CLOSED, closer.publishes(bus, "3"));
        assertEquals(new SubscribeResult.NoSubscription<>(SubscribeResult.Reason.CLOSED), closer.triesToSubscribe(bus));
        assertEquals(DestroyStatus.DESTROYED, closer.does(self -> bus.destroy()));
        assertEquals(0, bus.stats().entries());
        near.closes(slow);
        bus.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, OUTSIDE})
    void aBusWithSubscribersIsNotDestroyed(int place) {
        Bus<String> bus = bus(BusConfig.of("b", 2));
        Agent destroyer = agent("destroyer", place);
        Subscription<String> mine = victim.subscribes(bus);
        assertEquals(DestroyStatus.HAS_SUBSCRIBERS, destroyer.does(self -> bus.destroy()));
        publish(bus, "1");
        assertEquals("1", victim.reads(mine));
        victim.closes(mine);
        assertEquals(DestroyStatus.DESTROYED, destroyer.does(self -> bus.destroy()));
        assertEquals(PublishStatus.CLOSED, destroyer.publishes(bus, "2"));
    }

    @Test
    void theEndOfTheHiveEndsTheBusWithEverythingInIt() {
        Bus<String> bus = bus(BusConfig.of("b", 2).waiting().withMaxAge(ofMillis(5)).retainingLatest());
        Subscription<String> read = near.subscribes(bus);
        Subscription<String> unread = outside.subscribes(bus);
        publish(bus, "1", "2");
        assertEquals("1", near.reads(read));
        var publisher = far.publishes(bus, "3", FOREVER);
        var told = victim.does(self -> bus.subscribe(self, 1));
        assertEquals(1, bus.stats().waitingPublishers());
        runtime.close();
        assertTrue(!publisher.isDone() || publisher.resultNow() == PublishStatus.PUBLISHED);
        assertEquals("CLOSED", outside.reads(unread));
        assertEquals(PublishStatus.CLOSED, outside.publishes(bus, "late"));
        assertEquals("a subscription of bus b", told.toString());
        bus.close();
    }

    /** The second one comes as soon as it is closed, and before the first one knows. */
    @Test
    void severalMayCloseItAtOnce() {
        for (int round = 0; round < 8; round++) {
            Bus<String> bus = bus(BusConfig.of("b", 4));
            var first = far.begins(self -> {
                self.sleep(ofMillis(1));
                bus.close();
                return true;
            });
            var second = near.begins(self -> {
                self.sleep(ofMillis(1));
                while (bus.publisher(self).tryPublish("1") != PublishStatus.CLOSED) {
                    self.yield();
                }
                bus.close();
                return true;
            });
            runtime.advance(ofMillis(1));
            assertTrue(first.resultNow() && second.resultNow());
            assertEquals(DestroyStatus.DESTROYED, bus.destroy());
        }
    }

    /** At whatever point of its way the close is: it happens, or it does not. */
    @Test
    void whoeverIsKilledInTheMiddleOfACloseLeavesItWholeOrOpen() {
        var seen = new TreeSet<PublishStatus>();
        for (int yields = 0; yields < 8; yields++) {
            int before = yields;
            Bus<String> bus = bus(BusConfig.of("b", 4));
            ActorId dying = runtime.hive().spawn((ActorBody) self -> bus.close(), ActorConfig.DEFAULT.onShard(1));
            runtime.hive().spawn((ActorBody) self -> {
                for (int i = 0; i < before; i++) {
                    self.yield();
                }
                boolean wasAlive = self.kill(dying);
                assertTrue(wasAlive || before > 0);
            }, ActorConfig.DEFAULT.onShard(0));
            runtime.runUntilBlocked();
            seen.add(near.publishes(bus, "1"));
            bus.close();
            assertEquals(PublishStatus.CLOSED, near.publishes(bus, "2"));
        }
        assertTrue(seen.contains(PublishStatus.CLOSED), seen::toString);
    }
}
