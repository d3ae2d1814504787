package io.hiveactor.service.http;

import io.hiveactor.service.queue.Envelope;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The lines of a stream. A claim is written completely before {@link #write} returns, in parts of 64 KiB at most.
 *
 * <p><b>Threads:</b> owner only; {@link #write} waits for the client.
 */
final class StreamLines {
    private static final int PART = 64 << 10;

    private final Exchange exchange;
    private final StreamLedger ledger;
    private final String topic;
    private final JsonWriter json = new JsonWriter(4_096);
    private long writtenNanos;

    StreamLines(Exchange exchange, StreamLedger ledger, String topic) {
        this.exchange = exchange;
        this.ledger = ledger;
        this.topic = topic;
        writtenNanos = exchange.monotonicNanos();
    }

    /**
     * Writes a line for each message, or an empty line if there is none and it is time for one. Messages whose lines
     * could not be written are given back.
     *
     * @return whether the client takes more
     */
    boolean write(List<Envelope> messages) {
        if (messages.isEmpty()) {
            return untilBeatMs() > 0 || line();
        }
        int written = 0;
        try {
            written = writeAll(messages);
        } finally {
            List<Envelope> lost = messages.subList(written, messages.size());
            lost.forEach(message -> ledger.remove(message.lease().id()));
            exchange.giveBack(topic, EnvelopeJson.leases(lost));
            if (exchange.settings().isAmnesiac()) {
                EnvelopeJson.forget(messages);
            }
        }
        return written == messages.size();
    }

    /** Writes the last line. */
    void end(String reason) {
        json.beginObject().name("end").text(reason).endObject();
        json.newLine();
        boolean _ = flush(true);
    }

    /** Time until an empty line is due. */
    long untilBeatMs() {
        long silentNanos = exchange.monotonicNanos() - writtenNanos;
        return exchange.settings().streamBeat().toMillis() - TimeUnit.NANOSECONDS.toMillis(silentNanos);
    }

    /** Returns how many messages were written. */
    private int writeAll(List<Envelope> messages) {
        int written = 0;
        for (int i = 0; i < messages.size(); i++) {
            Envelope message = messages.get(i);
            ledger.add(message, exchange.monotonicNanos()); // before the client can settle it
            EnvelopeJson.write(json, message);
            json.newLine();
            boolean isFull = json.size() >= PART || i + 1 == messages.size();
            if (isFull && !flush(false)) {
                return written;
            }
            written = isFull ? i + 1 : written;
        }
        return written;
    }

    private boolean line() {
        json.newLine();
        return flush(false);
    }

    private boolean flush(boolean isLast) {
        ByteBuffer all = json.buffer();
        boolean isTaken = true;
        while (isTaken && all.hasRemaining()) {
            ByteBuffer part = all.slice(all.position(), Math.min(PART, all.remaining()));
            all.position(all.position() + part.remaining());
            isTaken = exchange.write(isLast && !all.hasRemaining(), part);
        }
        json.clear(exchange.settings().isAmnesiac());
        writtenNanos = exchange.monotonicNanos();
        return isTaken;
    }
}
