package io.hiveactor.service.http;

import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadLetter;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v1/dlq} and what is below it.
 *
 * <p><b>Threads:</b> any thread.
 */
final class DeadLetterRoutes {
    static final int MAX_LIMIT = 1_000;
    static final int DEFAULT_LIMIT = 100;

    private static final HttpField BYTES = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/octet-stream");
    private static final long FULL_RETRY_MS = 5_000;

    private DeadLetterRoutes() {}

    static void list(Exchange exchange) {
        Fields query = exchange.query();
        String topic = query.requiredText("topic", TextRule.TOPIC);
        String after = query.optionalText("after", TextRule.ANY);
        long limit = query.integerOr("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
        query.end();
        String list = "dlq/" + topic;
        long place = after == null ? 0 : Cursor.decodeLong(list, after);
        if (place < 0) {
            throw query.fault("format", "after", "is no cursor of this list");
        }
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        var found = exchange.execute(
                topic, new Operation.ListDead(topic, place, (int) limit), Outcome.DeadLetters.class);
        var json = new JsonWriter(64 + 384 * found.letters().size());
        json.beginObject().name("entries").beginArray();
        for (DeadLetter letter : found.letters()) {
            json.beginObject();
            write(json, letter);
            json.endObject();
        }
        json.endArray();
        json.name("next").text(found.next() == 0 ? null : Cursor.encode(list, found.next()));
        boolean _ = exchange.reply(json.endObject());
    }

    static void read(Exchange exchange) {
        var found = find(exchange);
        Preview preview = found.damage() == null ? Preview.of(found.body().payload()) : null;
        var json = new JsonWriter(1_024);
        json.beginObject();
        write(json, found.letter());
        json.name("preview").text(preview == null ? null : preview.text());
        json.name("preview_kind").text(preview == null ? null : preview.kind());
        boolean _ = exchange.reply(json.endObject());
        if (exchange.settings().isAmnesiac()) {
            json.clear(true);
            Arrays.fill(found.body().payload(), (byte) 0);
        }
    }

    static void payload(Exchange exchange) {
        var found = find(exchange);
        Damage damage = found.damage();
        if (damage != null) {
            throw new Rejected(ApiError.of(ErrorCode.E_INTEGRITY, damage.word(), "the stored message is damaged")
                    .about(found.letter().message().id()));
        }
        byte[] payload = found.body().payload();
        exchange.header("Content-Disposition", "attachment");
        exchange.header("X-Content-Type-Options", "nosniff");
        boolean _ = exchange.reply(200, BYTES, ByteBuffer.wrap(payload));
        if (exchange.settings().isAmnesiac()) {
            Arrays.fill(payload, (byte) 0);
        }
    }

    static void reprocess(Exchange exchange) {
        Fields fields = exchange.body();
        String topic = fields.requiredText("topic", TextRule.TOPIC);
        var done = settle(exchange, topic, fields, false);
        if (done.isFull() && done.moved() == 0) {
            throw new Rejected(ApiError.saturated("topic_full", FULL_RETRY_MS));
        }
        boolean _ = exchange.reply(write("moved", done));
    }

    static void purge(Exchange exchange) {
        Fields fields = exchange.body();
        String topic = TopicRoutes.confirmedTopic(fields);
        boolean _ = exchange.reply(write("purged", settle(exchange, topic, fields, true)));
    }

    private static Outcome.DeadSettled settle(Exchange exchange, String topic, Fields fields, boolean isPurge) {
        Long limit = fields.optionalInteger("limit", 1, MAX_LIMIT);
        List<Ulid> ids = ids(fields);
        fields.end();
        if ((limit == null) == (ids == null)) {
            throw fields.fault(limit == null ? "missing" : "format", "limit", "give either limit or msg_ids");
        }
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        int most = ids == null ? Math.toIntExact(Objects.requireNonNull(limit)) : ids.size();
        var settle = new Operation.SettleDead(topic, ids, 0, most, isPurge);
        return Exchange.expect(
                Outcome.DeadSettled.class, exchange.committed(exchange.entrance().operate(settle)).getFirst());
    }

    private static @Nullable List<Ulid> ids(Fields fields) {
        List<?> items = fields.optionalItems("msg_ids", 1, MAX_LIMIT);
        if (items == null) {
            return null;
        }
        List<Ulid> ids = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            String text = fields.itemText("msg_ids", i, items.get(i), TextRule.MSG_ID);
            ids.add(Objects.requireNonNull(Ulid.parse(text)));
        }
        return ids;
    }

    private static Outcome.DeadFound find(Exchange exchange) {
        exchange.query().end();
        Ulid id = exchange.messageId();
        exchange.takeRate(1);
        return exchange.execute(
                "", new Operation.ReadDead(id, exchange.grant()::allowsTopic), Outcome.DeadFound.class);
    }

    private static JsonWriter write(String count, Outcome.DeadSettled done) {
        var json = new JsonWriter(64 + 96 * done.skipped().size());
        json.beginObject();
        json.name(count).number(done.moved());
        json.name("remaining").number(done.remaining());
        json.name("skipped").beginArray();
        done.skipped().forEach((id, reason) -> {
            json.beginObject();
            json.name("msg_id").text(id.toString());
            json.name("reason").text(reason);
            json.endObject();
        });
        return json.endArray().endObject();
    }

    private static void write(JsonWriter json, DeadLetter letter) {
        MessageRow message = letter.message();
        json.name("msg_id").text(message.id().toString());
        json.name("topic").text(letter.topic());
        json.name("shard").number(message.shard());
        json.name("ts").text(letter.ts());
        json.name("attempt").number(letter.dead().attempt());
        json.name("reason").text(letter.dead().reason().word());
        json.name("last_error").text(letter.dead().lastError());
        json.name("dead_ts").text(letter.dead().deadTs());
        json.name("size").number(message.size());
        json.name("redrives").number(message.redrives());
        json.name("payload_hash").text(letter.payloadHash().toString());
    }
}
