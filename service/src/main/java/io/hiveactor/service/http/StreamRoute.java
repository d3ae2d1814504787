package io.hiveactor.service.http;

import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Poll;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.jspecify.annotations.Nullable;

/**
 * {@code /v1/recv/stream}: one envelope per line, until its time is over, it is cancelled, its capability lapses, the
 * node drains, or the client stops reading.
 *
 * <p><b>Threads:</b> owner only; one per request.
 */
final class StreamRoute {
    private static final HttpField NDJSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/x-ndjson");
    private static final long FULL_PAUSE_MS = 500; // leases may be settled on another node
    private static final long BUSY_PAUSE_MS = 1_000;

    private final Exchange exchange;
    private final ReceiveRoutes.Wanted wanted;
    private final StreamLedger ledger;
    private final StreamLines lines;
    private final long endNanos;

    private StreamRoute(Exchange exchange, ReceiveRoutes.Wanted wanted, StreamLedger ledger, long maxMs) {
        this.exchange = exchange;
        this.wanted = wanted;
        this.ledger = ledger;
        this.lines = new StreamLines(exchange, ledger, wanted.receive().topic());
        this.endNanos = exchange.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(maxMs);
    }

    static void stream(Exchange exchange, Streams streams) {
        Fields fields = exchange.body();
        long maxMs = fields.integerOr("max_ms", 1_000, 300_000, 60_000);
        ReceiveRoutes.Wanted wanted = ReceiveRoutes.read(exchange, fields);
        String topic = wanted.receive().topic();
        exchange.checkTopic(topic);
        exchange.takeRate(1);
        Grant grant = exchange.grant();
        StreamLedger ledger = streams.open(topic, wanted.pollId(), grant);
        try {
            new StreamRoute(exchange, wanted, ledger, maxMs).run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            streams.close(ledger, topic, wanted.pollId(), grant);
        }
    }

    private void run() throws InterruptedException {
        // The first look decides between a stream and an error, so it does not wait.
        List<Envelope> messages = received(exchange.committed(receive(0)).getFirst());
        boolean isOpen = false;
        try {
            isOpen = exchange.begin(NDJSON);
        } finally {
            if (!isOpen) {
                exchange.giveBack(wanted.receive().topic(), EnvelopeJson.leases(messages));
            }
        }
        while (isOpen) {
            isOpen = lines.write(messages);
            String end = end();
            if (end != null) {
                lines.end(end);
                return;
            }
            messages = isOpen ? next() : List.of();
        }
    }

    /** Why the stream ends now, or null. */
    private @Nullable String end() {
        if (ledger.isCancelled()) {
            return "cancelled";
        }
        if (exchange.isDraining()) {
            return "drain";
        }
        if (exchange.grant().recheck() != null) {
            return "cap";
        }
        return leftMs() <= 0 ? "max_ms" : null;
    }

    /** Waits for messages until it is time for an empty line; that line is written by {@link StreamLines#write}. */
    private List<Envelope> next() throws InterruptedException {
        long waitMs = Math.clamp(lines.untilBeatMs(), 1, Math.max(1, leftMs()));
        if (ledger.unsettled(exchange.monotonicNanos()).size() >= wanted.receive().maxMessages()) {
            ledger.awaitChange(Math.min(waitMs, FULL_PAUSE_MS));
            waitMs = 0;
        }
        Answer answer = receive(waitMs);
        if (answer instanceof Answer.Committed committed
                && committed.outcomes().getFirst() instanceof Outcome.Received received) {
            return received.messages();
        }
        ledger.awaitChange(Math.min(Math.max(1, leftMs()), BUSY_PAUSE_MS));
        return List.of();
    }

    private Answer receive(long waitMs) {
        var ask = wanted.receive();
        Grant grant = exchange.grant();
        return exchange.entrance().receive(new Poll(
                new Operation.Receive(
                        ask.topic(),
                        ask.partition(),
                        ask.visibilityMs(),
                        ask.maxMessages(),
                        ask.maxBytes(),
                        ask.capability(),
                        ledger.unsettled(exchange.monotonicNanos())),
                waitMs,
                wanted.pollId(),
                () -> !ledger.isCancelled() && grant.recheck() == null));
    }

    private static List<Envelope> received(Outcome outcome) {
        return Exchange.expect(Outcome.Received.class, outcome).messages();
    }

    private long leftMs() {
        return TimeUnit.NANOSECONDS.toMillis(endNanos - exchange.monotonicNanos());
    }
}
