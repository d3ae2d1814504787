package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.hiveactor.testkit.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The flight recorder is told of what happens on a bus; of each publish only if a recording asks for it. */
@Timeout(60)
class FlightEventsTest {
    private final TestRuntime runtime = new TestRuntime();
    private final Bus<Integer> bus = Bus.open(runtime.hive(), BusConfig.of("recorded", 2));

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        runtime.close();
    }

    private void publish(int from, int to) {
        for (int i = from; i < to; i++) {
            assertEquals(PublishStatus.PUBLISHED, bus.publisher().tryPublish(i));
        }
        assertEquals(to, bus.stats().published()); // so they have come
    }

    private List<String> record(String... wanted) throws IOException {
        Path file = folder.resolve("bus.jfr");
        try (var recording = new Recording()) {
            for (String name : wanted) {
                recording.enable(name);
            }
            recording.start();
            publish(0, 1);
            try (Subscription<Integer> slow = bus.subscribe()) {
                publish(1, 5);
                assertFalse(slow.tryRead() instanceof NoEntry);
            }
            recording.stop();
            recording.dump(file);
        }
        publish(5, 6); // of which nobody is told
        return RecordingFile.readAllEvents(file).stream().map(FlightEventsTest::text).sorted().toList();
    }

    private static String text(RecordedEvent event) {
        String text = event.getEventType().getName() + " " + event.getString("bus") + " " + event.getLong("sequence");
        if (event.hasField("subscribers")) {
            return text + " for " + event.getInt("subscribers");
        }
        return event.hasField("missedSoFar") ? text + " as missed " + event.getLong("missedSoFar") : text;
    }

    @Test
    void aPublishAnEvictAndAMissAreEachTold() throws IOException {
        assertEquals(List.of(
                        "hive.BusEvict recorded 1", "hive.BusEvict recorded 2",
                        "hive.BusMiss recorded 1 as missed 1", "hive.BusMiss recorded 2 as missed 2",
                        "hive.BusPublish recorded 0 for 0", "hive.BusPublish recorded 1 for 1",
                        "hive.BusPublish recorded 2 for 1", "hive.BusPublish recorded 3 for 1",
                        "hive.BusPublish recorded 4 for 1"),
                record("hive.BusPublish", "hive.BusEvict", "hive.BusMiss"));
    }

    @Test
    void aRecordingThatIsUnderWayMayAskForPublishes() throws IOException {
        Path file = folder.resolve("bus.jfr");
        try (var recording = new Recording()) {
            recording.start();
            publish(0, 1);
            recording.enable("hive.BusPublish");
            publish(1, 3);
            recording.disable("hive.BusPublish");
            publish(3, 4);
            recording.stop();
            recording.dump(file);
        }
        assertEquals(List.of("hive.BusPublish recorded 1 for 0", "hive.BusPublish recorded 2 for 0"),
                RecordingFile.readAllEvents(file).stream()
                        .filter(each -> each.getEventType().getName().equals("hive.BusPublish"))
                        .map(FlightEventsTest::text).sorted().toList());
    }

    @Test
    void ofPublishesNobodyIsToldWhoDidNotAsk() throws IOException {
        assertEquals(List.of("hive.BusEvict recorded 1", "hive.BusEvict recorded 2"),
                record("hive.BusEvict").stream().filter(each -> !each.startsWith("hive.BusMiss")).toList());
    }
}
