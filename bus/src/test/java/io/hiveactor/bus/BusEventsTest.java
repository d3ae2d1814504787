package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder gets to know. */
class BusEventsTest extends BusScene {
    @Test
    void anEvictionAndEveryoneWhoMissesItAreRecorded(@TempDir Path directory) throws IOException {
        Bus<String> bus = bus(BusConfig.of("recorded", 1));
        Subscription<String> one = near.subscribes(bus);
        Subscription<String> two = far.subscribes(bus);
        publish(bus, "unrecorded");
        Path file = directory.resolve("bus.jfr");
        try (var recording = new Recording()) {
            recording.enable("hive.BusEvict");
            recording.enable("hive.BusMiss");
            recording.start();
            assertEquals("unrecorded", near.reads(one));
            publish(bus, "1", "2");
            recording.dump(file);
        }
        publish(bus, "3");
        assertEquals("3!3", far.reads(two));
        assertEquals(List.of("hive.BusEvict 0", "hive.BusEvict 1", "hive.BusMiss 0 1", "hive.BusMiss 1 1",
                        "hive.BusMiss 1 2"),
                RecordingFile.readAllEvents(file).stream().flatMap(BusEventsTest::text).sorted().toList());
    }

    private static Stream<String> text(RecordedEvent event) {
        if (!event.getEventType().getName().startsWith("hive.Bus")) {
            return Stream.empty();
        }
        assertEquals("recorded", event.getString("bus"));
        String missed = event.hasField("missedSoFar") ? " " + event.getLong("missedSoFar") : "";
        return Stream.of(event.getEventType().getName() + " " + event.getLong("sequence") + missed);
    }
}
