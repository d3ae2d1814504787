package io.hiveactor.bench.service;

import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** ElasticMQ as it comes: messages in memory. Prints its port. */
final class ElasticMqMain {
    private ElasticMqMain() {}

    public static void main(String[] args) {
        var server = SQSRestServerBuilder.withInterface("127.0.0.1").withDynamicPort().start();
        System.out.println(server.waitUntilStarted().localAddress().getPort());
    }
}
