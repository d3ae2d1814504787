package io.hiveactor.service.http;

import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v1/ack}, {@code /v1/nack} and {@code /v1/extend}.
 *
 * <p>The topic of a message is known only with its row, so the engine judges the capability's topics and its expiry.
 *
 * <p><b>Threads:</b> any thread.
 */
final class LeaseRoutes {
    private static final int MAX_ITEMS = 256;
    private static final long MAX_DELAY_MS = 43_200_000;
    private static final String ANY_TOPIC = "";

    private final Streams streams;

    LeaseRoutes(Streams streams) {
        this.streams = streams;
    }

    void ack(Exchange exchange) {
        Fields fields = exchange.body(exchange.settings().maxBodyBytes(), true);
        Ulid id = exchange.messageId();
        LeaseToken token = optionalLease(fields);
        fields.end();
        exchange.takeRate(1);
        var ack = new Operation.Ack(id, token, caller(exchange));
        exchange.foundTopic(exchange.execute(ANY_TOPIC, ack, Outcome.Settled.class).topic());
        streams.settled(id);
        var json = new JsonWriter(32);
        json.beginObject().name("ok").bool(true).endObject();
        boolean _ = exchange.reply(json);
    }

    void ackBatch(Exchange exchange) {
        Fields fields = exchange.body();
        List<?> items = fields.requiredItems("items", 1, MAX_ITEMS);
        fields.end();
        var batch = new Batch(items.size());
        Operation.Caller caller = caller(exchange);
        List<Operation> acks = new ArrayList<>(items.size());
        List<@Nullable Ulid> ids = new ArrayList<>(items.size());
        for (Fields item : batch.objects(items, fields, "items")) {
            ids.add(null);
            batch.tryRead(() -> {
                Ulid id = parseId(item.requiredText("msg_id", TextRule.MSG_ID));
                ids.set(ids.size() - 1, id);
                LeaseToken token = optionalLease(item);
                item.end();
                acks.add(new Operation.Ack(id, token, caller));
            });
        }
        exchange.takeRate(items.size());
        if (!acks.isEmpty()) {
            batch.fill(exchange.committed(exchange.entrance().execute(ANY_TOPIC, acks)));
        }
        boolean _ = exchange.reply(batch.write((json, index, result) -> {
            Ulid id = ids.get(index);
            json.beginObject();
            if (id != null) {
                json.name("msg_id").text(id.toString());
            }
            switch (result) {
                case Batch.Failed failed -> {
                    json.name("error");
                    failed.error().write(json, exchange.corrId().toString());
                }
                case Batch.Succeeded _ -> {
                    json.name("ok").bool(true);
                    streams.settled(Objects.requireNonNull(id));
                }
            }
            json.endObject();
        }));
    }

    void nack(Exchange exchange) {
        Fields fields = exchange.body();
        Ulid id = exchange.messageId();
        LeaseToken token = optionalLease(fields);
        String reason = fields.optionalText("reason", TextRule.REASON);
        Long delayMs = fields.optionalInteger("delay_ms", 0, MAX_DELAY_MS);
        boolean isDead = fields.flag("dead");
        fields.end();
        if (isDead && delayMs != null) {
            throw fields.fault("format", "delay_ms", "must be absent with dead");
        }
        exchange.takeRate(1);
        var nack = new Operation.Nack(id, token, caller(exchange), reason, delayMs, isDead);
        Outcome.Settled settled = exchange.execute(ANY_TOPIC, nack, Outcome.Settled.class);
        exchange.foundTopic(settled.topic());
        streams.settled(id);
        var json = new JsonWriter(64);
        json.beginObject().name("ok").bool(true);
        json.name("state").text(word(Objects.requireNonNull(settled.state(), "a nack deletes nothing")));
        json.endObject();
        boolean _ = exchange.reply(json);
    }

    void extend(Exchange exchange) {
        Fields fields = exchange.body();
        Ulid id = exchange.messageId();
        LeaseToken token = parseLease(fields.requiredText("lease", TextRule.LEASE));
        long visibilityMs = fields.requiredInteger("visibility_ms", 0, ReceiveRoutes.MAX_VISIBILITY_MS);
        fields.end();
        exchange.takeRate(1);
        var extend = new Operation.Extend(id, token, caller(exchange), visibilityMs);
        Outcome.Extended extended = exchange.execute(ANY_TOPIC, extend, Outcome.Extended.class);
        exchange.foundTopic(extended.topic());
        long leaseMs = extended.leaseMs();
        streams.extended(id, exchange.monotonicNanos(), leaseMs);
        var json = new JsonWriter(64);
        json.beginObject().name("ok").bool(true).name("lease_ms").number(leaseMs).endObject();
        boolean _ = exchange.reply(json);
    }

    private static String word(MessageState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Operation.Caller caller(Exchange exchange) {
        Grant grant = exchange.grant();
        return new Operation.Caller(grant.capability(), grant::allowsTopic, grant.lapse());
    }

    private static @Nullable LeaseToken optionalLease(Fields fields) {
        String text = fields.optionalText("lease", TextRule.LEASE);
        return text == null ? null : parseLease(text);
    }

    private static LeaseToken parseLease(String checked) {
        return Objects.requireNonNull(LeaseToken.parse(checked));
    }

    private static Ulid parseId(String checked) {
        return Objects.requireNonNull(Ulid.parse(checked));
    }
}
