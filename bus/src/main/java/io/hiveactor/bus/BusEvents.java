package io.hiveactor.bus;

import io.hiveactor.bus.event.EvictEvent;
import io.hiveactor.bus.event.MissEvent;

/** What a bus tells the flight recorder. Owner only, the shard of the bus. */
final class BusEvents {
    private final String bus;

    BusEvents(String bus) {
        this.bus = bus;
    }

    /** An entry had to go before all had read it. */
    void evicted(long sequence) {
        var event = new EvictEvent();
        if (event.shouldCommit()) {
            event.bus = bus;
            event.sequence = sequence;
            event.commit();
        }
    }

    /** An entry was lost to a reader. */
    void missed(Cursor reader, long sequence) {
        var event = new MissEvent();
        if (event.shouldCommit()) {
            event.bus = bus;
            event.sequence = sequence;
            event.missedSoFar = reader.missed;
            event.commit();
        }
    }
}
