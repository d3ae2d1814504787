package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import java.lang.foreign.MemorySegment;
import java.util.List;
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
                    far.does(self -> bus.publish(self, MemorySegment.ofArray(new byte[3]))));
        }

        ResourceView seen = seen().getFirst();
        assertEquals(3, seen.drops());
        assertEquals(6, seen.bytes());
        assertEquals(1, seen.shard());
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
