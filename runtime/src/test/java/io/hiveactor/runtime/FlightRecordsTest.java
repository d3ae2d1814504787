package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.event.HiveEvent;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Configuration;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The flight recorder is told what happens in a hive, and says it readably. */
@Timeout(60)
class FlightRecordsTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Set<String> ALL = Set.of("hive.Park", "hive.Wake", "hive.HandOff", "hive.Drop", "hive.Exit",
            "hive.Restart", "hive.SlowHandler", "hive.Deadlock");
    /** Of the module bus, which tests them. */
    private static final Set<String> OF_BUSES = Set.of("hive.BusPublish", "hive.BusEvict", "hive.BusMiss");

    @TempDir
    private Path folder;

    private static Configuration settings() throws IOException, ParseException {
        try (Reader file = new InputStreamReader(
                Objects.requireNonNull(Hive.class.getResourceAsStream("/hive.jfc")), StandardCharsets.UTF_8)) {
            return Configuration.create(file);
        }
    }

    @Test
    void theSettingsSpeakOfEveryEventAndTakeASampleOfThoseOfEachMessage() throws Exception {
        var settings = settings().getSettings();

        assertEquals(Stream.concat(ALL.stream(), OF_BUSES.stream()).collect(Collectors.toSet()),
                settings.keySet().stream().map(key -> key.substring(0, key.indexOf('#'))).collect(Collectors.toSet()));
        assertEquals(Set.of("hive.BusPublish#enabled"), keysOf(settings, "false"));
        assertEquals(Set.of("hive.Park#throttle", "hive.HandOff#throttle"), keysOf(settings, HiveEvent.SAMPLE));
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            assertTrue(!type.getName().startsWith("hive.") || ALL.contains(type.getName()), type::getName);
        }
        assertEquals(0, HiveEvent.class.getConstructors().length); // nobody makes one that is none of those
    }

    private static Set<String> keysOf(Map<String, String> settings, String value) {
        return settings.entrySet().stream().filter(each -> each.getValue().equals(value)).map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    @Test
    void ofManyWaitsASampleIsRecordedAndAllOfThemIfAskedFor() throws Exception {
        int waits = 20_000;
        try (var recording = new Recording(settings())) {
            long sampled = parksWhile(recording, () -> waitOften(waits));
            assertTrue(sampled > 0 && sampled < waits / 4, () -> sampled + " of " + waits);
        }
        try (var recording = new Recording(settings())) {
            recording.enable("hive.Park").with("throttle", "off");
            long all = parksWhile(recording, () -> waitOften(waits));
            assertTrue(all >= waits, () -> all + " of " + waits);
        }
    }

    private long parksWhile(Recording recording, Runnable work) throws IOException {
        Path file = folder.resolve("parks.jfr");
        recording.start();
        work.run();
        recording.stop();
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(each -> each.getEventType().getName().equals("hive.Park")).count();
    }

    /** Two actors wait for each other's next word, each as often as said. */
    private static void waitOften(int times) {
        try (Hive hive = Hive.start(HiveConfig.builder().name("often").shards(1).build())) {
            ActorBody answers = self -> {
                for (int i = 0; i < times; i++) {
                    assertEquals(NotifyStatus.SENT, self.notify(self.receive().as(ActorId.class), self.self()));
                }
            };
            ActorId first = hive.spawn(answers);
            ActorId second = hive.spawn(answers);
            assertEquals(NotifyStatus.SENT, hive.notify(first, second));
            Hives.eventually("they are done", () -> !hive.isAlive(first) || !hive.isAlive(second));
        }
    }

    @Test
    void everyEventIsRecordedAndPrintsReadably() throws Exception {
        Path file = folder.resolve("hive.jfr");
        try (var recording = new Recording(settings())) {
            recording.enable("hive.Park").with("throttle", "off");
            recording.enable("hive.HandOff").with("throttle", "off");
            recording.start();
            happen();
            recording.stop();
            recording.dump(file);
        }

        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertEquals(ALL, events.stream().map(each -> each.getEventType().getName()).collect(Collectors.toSet()));
        RecordedEvent deadlock = events.stream()
                .filter(each -> each.getEventType().getName().equals("hive.Deadlock")).findFirst().orElseThrow();
        assertEquals(2, deadlock.getInt("members"));
        assertTrue(deadlock.getString("report").startsWith("DEADLOCK in hive recorded"), deadlock::toString);
        assertTrue(isRecorded(events, "hive.Park", "waitsFor"), "no park outside the runtime");
        assertTrue(isRecorded(events, "hive.Wake", "waitedIn"), "no wake-up from outside the runtime");
        assertPrinted(file);
    }

    /** Whether there is an event of the actor that was parked outside the runtime. */
    private static boolean isRecorded(List<RecordedEvent> events, String type, String state) {
        return events.stream().anyMatch(each -> each.getEventType().getName().equals(type)
                && each.getString("actor").startsWith("parked#")
                && each.getString(state).equals(ActorState.name(ActorState.PARKED)));
    }

    private static void assertPrinted(Path file) throws Exception {
        Path tool = Path.of(System.getProperty("java.home"), "bin", "jfr");
        Process print = new ProcessBuilder(tool.toString(), "print", "--events", "hive.*", file.toString())
                .redirectErrorStream(true).start();
        String text = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(print.waitFor(20, TimeUnit.SECONDS));

        assertTrue(text.contains("hive.Deadlock {"), text);
        assertTrue(text.contains("kind = \"CYCLE\""), text);
        assertTrue(text.contains("actor = \"sleeper#"), text);
        assertTrue(text.matches("(?s).*waited = [0-9.]+ ms.*"), text);
    }

    /** Everything that there is an event for. */
    private static void happen() throws InterruptedException {
        var found = new CountDownLatch(1);
        var isOverTime = new AtomicBoolean();
        HiveListener listener = new HiveListener() {
            @Override
            public void onDeadlock(Deadlock deadlock) {
                found.countDown();
            }

            @Override
            public void onSlowHandler(SlowHandler work) {
                isOverTime.set(true);
            }
        };
        var watch = WatchConfig.DEFAULT.withHandlerLimit(Duration.ofMillis(5)).withPeriod(Duration.ofMillis(20));
        var config = HiveConfig.builder().name("recorded").shards(1).watch(watch).listener(listener);
        try (Hive hive = Hive.start(config.build())) {
            restart(hive);
            hive.spawn((ActorBody) self -> self.sleep(Duration.ofMillis(20)), ActorConfig.named("sleeper"));
            ActorId narrow = hive.spawn(
                    (Handler) (self, message) -> {}, ActorConfig.named("narrow").withLimit(MailboxLimit.dropNewest(1)));
            drop(hive, narrow);
            handOff(hive);
            hive.spawn((ActorBody) self -> spin(isOverTime), ActorConfig.named("spinner"));
            Hives.eventually("the spinner was seen", isOverTime::get);
            ActorId parked = hive.spawn((ActorBody) self -> assertFalse(self.blocking(
                    () -> new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS))), ActorConfig.named("parked"));
            Hives.eventually("it was parked", () -> !hive.isAlive(parked));
            deadlock(hive);
            assertTrue(found.await(20, TimeUnit.SECONDS));
        }
    }

    private static void restart(Hive hive) {
        var lives = new AtomicBoolean();
        ChildSpec phoenix = ChildSpec.body("phoenix", (self, siblings) -> {
            if (!lives.getAndSet(true)) {
                throw new IllegalStateException("the first life");
            }
            self.receive();
        });
        ActorId supervisor = Supervisor.start(hive, SupervisorSpec.of(Strategy.ONE_FOR_ONE, phoenix));
        assertTrue(hive.isAlive(supervisor));
        Hives.eventually("it was restarted", lives::get);
    }

    private static void drop(Hive hive, ActorId narrow) {
        NotifyStatus status = NotifyStatus.SENT;
        while (status == NotifyStatus.SENT) {
            status = hive.notify(narrow, "too many");
        }
        assertEquals(NotifyStatus.DROPPED, status);
    }

    private static void handOff(Hive hive) throws InterruptedException {
        var gate = new CountDownLatch(1);
        ActorId slow = hive.spawn((Handler) (self, message) ->
                        assertTrue(self.blocking(() -> gate.await(20, TimeUnit.SECONDS))),
                ActorConfig.named("slow").withLimit(MailboxLimit.blockSender(1)));
        Thread sender = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 3; i++) {
                assertEquals(SendStatus.SENT, hive.send(slow, 0, "in turn", LONG));
            }
        });
        Hives.eventually("a sender waits", () -> !hive.snapshot().outsideWaiters().isEmpty());
        gate.countDown();
        sender.join(20_000);
        assertFalse(sender.isAlive());
    }

    private static void spin(AtomicBoolean isSeen) {
        while (!isSeen.get()) {
            Thread.onSpinWait();
        }
    }

    private static void deadlock(Hive hive) {
        ActorId[] both = new ActorId[2];
        ActorBody meets = self -> {
            self.expect(self.receive().as(ActorId.class));
            self.receive();
        };
        both[0] = hive.spawn(meets, ActorConfig.named("romeo"));
        both[1] = hive.spawn(meets, ActorConfig.named("juliet"));
        ExternalSource source = hive.expectExternal("the second message"); // until it has come, romeo is not stuck
        assertEquals(NotifyStatus.SENT, hive.notify(both[0], both[1]));
        assertEquals(NotifyStatus.SENT, hive.notify(both[1], both[0]));
        source.close();
    }
}
