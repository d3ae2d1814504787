package io.hiveactor.service.http;

import io.hiveactor.service.queue.Attributes;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.time.Timestamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v1/send} and {@code /v1/send/batch}.
 *
 * <p><b>Threads:</b> any thread.
 */
final class SendRoutes {
    static final int MAX_PAYLOAD = 1 << 20;
    static final int MAX_ITEMS = 256;
    static final String IDEMPOTENCY_MODE = "X-Idempotency-Mode";
    static final String CONFLICT = "409-conflict";
    static final String FLAG = "200-flag";

    private static final int MAX_ATTRS = 32;
    private static final int MAX_ATTRS_BYTES = 8 << 10;
    private static final long MAX_DELAY_MS = 43_200_000;

    /** A message as it was read; it is hashed once the rate is paid. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Draft(
            String topic,
            String idemKey,
            byte[] payload,
            byte[] attrs,
            @Nullable String partition,
            long delayMs,
            UUID corrId,
            @Nullable String sig) {}

    private SendRoutes() {}

    static void send(Exchange exchange) {
        Draft draft = read(exchange, exchange.body());
        check(exchange, draft);
        exchange.takeRate(1);
        List<Operation> sends = List.of(seal(exchange, draft));
        Outcome outcome = exchange.committed(exchange.entrance().execute(draft.topic(), sends)).getFirst();
        var json = new JsonWriter(128);
        write(json, Exchange.expect(Outcome.Sent.class, outcome));
        boolean _ = exchange.reply(json);
    }

    static void sendBatch(Exchange exchange) {
        Fields fields = exchange.body(exchange.settings().maxBatchBytes(), false);
        List<?> items = fields.requiredItems("messages", 1, MAX_ITEMS);
        fields.end();
        var batch = new Batch(items.size());
        List<Draft> drafts = new ArrayList<>(items.size());
        for (Fields item : batch.objects(items, fields, "messages")) {
            batch.tryRead(() -> {
                Draft draft = read(exchange, item);
                check(exchange, draft);
                drafts.add(draft);
            });
        }
        exchange.takeRate(items.size());
        if (!drafts.isEmpty()) {
            List<Operation> sends = new ArrayList<>(drafts.size());
            drafts.forEach(draft -> sends.add(seal(exchange, draft)));
            batch.fill(exchange.committed(exchange.entrance().execute(drafts.getFirst().topic(), sends)));
        }
        boolean _ = exchange.reply(batch.write((json, index, result) -> {
            switch (result) {
                case Batch.Failed failed -> {
                    json.beginObject().name("error");
                    failed.error().write(json, exchange.corrId().toString());
                    json.endObject();
                }
                case Batch.Succeeded done -> write(json, Exchange.expect(Outcome.Sent.class, done.outcome()));
            }
        }));
    }

    private static Draft read(Exchange exchange, Fields fields) {
        String topic = fields.requiredText("topic", TextRule.TOPIC);
        String idemKey = fields.requiredText("idem_key", TextRule.IDEM_KEY);
        Base64Text encoded = fields.requiredBase64("payload_b64");
        byte[] attrs = attributes(fields);
        String partition = fields.optionalText("partition", TextRule.PARTITION);
        long delayMs = fields.integerOr("delay_ms", 0, MAX_DELAY_MS, 0);
        String corrText = fields.optionalText("corr_id", TextRule.CORR_ID);
        UUID sent = corrText == null ? null : CorrIds.parse(corrText);
        String sig = fields.optionalText("sig", TextRule.SIG);
        fields.end();
        UUID corrId = sent == null ? exchange.corrId() : sent;
        return new Draft(topic, idemKey, payload(fields, encoded), attrs, partition, delayMs, corrId, sig);
    }

    private static byte[] payload(Fields fields, Base64Text encoded) {
        if (encoded.decodedLength() > MAX_PAYLOAD) {
            throw new Rejected(ApiError.of(
                    ErrorCode.E_FRAME_TOO_LARGE, "payload", "the payload has more than " + MAX_PAYLOAD + " bytes"));
        }
        byte[] payload = encoded.decode();
        if (payload == null) {
            throw fields.fault("format", "payload_b64", "must be standard base64 with padding");
        }
        return payload;
    }

    private static byte[] attributes(Fields fields) {
        Fields object = fields.optionalObject("attrs");
        if (object == null) {
            return Attributes.encode(Map.of());
        }
        if (object.count() > MAX_ATTRS) {
            throw fields.fault("range", "attrs", "must have at most " + MAX_ATTRS + " attributes");
        }
        Map<String, String> attrs = new HashMap<>();
        int bytes = 0;
        for (String key : object.names()) {
            TextRule.Fault fault = TextRule.ATTR_KEY.check(key);
            if (fault != null) {
                throw object.fault(fault.reason(), key, "the key " + fault.message());
            }
            String value = object.optionalText(key, TextRule.ATTR_VALUE);
            if (value != null) {
                attrs.put(key, value);
                bytes += key.length() + Utf8.length(value);
            }
        }
        if (bytes > MAX_ATTRS_BYTES) {
            throw fields.fault("range", "attrs", "must have at most " + MAX_ATTRS_BYTES + " bytes");
        }
        return Attributes.encode(attrs);
    }

    private static void check(Exchange exchange, Draft draft) {
        exchange.checkTopic(draft.topic());
        exchange.check(exchange.grant().checkPayload(draft.payload().length));
    }

    private static Operation.Send seal(Exchange exchange, Draft draft) {
        long wallMs = exchange.wallMillis();
        String ts = Timestamps.format(wallMs);
        Digest hash = Hashes.of(draft.payload());
        return new Operation.Send(
                draft.topic(),
                draft.idemKey(),
                draft.payload(),
                hash,
                draft.attrs(),
                draft.partition(),
                draft.delayMs(),
                draft.corrId(),
                draft.sig(),
                ts,
                wallMs,
                Hashes.chain(draft.topic(), ts, draft.idemKey(), hash, draft.attrs()),
                CONFLICT.equals(exchange.header(IDEMPOTENCY_MODE)));
    }

    private static void write(JsonWriter json, Outcome.Sent sent) {
        json.beginObject();
        json.name("msg_id").text(sent.id().toString());
        json.name("duplicate").bool(sent.isDuplicate());
        json.endObject();
    }
}
