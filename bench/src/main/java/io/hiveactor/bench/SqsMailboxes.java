package io.hiveactor.bench;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.sqs.SqsConfig;
import io.hiveactor.mailbox.sqs.SqsMailbox;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** A send, a receive and an acknowledge in a mailbox in SQS, beside the same by the plain client; against ElasticMQ. */
final class SqsMailboxes {
    private static final String BODY = "x".repeat(64);
    private static final int LEASE_SECONDS = 600;

    private SqsMailboxes() {}

    static Contestant mailbox() {
        SQSRestServer server = server();
        SqsClient client = client(server);
        String url = client.createQueue(ask -> ask.queueName("bench")).queueUrl();
        Mailbox<String, Void> mailbox = SqsMailbox.open(client, SqsConfig.of("bench", Codec.text()));
        return new Timed(messages -> {
            for (int i = 0; i < messages; i++) {
                if (!(mailbox.send(BODY) instanceof Sent)
                        || mailbox.receive(1, Duration.ofSeconds(LEASE_SECONDS), Duration.ZERO).getFirst().acknowledge()
                                != AckStatus.DONE) {
                    throw new IllegalStateException("lost in " + url);
                }
            }
        }, Map::of, () -> end(server, client));
    }

    static Contestant raw() {
        SQSRestServer server = server();
        SqsClient client = client(server);
        String url = client.createQueue(ask -> ask.queueName("bench")).queueUrl();
        return new Timed(messages -> {
            for (int i = 0; i < messages; i++) {
                var _ = client.sendMessage(ask -> ask.queueUrl(url).messageBody(BODY));
                var got = client.receiveMessage(ask -> ask.queueUrl(url).visibilityTimeout(LEASE_SECONDS)
                        .maxNumberOfMessages(1).waitTimeSeconds(0)
                        .messageAttributeNames("hive.reply-to", "hive.empty") // what a mailbox asks for, and no more
                        .messageSystemAttributeNames(
                                MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT,
                                MessageSystemAttributeName.SENT_TIMESTAMP)).messages();
                var _ = client.deleteMessage(ask -> ask.queueUrl(url).receiptHandle(got.getFirst().receiptHandle()));
            }
        }, Map::of, () -> end(server, client));
    }

    private static SQSRestServer server() {
        return SQSRestServerBuilder.withInterface("127.0.0.1").withDynamicPort().start();
    }

    private static SqsClient client(SQSRestServer server) {
        int port = server.waitUntilStarted().localAddress().getPort();
        return SqsClient.builder().endpointOverride(URI.create("http://127.0.0.1:" + port)).region(Region.EU_CENTRAL_1)
                .credentialsProvider(AnonymousCredentialsProvider.create()).httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private static void end(SQSRestServer server, SqsClient client) {
        client.close();
        server.stopAndWait();
    }
}
