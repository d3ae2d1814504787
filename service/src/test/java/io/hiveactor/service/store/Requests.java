package io.hiveactor.service.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hiveactor.service.queue.Attributes;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.TopicScope;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.time.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Operations in the short form that tests use. */
final class Requests {
    static final String TOPIC = "orders";
    static final Ulid CAP = new Ulid(1, 1);
    static final Operation.Caller CALLER = new Operation.Caller(CAP, TopicScope.ALL, Lapse.NONE);
    static final long VISIBILITY_MS = 5_000;
    private static final long WALL_MS = 1_793_000_000_000L;

    private Requests() {}

    static Operation.Send send(String key) {
        return send(TOPIC, key, "payload of " + key, null, 0);
    }

    static Operation.Send send(String topic, String key, String payload, String partition, long delayMs) {
        byte[] bytes = payload.getBytes(UTF_8);
        byte[] attrs = Attributes.encode(Map.of("kind", "test"));
        Digest hash = Hashes.of(bytes);
        String ts = Timestamps.format(WALL_MS);
        Digest chain = Hashes.chain(topic, ts, key, hash, attrs);
        return new Operation.Send(
                topic, key, bytes, hash, attrs, partition, delayMs, new UUID(3, 4), null, ts, WALL_MS, chain, false);
    }

    static Operation.Send refusingDuplicates(Operation.Send send) {
        return new Operation.Send(
                send.topic(), send.idemKey(), send.payload(), send.payloadHash(), send.attrs(), send.partition(),
                send.delayMs(), send.corrId(), send.sig(), send.ts(), send.wallMs(), send.chain(), true);
    }

    static Operation.Receive receive(int max) {
        return receive(TOPIC, null, max, Long.MAX_VALUE);
    }

    static Operation.Receive receive(String topic, String partition, int max, long maxBytes) {
        return new Operation.Receive(topic, partition, VISIBILITY_MS, max, maxBytes, CAP, List.of());
    }

    static Operation.Ack ack(Envelope message) {
        return new Operation.Ack(message.message().id(), message.lease().token(), CALLER);
    }

    static Operation.Nack nack(Envelope message, long delayMs) {
        return new Operation.Nack(message.message().id(), message.lease().token(), CALLER, "failed", delayMs, false);
    }

    static Operation.Nack kill(Envelope message) {
        return new Operation.Nack(message.message().id(), message.lease().token(), CALLER, "poison", null, true);
    }

    static Operation.Extend extend(Envelope message, long visibilityMs) {
        return new Operation.Extend(message.message().id(), message.lease().token(), CALLER, visibilityMs);
    }

    static Operation.SettleDead redrive(int limit) {
        return new Operation.SettleDead(TOPIC, null, 0, limit, false);
    }

    static String payloadOf(Envelope message) {
        return new String(message.body().payload(), UTF_8);
    }
}
