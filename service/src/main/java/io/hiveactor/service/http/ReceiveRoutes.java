package io.hiveactor.service.http;

import io.hiveactor.service.engine.Poll;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v1/recv} and {@code /v1/recv/cancel}.
 *
 * <p><b>Threads:</b> any thread.
 */
final class ReceiveRoutes {
    static final long MAX_VISIBILITY_MS = 43_200_000;

    private static final int MAX_MESSAGES = 256;
    private static final long MAX_BYTES = 4 << 20;
    private static final long MAX_WAIT_MS = 20_000;

    /** What a receive and a stream have in common. */
    record Wanted(Operation.Receive receive, @Nullable String pollId) {}

    private final Streams streams;

    ReceiveRoutes(Streams streams) {
        this.streams = streams;
    }

    void receive(Exchange exchange) {
        Fields fields = exchange.body();
        long waitMs = fields.integerOr("wait_ms", 0, MAX_WAIT_MS, 0);
        Wanted wanted = read(exchange, fields);
        String topic = wanted.receive().topic();
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        if (streams.isOpen(topic, wanted.pollId(), exchange.grant())) {
            throw new Rejected(Refusals.pollInUse());
        }
        Grant grant = exchange.grant();
        var poll = new Poll(wanted.receive(), waitMs, wanted.pollId(), () -> grant.recheck() == null);
        Outcome outcome = exchange.committed(exchange.entrance().receive(poll)).getFirst();
        List<Envelope> messages = Exchange.expect(Outcome.Received.class, outcome).messages();
        if (messages.isEmpty()) {
            exchange.check(grant.recheck()); // it may have lapsed while the poll waited
        }
        deliver(exchange, topic, messages);
    }

    void cancel(Exchange exchange) {
        Fields fields = exchange.body();
        String topic = fields.requiredText("topic", TextRule.TOPIC);
        String pollId = fields.requiredText("poll_id", TextRule.POLL_ID);
        fields.end();
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        boolean wasStream = streams.cancel(topic, pollId, exchange.grant());
        boolean wasWaiting = exchange.entrance().cancel(topic, pollId, exchange.grant().capability());
        var json = new JsonWriter(32);
        json.beginObject().name("cancelled").bool(wasStream || wasWaiting).endObject();
        boolean _ = exchange.reply(json);
    }

    /** Takes all fields but those that only one of the two routes has, which the caller took before. */
    static Wanted read(Exchange exchange, Fields fields) {
        RequestLimits limits = exchange.limits();
        String topic = fields.requiredText("topic", TextRule.TOPIC);
        long visibilityMs = fields.integerOr(
                "visibility_ms", limits.minVisibilityMs(), MAX_VISIBILITY_MS, limits.defaultVisibilityMs());
        long maxMessages = fields.integerOr("max_messages", 1, MAX_MESSAGES, limits.defaultMaxMessages());
        long maxBytes = fields.integerOr("max_bytes", 1, MAX_BYTES, limits.defaultMaxBytes());
        String partition = fields.optionalText("partition", TextRule.PARTITION);
        String pollId = fields.optionalText("poll_id", TextRule.POLL_ID);
        fields.end();
        var receive = new Operation.Receive(
                topic, partition, visibilityMs, (int) maxMessages, maxBytes, exchange.grant().capability(), List.of());
        return new Wanted(receive, pollId);
    }

    private static void deliver(Exchange exchange, String topic, List<Envelope> messages) {
        boolean isDelivered = false;
        JsonWriter json = EnvelopeJson.writerFor(messages);
        try {
            json.beginObject().name("messages").beginArray();
            messages.forEach(message -> EnvelopeJson.write(json, message));
            json.endArray().endObject();
            isDelivered = exchange.reply(json);
        } finally {
            if (!isDelivered) {
                exchange.giveBack(topic, EnvelopeJson.leases(messages));
            }
            if (exchange.settings().isAmnesiac()) {
                json.clear(true);
                EnvelopeJson.forget(messages);
            }
        }
    }
}
