package io.hiveactor.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.StraightLine;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
            hive.spawn((StraightLine) self -> {
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
            assertEquals(Set.of("hive=main", "part=0.5", "part=0.99", "part=1.0"), tags);
        }
    }
}
