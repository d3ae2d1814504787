package io.hiveactor.bus;

import io.hiveactor.bus.event.EvictEvent;
import io.hiveactor.bus.event.MissEvent;
import io.hiveactor.bus.event.PublishEvent;

/**
 * What a bus tells the flight recorder. A recording may ask for an event at any time, so it is looked at each time.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus.
 */
final class BusEvents {
    // to ask whether anybody records them, without making one each time
    private static final PublishEvent PUBLISH = new PublishEvent();
    private static final EvictEvent EVICT = new EvictEvent();
    private static final MissEvent MISS = new MissEvent();

    private final String bus;

    BusEvents(String bus) {
        this.bus = bus;
    }

    /** An entry is published. */
    void published(long sequence, int subscribers) {
        if (PUBLISH.isEnabled()) {
            var event = new PublishEvent();
            event.bus = bus;
            event.sequence = sequence;
            event.subscribers = subscribers;
            event.commit();
        }
    }

    /** An entry had to go before all had read it. */
    void evicted(long sequence) {
        if (EVICT.isEnabled()) {
            var event = new EvictEvent();
            event.bus = bus;
            event.sequence = sequence;
            event.commit();
        }
    }

    /** An entry was lost to a reader. */
    void missed(Cursor reader, long sequence) {
        if (MISS.isEnabled()) {
            var event = new MissEvent();
            event.bus = bus;
            event.sequence = sequence;
            event.missedSoFar = reader.missed;
            event.commit();
        }
    }
}
