package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Buses in snapshots of the hive. */
class ObservedBusTest extends BusScene {
    private List<ResourceView> seen() {
        return runtime.hive().snapshot().resources().fullest();
    }

    @Test
    void aFullBusShowsItsEntriesItsReadersAndItsWaitingPublisher() {
        Bus<String> bus = bus(BusConfig.of("news", 2).waiting());
        Subscription<String> unread = near.subscribes(bus);
        publish(bus, "a", "b");
        var waiting = far.publishes(bus, "c", FOREVER);
        assertFalse(waiting.isDone());

        ResourceView seen = seen().getFirst();
        assertEquals(Resource.Kind.BUS, seen.resource().kind());
        assertEquals("news", seen.resource().name());
        assertEquals(List.of(0, 2, 2, 1, 1, 0, 1),
                List.of(seen.shard(), seen.depth(), seen.capacity(), seen.readers(), seen.writers(),
                        seen.waitingReaders(), seen.waitingWriters()));
        assertEquals(1, seen.saturation());
        String dot = runtime.hive().diagnose().toDot();
        assertTrue(dot.contains(" -> bus" + seen.resource().number() + " [label=\"room\"];"), dot);
        assertEquals("a", near.reads(unread));
        bus.close();
    }

    @Test
    void aBusThatEvictsCountsThatAsDropsAndShowsItsBytes() {
        ByteBus bus = ByteBus.open(runtime.hive(), BusConfig.of("bytes", 2).onShard(1));
        near.does(self -> bus.subscribe(self, 8));
        for (int i = 0; i < 5; i++) {
            assertEquals(PublishStatus.PUBLISHED,
                    far.does(self -> bus.publisher(self).tryPublish(new byte[3])));
        }

        ResourceView seen = seen().getFirst();
        assertEquals(3, seen.drops());
        assertEquals(6, seen.bytes());
        assertEquals(1, seen.shard());
        bus.close();
    }

    @Test
    void aThreadThatReadsIsShownWhileItWaits() {
        Bus<String> bus = bus(BusConfig.of("news", 2));
        Subscription<String> mine = bus.subscribe();
        var diagnosed = new AtomicReference<Diagnosis>();
        var sleeper = near.begins(self -> {
            self.sleep(Duration.ofSeconds(2));
            return 0;
        });
        var looker = near.begins(self -> {
            diagnosed.set(runtime.hive().diagnose());
            return bus.publisher(self).tryPublish("a");
        });
        assertEquals("a", Agent.text(mine.read(Duration.ofSeconds(5))));
        assertTrue(sleeper.isDone() && looker.isDone());

        ActorView thread = diagnosed.get().snapshot().externalWaits().getFirst();
        assertEquals(Thread.currentThread().getName(), thread.identity().name());
        assertEquals("an entry on bus news", thread.waitsFor().toString());
        assertTrue(thread.hasDeadline());
        assertTrue(diagnosed.get().toDot().contains(" -> bus"), diagnosed.get()::toDot);
        assertEquals(List.of(), runtime.hive().snapshot().externalWaits());
        mine.close();
        bus.close();
    }

    @Test
    void aClosedBusIsShownNoMore() {
        Bus<String> bus = bus(BusConfig.of("news", 2));
        assertEquals(1, seen().size());
        bus.close();
        assertEquals(List.of(), seen());
    }
}
