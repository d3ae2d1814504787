package io.hiveactor.service.http;

import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.TopicStats;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * {@code /v1/topics} and {@code /v1/stats}.
 *
 * <p><b>Threads:</b> any thread.
 */
final class TopicRoutes {
    private static final String LIST = "topics";
    private static final int PURGE_SLICE = 1_000;

    private final RateBook rates;

    TopicRoutes(RateBook rates) {
        this.rates = rates;
    }

    void list(Exchange exchange) {
        Fields query = exchange.query();
        String after = query.optionalText("after", TextRule.ANY);
        long limit = query.integerOr("limit", 1, DeadLetterRoutes.MAX_LIMIT, DeadLetterRoutes.DEFAULT_LIMIT);
        query.end();
        byte[] place = after == null ? new byte[0] : Cursor.decode(LIST, after);
        if (place == null) {
            throw query.fault("format", "after", "is no cursor of this list");
        }
        exchange.takeRate(1);
        var listing = new Operation.ListTopics(
                new String(place, StandardCharsets.UTF_8), (int) limit, exchange.grant()::allowsTopic);
        var found = exchange.execute("", listing, Outcome.Topics.class);
        var json = new JsonWriter(64 + 320 * found.topics().size());
        json.beginObject().name("topics").beginArray();
        found.topics().forEach(stats -> write(json, stats, exchange.settings()));
        json.endArray();
        json.name("next").text(found.hasMore() ? cursor(found.topics()) : null);
        boolean _ = exchange.reply(json.endObject());
    }

    void stats(Exchange exchange) {
        Fields query = exchange.query();
        String topic = query.requiredText("topic", TextRule.TOPIC);
        query.end();
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        var found = exchange.execute(topic, new Operation.ReadStats(topic), Outcome.Stats.class);
        var json = new JsonWriter(512);
        write(json, found.stats(), exchange.settings());
        boolean _ = exchange.reply(json);
    }

    /** Of one topic, or of the whole node for a capability that allows all topics. */
    void series(Exchange exchange) {
        Fields query = exchange.query();
        String topic = query.optionalText("topic", TextRule.TOPIC);
        query.end();
        if (topic == null) {
            exchange.check(exchange.grant().checkEveryTopic());
        } else {
            exchange.checkTopic(topic);
        }
        exchange.takeRate(1);
        RateBook.Series series = rates.series(topic);
        var json = new JsonWriter(16 << 10);
        json.beginObject();
        json.name("t").beginArray();
        for (long second : series.t()) {
            json.number(second);
        }
        json.endArray();
        column(json, "sent", series.sent());
        column(json, "received", series.received());
        column(json, "acked", series.acked());
        column(json, "p50_ms", series.p50Ms());
        column(json, "p95_ms", series.p95Ms());
        column(json, "p99_ms", series.p99Ms());
        boolean _ = exchange.reply(json.endObject());
    }

    static void purge(Exchange exchange) {
        Fields fields = exchange.body();
        String topic = confirmedTopic(fields);
        fields.end();
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        var answer = exchange.entrance().operate(new Operation.PurgeTopic(topic, 0, PURGE_SLICE));
        var purged = Exchange.expect(Outcome.Purged.class, exchange.committed(answer).getFirst());
        var json = new JsonWriter(64);
        boolean _ = exchange.reply(json.beginObject().name("purged").number(purged.count()).endObject());
    }

    /** Takes {@code topic} and {@code confirm}, which must be the same. */
    static String confirmedTopic(Fields fields) {
        String topic = fields.requiredText("topic", TextRule.TOPIC);
        if (!fields.requiredText("confirm", TextRule.ANY).equals(topic)) {
            throw fields.fault("format", "confirm", "must be the topic");
        }
        return topic;
    }

    private static String cursor(List<TopicStats> topics) {
        return Cursor.encode(LIST, topics.getLast().topic().getBytes(StandardCharsets.UTF_8));
    }

    private static void column(JsonWriter json, String name, double[] values) {
        json.name(name).beginArray();
        for (double value : values) {
            json.number(value);
        }
        json.endArray();
    }

    private void write(JsonWriter json, TopicStats stats, HttpSettings settings) {
        Counts counts = stats.counts();
        RateBook.Rates now = rates.rates(stats.topic());
        json.beginObject();
        json.name("topic").text(stats.topic());
        json.name("ready").number(counts.ready());
        json.name("leased").number(counts.leased());
        json.name("delayed").number(counts.delayed());
        json.name("dead").number(counts.dead());
        json.name("bytes").number(counts.bytes());
        json.name("oldest_ready_ms").number(stats.oldestReadyMs());
        json.name("sent_per_s").number(now.sentPerSecond());
        json.name("acked_per_s").number(now.ackedPerSecond());
        json.name("dlq_profile").text(settings.dlqProfile());
        json.endObject();
    }
}
