package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.bus.SubscribeResult.NoSubscription;
import io.hiveactor.bus.SubscribeResult.Reason;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Those who use a bus a lot, on its shard: their neighbours run, and they keep nothing that they do not need. */
class BusTurnsTest extends BusScene {
    private static final int MANY = 100;

    BusTurnsTest() {
        super(TestRuntime.inOrder(TestRuntime.config().shards(2).messagesPerTurn(4).build())); // turns are the subject
    }

    private ActorId actor(ActorBody code) {
        return runtime.hive().spawn(code, ActorConfig.DEFAULT.onShard(0));
    }

    private static void publishMany(ActorContext self, Bus<String> bus) {
        for (int i = 0; i < MANY; i++) {
            assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).publish("" + i, FOREVER));
        }
    }

    @Test
    void aPublisherThatMayWaitLetsItsReadersRunSoTheyMissNothing() {
        Bus<String> bus = bus(BusConfig.of("b", 8)); // which evicts
        List<String> read = new ArrayList<>();
        ActorId reader = actor(self -> assertEquals(NoEntry.Reason.CLOSED,
                bus.subscribe(self).forEach(entry -> read.add(Agent.text(entry)))));
        runtime.runUntilBlocked();
        ActorId publisher = actor(self -> publishMany(self, bus));
        runtime.runUntilBlocked();
        assertFalse(runtime.hive().isAlive(publisher));
        assertTrue(runtime.hive().isAlive(reader));
        assertEquals(MANY, read.size());
        assertEquals("" + (MANY - 1), read.getLast());
        assertEquals(0, bus.stats().missed());
        bus.close();
    }

    @Test
    void aReaderOfManyEntriesLetsItsNeighboursRun() {
        Bus<String> bus = bus(BusConfig.of("b", MANY));
        Subscription<String> mine = near.subscribes(bus);
        far.does(self -> {
            publishMany(self, bus);
            return true;
        });
        List<String> read = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        var drained = near.begins(self -> {
            ActorId neighbour = self.spawn((ActorBody) other -> {
                while (read.size() < MANY) {
                    seen.add(read.size());
                    other.yield();
                }
            }, ActorConfig.DEFAULT.onShard(0));
            return mine.drain(entry -> read.add(entry.value())) + (self.isAlive(neighbour) ? 0 : 1);
        });
        assertTrue(drained.resultNow() >= MANY);
        assertTrue(seen.stream().distinct().count() > 10, seen::toString);
    }

    @Test
    void aReaderThatIsKilledBetweenTwoEntriesReadsNoMore() {
        Bus<String> bus = bus(BusConfig.of("b", MANY));
        List<String> read = new ArrayList<>();
        ActorId reader = actor(self -> {
            Subscription<String> mine = bus.subscribe(self);
            for (int i = 0; i < MANY; i++) {
                assertEquals(PublishStatus.PUBLISHED, bus.publisher(self).tryPublish("" + i));
            }
            assertEquals(NoEntry.Reason.CLOSED, mine.forEach(entry -> {
                read.add(entry.value());
                if (read.size() == 2) {
                    runtime.hive().kill(self.self());
                }
            }));
        });
        runtime.runUntilBlocked();
        assertEquals(2, read.size());
        assertFalse(runtime.hive().isAlive(reader));
        assertEquals(0, bus.stats().subscribers());
        assertEquals(0, bus.stats().entries());
    }

    private static int knownBuses(ActorContext self) {
        var members = (Members) ((ActorPort.Holder) self).port().attachment(Tenant.BUS);
        return members == null ? 0 : members.count();
    }

    @Test
    void anActorForgetsTheBusesThatRefusedIt() {
        for (int i = 0; i < MANY; i++) {
            Bus<String> full = bus(BusConfig.of("full", 8).withMaxSubscribers(1));
            Subscription<String> only = outside.subscribes(full);
            assertEquals(new NoSubscription<String>(Reason.FULL), near.triesToSubscribe(full));
            outside.closes(only);
        }
        assertEquals(0, near.<Integer>does(BusTurnsTest::knownBuses));
    }

    @Test
    void anActorForgetsTheBusesThatItHasLeftAndThoseThatAreClosed() {
        Bus<String> left = bus(BusConfig.of("left", 8));
        Bus<String> seen = bus(BusConfig.of("seen", 8));
        for (int i = 0; i < MANY; i++) {
            Subscription<String> mine = near.subscribes(left);
            near.closes(mine);
            assertEquals(0, near.<BusStats>does(self -> seen.stats()).subscribers());
            Bus<String> closed = bus(BusConfig.of("closed", 8));
            assertEquals(PublishStatus.PUBLISHED, near.publishes(closed, "x"));
            closed.close();
        }
        assertTrue(near.<Integer>does(BusTurnsTest::knownBuses) <= 1);
        Bus<String> used = bus(BusConfig.of("used", 8));
        BusPublisher<String> publisher = near.does(self -> used.publisher(self));
        Subscription<String> mine = near.subscribes(used);
        near.closes(mine);
        assertEquals(publisher, near.does(self -> used.publisher(self)));
        assertEquals(1, near.<Integer>does(BusTurnsTest::knownBuses));
    }
}
