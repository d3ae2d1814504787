package io.hiveactor.bench.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A client of ElasticMQ. A payload is text of as many letters. */
final class ElasticMqConnection implements BrokerConnection {
    static final String HEADERS = "Content-Type: application/x-amz-json-1.0\r\n";
    private static final String SEND = action("SendMessage");
    private static final String SEND_BATCH = action("SendMessageBatch");
    private static final String RECEIVE = action("ReceiveMessage");
    private static final String DELETE = action("DeleteMessage");
    private static final String DELETE_BATCH = action("DeleteMessageBatch");
    private static final byte[] FAILED = "\"Failed\":[{".getBytes(StandardCharsets.US_ASCII);
    private static final int LEASE_SECONDS = 60;

    private final HttpConnection http;
    private final String url;
    private final byte[] payload;
    private final int batch;
    private final StringFields receipts;
    private final AsciiBuffer body = new AsciiBuffer();

    ElasticMqConnection(int port, int payloadBytes, int batch) throws IOException {
        http = new HttpConnection(port, HEADERS);
        url = "{\"QueueUrl\":\"" + queueUrl(port) + "\",";
        payload = "x".repeat(payloadBytes).getBytes(StandardCharsets.US_ASCII);
        receipts = new StringFields("ReceiptHandle", "Body", payloadBytes);
        this.batch = batch;
    }

    static String action(String name) {
        return "X-Amz-Target: AmazonSQS." + name + "\r\n";
    }

    static String queueUrl(int port) {
        return "http://localhost:" + port + "/000000000000/bench";
    }

    @Override
    public void send() throws IOException {
        body.clear().append(url);
        if (batch == 1) {
            body.append("\"MessageBody\":\"").append(payload).append("\"}");
            check(http.post("/", SEND, body));
            return;
        }
        body.append("\"Entries\":[");
        for (int i = 0; i < batch; i++) {
            body.append(i == 0 ? "{\"Id\":\"" : ",{\"Id\":\"").append(i).append("\",\"MessageBody\":\"")
                    .append(payload).append("\"}");
        }
        check(http.post("/", SEND_BATCH, body.append("]}")));
    }

    @Override
    public int receive() throws IOException {
        body.clear().append(url).append("\"MaxNumberOfMessages\":").append(batch).append(",\"VisibilityTimeout\":")
                .append(LEASE_SECONDS).append(",\"WaitTimeSeconds\":0}");
        return receipts.find(http.post("/", RECEIVE, body));
    }

    @Override
    public void acknowledge() throws IOException {
        body.clear().append(url);
        if (batch == 1) {
            receipts.appendTo(body.append("\"ReceiptHandle\":\""), 0);
            check(http.post("/", DELETE, body.append("\"}")));
            return;
        }
        body.append("\"Entries\":[");
        for (int i = 0; i < receipts.count(); i++) {
            body.append(i == 0 ? "{\"Id\":\"" : ",{\"Id\":\"").append(i).append("\",\"ReceiptHandle\":\"");
            receipts.appendTo(body, i);
            body.append("\"}");
        }
        check(http.post("/", DELETE_BATCH, body.append("]}")));
    }

    private static void check(AsciiBuffer answer) throws IOException {
        if (answer.contains(FAILED)) {
            throw new IOException("refused: " + answer);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
