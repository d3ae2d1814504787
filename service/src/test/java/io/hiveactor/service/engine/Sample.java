package io.hiveactor.service.engine;

import io.hiveactor.service.queue.Attributes;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.TopicRules;
import io.hiveactor.service.queue.TopicScope;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.time.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Operations, settings and rules for tests. */
public final class Sample {
    public static final Ulid CAPABILITY = new Ulid(1, 2);
    public static final Operation.Caller CALLER = new Operation.Caller(CAPABILITY, TopicScope.ALL, Lapse.NONE);

    private Sample() {}

    public static Rules rules() {
        var topic = new TopicRules("other", 300_000, 3, 1_000, 3_600_000, 7_200_000, 10);
        return new Rules(name -> topic, 8, 1_000, 100_000, 1_000, 100, 1 << 30, 200, 60_000, 3_600_000);
    }

    public static EngineSettings settings() {
        return new EngineSettings(
                8, 256, 0.5, 64, 1 << 20, 32, Duration.ofSeconds(10), Duration.ofHours(24), false);
    }

    public static Operation.Send send(String topic, String key) {
        return send(topic, key, key, null, 0);
    }

    public static Operation.Send send(
            String topic, String key, String text, @Nullable String partition, long delayMs) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        byte[] attrs = Attributes.encode(Map.of());
        String ts = Timestamps.format(0);
        var hash = Hashes.of(payload);
        return new Operation.Send(
                topic, key, payload, hash, attrs, partition, delayMs, new UUID(0, 0), null, ts, 0,
                Hashes.chain(topic, ts, key, hash, attrs), false);
    }

    public static Operation.Receive receive(String topic, long visibilityMs, int most) {
        return new Operation.Receive(topic, null, visibilityMs, most, 1 << 20, CAPABILITY, List.of());
    }

    public static Poll poll(String topic, long waitMs) {
        return new Poll(receive(topic, 5_000, 10), waitMs, null, () -> true);
    }

    public static Operation.Ack ack(LeaseRef lease) {
        return new Operation.Ack(lease.id(), lease.token(), CALLER);
    }
}
