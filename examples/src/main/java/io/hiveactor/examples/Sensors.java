package io.hiveactor.examples;

import io.hiveactor.bus.Bus;
import io.hiveactor.bus.BusConfig;
import io.hiveactor.bus.BusPublisher;
import io.hiveactor.bus.BusStats;
import io.hiveactor.bus.Entry;
import io.hiveactor.bus.NoEntry;
import io.hiveactor.bus.PublishStatus;
import io.hiveactor.bus.ReadResult;
import io.hiveactor.bus.Subscription;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Three sensors publish on a bus each. A fusion actor waits for all three at a time, and publishes what they say together; an
 * alarm, which is a handler, looks at the temperature alone. The main thread subscribes to both; and to a bus whose ring is
 * too small for who comes so late.
 */
public final class Sensors {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int READINGS = 6;
    private static final double TOO_HOT = 22;
    private static final int BEGIN = 1;
    private static final int NEWS = 2;

    private Sensors() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            Bus<Double> temperature = Bus.open(hive, BusConfig.of("temperature", 4).waiting());
            Bus<Double> humidity = Bus.open(hive, BusConfig.of("humidity", 4).waiting());
            Bus<Double> pressure = Bus.open(hive, BusConfig.of("pressure", 4).waiting());
            Bus<String> alarms = Bus.open(hive, BusConfig.of("alarms", 16));
            Bus<String> small = Bus.open(hive, BusConfig.of("small", 2));
            Bus<String> weather = Bus.open(hive, BusConfig.of("weather", 16).retainingLatest());
            Subscription<String> alarmed = alarms.subscribe();
            Subscription<String> slow = small.subscribe();
            Subscription<String> display = weather.subscribe();

            ActorId alarm = hive.spawn(new Alarm(temperature, alarms), ActorConfig.named("alarm"));
            var sensors = List.of(temperature, humidity, pressure);
            var fused = List.of(small, weather);
            ActorId _ = hive.spawn(context -> fuse(context, sensors, fused, alarm), ActorConfig.named("fusion"));

            for (int i = 0; i < READINGS; i++) {
                System.out.println(text(display.read(LONG))); // this thread waits
            }
            System.out.println("alarm: " + text(alarmed.read(LONG)));
            System.out.println("slow: " + text(slow.tryRead()));
            System.out.println("late: " + text(weather.subscribe().tryRead()));
            BusStats stats = weather.stats();
            System.out.println(stats.name() + ": " + stats.published() + " published, " + stats.missed() + " missed");
            weather.close();
            System.out.println("display: " + text(display.tryRead()));
        }
    }

    private static String text(ReadResult<String> read) {
        return switch (read) {
            case Entry<String> entry when entry.missed() > 0 -> entry.value() + ", after " + entry.missed() + " missed";
            case Entry<String> entry -> entry.value();
            case NoEntry<String> none -> none.reason().name();
        };
    }

    /** Publishes a reading after the other. Where the ring is full, it waits for the slowest reader. */
    private static void sense(ActorContext context, Bus<Double> bus, double first, double step) {
        BusPublisher<Double> readings = bus.publisher(context);
        for (int i = 0; i < READINGS; i++) {
            requirePublished(readings.publish(first + i * step, LONG));
        }
    }

    /** Subscribes first, and has the sensors begin then: nobody sees what was published before he came. */
    private static void fuse(ActorContext context, List<Bus<Double>> sensors, List<Bus<String>> fused, ActorId alarm) {
        List<Subscription<Double>> readings = sensors.stream().map(bus -> bus.subscribe(context)).toList();
        tell(context, alarm, BEGIN);
        Message _ = context.receive(); // the alarm has subscribed, too
        ActorId _ = context.spawn(self -> sense(self, sensors.get(0), 20, 0.5), ActorConfig.named("thermometer"));
        ActorId _ = context.spawn(self -> sense(self, sensors.get(1), 40, 1), ActorConfig.named("hygrometer"));
        ActorId _ = context.spawn(self -> sense(self, sensors.get(2), 1000, -1), ActorConfig.named("barometer"));

        Source[] sources = readings.stream().map(Subscription::source).toArray(Source[]::new);
        List<Queue<Double>> values = List.of(new ArrayDeque<>(), new ArrayDeque<>(), new ArrayDeque<>());
        for (int i = 0; i < READINGS; i++) {
            while (values.stream().anyMatch(Queue::isEmpty)) {
                switch (context.select(LONG, sources)) {
                    case SelectResult.Ready(int which, Entry<?> entry) -> values.get(which).add((Double) entry.value());
                    case SelectResult nothing -> throw new IllegalStateException("no reading came: " + nothing);
                }
            }
            String all = values.get(0).remove() + " C, " + values.get(1).remove() + " %, " + values.get(2).remove() + " hPa";
            fused.forEach(bus -> requirePublished(bus.publisher(context).tryPublish(all)));
        }
    }

    /** Is told by a message when there are readings, and reads all of them. */
    private static final class Alarm implements Handler {
        private final Bus<Double> temperature;
        private final Bus<String> alarms;
        private @Nullable Subscription<Double> readings;

        Alarm(Bus<Double> temperature, Bus<String> alarms) {
            this.temperature = temperature;
            this.alarms = alarms;
        }

        @Override
        public void onMessage(ActorContext context, Message message) {
            if (readings == null) {
                readings = temperature.subscribe(context, NEWS);
                tell(context, message.sender(), BEGIN);
            } else if (message.tag() == NEWS) {
                int _ = readings.drain(entry -> check(context, entry.value()));
            }
        }

        private void check(ActorContext context, double celsius) {
            if (celsius > TOO_HOT) {
                requirePublished(alarms.publisher(context).tryPublish(celsius + " C"));
            }
        }
    }

    private static void tell(ActorContext context, ActorId other, int tag) {
        NotifyStatus told = context.notifyTag(other, tag);
        if (told != NotifyStatus.SENT) {
            throw new IllegalStateException("not told: " + told);
        }
    }

    private static void requirePublished(PublishStatus status) {
        if (status != PublishStatus.PUBLISHED) {
            throw new IllegalStateException("not published: " + status);
        }
    }
}
