package io.hiveactor.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.Simulation;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.Observed;
import io.hiveactor.runtime.port.Timeouts;
import io.hiveactor.runtime.supervision.ChildBody;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class HiveMetricsTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void theRegistrySeesWhatHappens() throws InterruptedException {
        var handled = new CountDownLatch(3);
        try (Hive hive = Hive.start(HiveConfig.builder().name("seen").build())) {
            new HiveMetrics(hive).bindTo(registry);
            ActorId counter = hive.spawn((Handler) (self, message) -> count(message, handled));
            for (int i = 0; i < 3; i++) {
                assertEquals(NotifyStatus.SENT, hive.notify(counter, "one"));
            }
            hive.spawn((ActorBody) self -> {
                throw new IllegalStateException("counted");
            });
            assertTrue(handled.await(20, TimeUnit.SECONDS));
            while (hive.counters().crashes() == 0) {
                Thread.onSpinWait();
            }

            assertEquals(3, registry.get("hive.messages").tag("hive", "seen").functionCounter().count());
            assertEquals(1, registry.get("hive.crashes").functionCounter().count());
            assertEquals(1, registry.get("hive.exits").functionCounter().count());
            assertEquals(1, registry.get("hive.actors").gauge().value());
            assertTrue(registry.get("hive.turn.time").tag("part", "1.0").timeGauge().value(TimeUnit.NANOSECONDS) > 0);
        }
    }

    private static void count(Message message, CountDownLatch handled) {
        assertEquals("one", message.object());
        handled.countDown();
    }

    @Test
    void tagsAreFew() {
        try (Hive hive = Hive.start()) {
            new HiveMetrics(hive).bindTo(registry);
            for (int i = 0; i < 100; i++) {
                hive.spawn((Handler) (self, message) -> {});
            }

            Set<String> tags = registry.getMeters().stream().map(Meter::getId)
                    .flatMap(id -> id.getTags().stream()).map(tag -> tag.getKey() + "=" + tag.getValue())
                    .collect(Collectors.toSet());
            tags.removeIf(tag -> tag.startsWith("le="));
            assertEquals(Set.of("hive=main", "part=0.5", "part=0.99", "part=1.0"), tags);
        }
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    @Test
    void theDepthOfANamedMailboxIsAMeterAndThatOfAnotherIsNot() throws InterruptedException {
        var goOn = new CountDownLatch(1);
        var isIn = new CountDownLatch(2);
        try (Hive hive = Hive.start(HiveConfig.builder().shards(2).build())) {
            ActorBody body = self -> {
                isIn.countDown();
                assertTrue(self.blocking(() -> goOn.await(20, TimeUnit.SECONDS)));
            };
            ActorId named = hive.spawn(body, ActorConfig.named("orders").registered());
            ActorId other = hive.spawn(body, ActorConfig.named("other"));
            assertTrue(isIn.await(20, TimeUnit.SECONDS));
            for (int i = 0; i < 3; i++) {
                assertEquals(NotifyStatus.SENT, hive.notify(named, "one"));
                assertEquals(NotifyStatus.SENT, hive.notify(other, "one"));
            }
            while (hive.snapshot().deepestMailboxes(2).stream().filter(each -> each.depth() == 3).count() < 2) {
                Thread.onSpinWait();
            }
            new HiveMetrics(hive).bindTo(registry);

            assertEquals(3, gauge("hive.mailbox.depth", "hive", "main", "name", "orders"));
            assertEquals(1, registry.get("hive.mailbox.depth").gauges().size());
            goOn.countDown();
        }
    }

    @Test
    @Tag("carried")
    void aChannelOrABusIsAMeterUntilItIsGone() {
        try (Simulation simulation = Simulation.start(HiveConfig.builder().shards(2).build(), 1)) {
            Hive hive = simulation.hive();
            new HiveMetrics(hive).bindTo(registry);
            Observed bus = into -> into.accept(new ResourceView(
                    new Resource(Resource.Kind.BUS, "news", 1), 1, 2, 4, 30, 0, 5, 6, 7, 8, 9));
            HivePort.of(hive).observe(1, bus);
            simulation.advance(Duration.ofSeconds(1));

            assertEquals(1, gauge("hive.resources"));
            String[] tags = {"kind", "bus", "name", "news"};
            assertEquals(2, gauge("hive.resource.depth", tags));
            assertEquals(30, gauge("hive.resource.bytes", tags));
            assertEquals(0.5, gauge("hive.resource.saturation", tags));
            assertEquals(5, gauge("hive.resource.readers", tags));
            assertEquals(6, gauge("hive.resource.writers", tags));
            assertEquals(15, gauge("hive.resource.waiters", tags));
            assertEquals(9, gauge("hive.resource.drops", tags));

            HivePort.of(hive).forget(bus);
            simulation.advance(Duration.ofSeconds(1));
            assertEquals(0, gauge("hive.resources"));
            assertEquals(0, registry.find("hive.resource.depth").gauges().size());
        }
    }

    @Test
    @Tag("carried")
    void resourcesOfOneKindAndNameAreOneMeter() {
        try (Simulation simulation = Simulation.start(HiveConfig.builder().shards(2).build(), 1)) {
            Hive hive = simulation.hive();
            for (int number = 1; number <= 2; number++) {
                var view = new ResourceView(
                        new Resource(Resource.Kind.BUS, "news", number), 1, number, 4, 30, 0, 5, 6, 7, 8, 9);
                HivePort.of(hive).observe(1, into -> into.accept(view));
            }
            new HiveMetrics(hive).bindTo(registry);

            assertEquals(3, gauge("hive.resource.depth", "kind", "bus", "name", "news"));
            assertEquals(0.5, gauge("hive.resource.saturation", "kind", "bus", "name", "news"));
            assertEquals(1, registry.find("hive.resource.depth").gauges().size());
        }
    }

    @Test
    @Tag("carried")
    void waitTimesAreThoseOfTheLastMinute() {
        try (Simulation simulation = Simulation.start(HiveConfig.builder().shards(1).build(), 1)) {
            Hive hive = simulation.hive();
            new HiveMetrics(hive).bindTo(registry);
            ActorId slow = hive.spawn((ActorBody) self -> {
                self.sleep(Duration.ofSeconds(3));
                Message first = self.receive();
                Message second = self.receive();
                assertEquals(first.tag(), second.tag());
            }, ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1)));
            hive.spawn((ActorBody) self -> {
                assertEquals(SendStatus.SENT, sendForever(self, slow));
                assertEquals(SendStatus.SENT, sendForever(self, slow));
            });
            simulation.advance(Duration.ofSeconds(5));
            assertEquals(1, gauge("hive.send.wait.histogram", "le", "+Inf"));
            assertEquals(0, gauge("hive.send.wait.histogram", "le", "1.073741824"));
            assertEquals(1, gauge("hive.send.wait.histogram", "le", "4.294967296"));
            assertTrue(registry.get("hive.send.wait").tag("part", "0.99").timeGauge().value(TimeUnit.SECONDS) > 2);

            simulation.advance(Duration.ofSeconds(50));
            assertEquals(1, gauge("hive.send.wait.histogram", "le", "+Inf"));
            simulation.advance(Duration.ofSeconds(60));
            assertEquals(0, gauge("hive.send.wait.histogram", "le", "+Inf"));
            assertEquals(0, registry.get("hive.send.wait").tag("part", "0.99").timeGauge().value(TimeUnit.SECONDS));
        }
    }

    private static SendStatus sendForever(ActorContext self, ActorId to) {
        return ((ActorPort.Holder) self).port().sendWithin(to, 0, "one", MemorySegment.NULL, Timeouts.FOREVER);
    }

    @Test
    @Tag("carried")
    void restartsAreCounted() {
        try (Simulation simulation = Simulation.start(HiveConfig.builder().shards(1).build(), 1)) {
            Hive hive = simulation.hive();
            new HiveMetrics(hive).bindTo(registry);
            var starts = new AtomicInteger();
            ChildBody body = (self, siblings) -> {
                if (starts.incrementAndGet() <= 2) {
                    throw new IllegalStateException("counted");
                }
                Message unused = self.receive();
            };
            Supervisor.start(hive, SupervisorSpec.of(Strategy.ONE_FOR_ONE, ChildSpec.body("child", body)));
            simulation.advance(Duration.ofSeconds(5));

            assertEquals(3, starts.get());
            assertEquals(2, registry.get("hive.restarts").functionCounter().count());
        }
    }
}
