package io.hiveactor.mailbox.sqs;

import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A server that speaks as SQS does, in this process, and a client for it. */
final class LocalSqs implements AutoCloseable {
    private static final class Shared {
        static final LocalSqs INSTANCE = new LocalSqs();

        static { // the first calls take seconds, which tests that count in seconds must not
            var url = INSTANCE.client.createQueue(ask -> ask.queueName("first")).queueUrl();
            var _ = INSTANCE.client.sendMessage(ask -> ask.queueUrl(url).messageBody("a"));
            var got = INSTANCE.client.receiveMessage(ask -> ask.queueUrl(url).waitTimeSeconds(1));
            got.messages().forEach(each -> {
                var _ = INSTANCE.client.deleteMessage(ask -> ask.queueUrl(url).receiptHandle(each.receiptHandle()));
            });
        }
    }

    private final SQSRestServer server =
            SQSRestServerBuilder.withInterface("127.0.0.1").withDynamicPort().start();
    private final int port = server.waitUntilStarted().localAddress().getPort();
    private final SqsClient client = newClient();

    /** One for all tests, which ends with them. */
    static LocalSqs shared() {
        return Shared.INSTANCE;
    }

    static SqsClient clientOf(int port) {
        return SqsClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** One that outlives the server. */
    SqsClient newClient() {
        return clientOf(port);
    }

    SqsClient client() {
        return client;
    }

    /** A new queue; its name. */
    String newQueue() {
        return makeQueue("test-" + UUID.randomUUID());
    }

    String newFifoQueue() {
        return makeQueue("test-" + UUID.randomUUID() + ".fifo");
    }

    String makeQueue(String name) {
        Map<QueueAttributeName, String> attributes =
                QueueName.isFifo(name) ? Map.of(QueueAttributeName.FIFO_QUEUE, "true") : Map.of();
        var _ = client.createQueue(ask -> ask.queueName(name).attributes(attributes));
        return name;
    }

    @Override
    public void close() {
        client.close();
        var _ = server.stopAndWait();
    }
}
