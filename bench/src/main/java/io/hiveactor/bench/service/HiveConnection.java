package io.hiveactor.bench.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;

/** A client of the message service. */
final class HiveConnection implements BrokerConnection {
    private static final byte[] ERROR = "\"error\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEW = "\"duplicate\":false".getBytes(StandardCharsets.US_ASCII);
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final HttpConnection http;
    private final byte[] payload;
    private final int batch;
    private final StringFields ids;
    private final StringFields leases;
    private final AsciiBuffer body = new AsciiBuffer();
    /** Idempotency keys are unique: random bits of this connection and a number. */
    private final long keyPrefix = ThreadLocalRandom.current().nextLong();
    private long keys;

    HiveConnection(int port, String headers, int payloadBytes, int batch) throws IOException {
        http = new HttpConnection(port, headers);
        var random = new byte[payloadBytes];
        ThreadLocalRandom.current().nextBytes(random);
        payload = Base64.getEncoder().encode(random);
        ids = new StringFields("msg_id", "payload_b64", payload.length);
        leases = new StringFields("lease", "payload_b64", payload.length);
        this.batch = batch;
    }

    @Override
    public void send() throws IOException {
        body.clear();
        if (batch == 1) {
            appendMessage();
            AsciiBuffer answer = http.post("/v1/send", "", body);
            if (!answer.contains(NEW)) {
                throw new IOException("not a new message: " + answer);
            }
            return;
        }
        body.append("{\"messages\":[");
        for (int i = 0; i < batch; i++) {
            if (i > 0) {
                body.append(",");
            }
            appendMessage();
        }
        check(http.post("/v1/send/batch", "", body.append("]}")));
    }

    private void appendMessage() {
        body.append("{\"topic\":\"").append(HiveBroker.TOPIC).append("\",\"idem_key\":\"")
                .appendHex(keyPrefix).appendHex(keys++).append("\",\"payload_b64\":\"").append(payload).append("\"}");
    }

    @Override
    public int receive() throws IOException {
        return receive(LEASE, Duration.ZERO);
    }

    /** @param wait how long a receive stays parked if there is nothing */
    int receive(Duration lease, Duration wait) throws IOException {
        body.clear().append("{\"topic\":\"").append(HiveBroker.TOPIC).append("\",\"max_messages\":").append(batch)
                .append(",\"visibility_ms\":").append(lease.toMillis()).append(",\"wait_ms\":").append(wait.toMillis())
                .append("}");
        AsciiBuffer answer = http.post("/v1/recv", "", body);
        int count = ids.find(answer);
        if (leases.find(answer) != count) {
            throw new IOException("not a lease for each message: " + answer);
        }
        return count;
    }

    /** Of a message of the last receive. */
    String messageId(int index) {
        return ids.text(index);
    }

    @Override
    public void acknowledge() throws IOException {
        body.clear();
        if (batch == 1) {
            leases.appendTo(body.append("{\"lease\":\""), 0);
            check(http.post("/v1/ack/" + ids.text(0), "", body.append("\"}")));
            return;
        }
        body.append("{\"items\":[");
        for (int i = 0; i < ids.count(); i++) {
            ids.appendTo(body.append(i == 0 ? "{\"msg_id\":\"" : ",{\"msg_id\":\""), i);
            leases.appendTo(body.append("\",\"lease\":\""), i);
            body.append("\"}");
        }
        check(http.post("/v1/ack/batch", "", body.append("]}")));
    }

    private static void check(AsciiBuffer answer) throws IOException {
        if (answer.contains(ERROR)) {
            throw new IOException("refused: " + answer);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
