package io.hiveactor.bus;

import io.hiveactor.bus.event.EvictEvent;
import io.hiveactor.bus.event.MissEvent;
import io.hiveactor.bus.event.PublishEvent;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;

/**
 * What a bus tells the flight recorder. Whether that wants to know of each publish is kept in a field, and looked at
 * again when a recording starts or stops.
 *
 * <p><b>Threads:</b> owner only, the shard of the bus.
 */
final class BusEvents {
    // to ask whether anybody records them, without making one each time
    private static final EvictEvent EVICT = new EvictEvent();
    private static final MissEvent MISS = new MissEvent();

    // plain: a little late is early enough
    private static boolean wantsPublishes;

    static {
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recordingStateChanged(Recording recording) {
                lookAgain();
            }
        });
        lookAgain();
    }

    private final String bus;

    BusEvents(String bus) {
        this.bus = bus;
    }

    private static void lookAgain() {
        wantsPublishes = new PublishEvent().isEnabled();
    }

    /** An entry is published. */
    void published(long sequence, int subscribers) {
        if (!wantsPublishes) {
            return;
        }
        var event = new PublishEvent();
        if (event.shouldCommit()) {
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
