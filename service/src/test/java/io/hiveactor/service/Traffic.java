package io.hiveactor.service;

import io.hiveactor.service.TestClient.Delivery;
import io.hiveactor.service.TestClient.Reply;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Clients that send to one topic, receive from it and settle, until they are stopped. */
final class Traffic {
    private static final int SENDERS = 2;
    private static final int CONSUMERS = 2;
    private static final int PAYLOAD = 3_000;
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(90);
    private static final Duration EMPTY_LIMIT = Duration.ofSeconds(60);

    private final TestClient client;
    private final String topic;
    private final TrafficRecorder recorder;
    private final AtomicBoolean isStopped = new AtomicBoolean();
    private final AtomicInteger unavailable = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();

    private Traffic(TestClient client, String topic, TrafficRecorder recorder) {
        this.client = client;
        this.topic = topic;
        this.recorder = recorder;
    }

    static Traffic start(TestClient client, String topic, TrafficRecorder recorder, long seed) {
        var traffic = new Traffic(client, topic, recorder);
        for (int i = 0; i < SENDERS + CONSUMERS; i++) {
            int number = i;
            RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed + i);
            traffic.threads.add(Thread.ofPlatform().daemon().name("traffic-" + i).start(
                    number < SENDERS ? () -> traffic.send(number, random) : () -> traffic.consume(random)));
        }
        return traffic;
    }

    /** Answers 503 so far. */
    int unavailable() {
        return unavailable.get();
    }

    private void send(int number, RandomGenerator random) {
        for (int i = 0; !isStopped.get(); i++) {
            boolean isRepeat = i > 0 && random.nextInt(10) == 0;
            String key = topic + "-" + number + "-" + (isRepeat ? random.nextInt(i) : i);
            recorder.sending(key);
            try {
                Reply reply = client.trySend(topic, key, payload(key));
                if (reply.status() == 200) {
                    recorder.sent(key, reply.body().path("msg_id").asString());
                } else {
                    unavailable.incrementAndGet();
                }
            } catch (UncheckedIOException broken) {
                Thread.onSpinWait(); // it may be stored or not
            }
        }
    }

    /** The payload of a key, always the same. */
    static String payload(String key) {
        return key + "x".repeat(Math.floorMod(key.hashCode(), PAYLOAD));
    }

    private void consume(RandomGenerator random) {
        while (!isStopped.get()) {
            try {
                Reply reply = client.post("/v1/recv", TestClient.receive(topic, 8, 500, 100));
                if (reply.status() == 200) {
                    TestClient.deliveries(reply).forEach(delivery -> settle(delivery, random));
                } else {
                    unavailable.incrementAndGet();
                    recorder.receiveLost();
                }
            } catch (UncheckedIOException broken) {
                if (!(broken.getCause() instanceof ConnectException)) {
                    recorder.receiveLost();
                }
            }
        }
    }

    private void settle(Delivery delivery, RandomGenerator random) {
        recorder.delivered(delivery);
        try {
            switch (random.nextInt(10)) {
                case 0 -> {} // its lease ends
                case 1 -> client.nack(delivery, 0);
                default -> ack(client, delivery, recorder);
            }
        } catch (UncheckedIOException broken) {
            Thread.onSpinWait();
        }
    }

    private static void ack(TestClient client, Delivery delivery, TrafficRecorder recorder) {
        recorder.acking(delivery);
        Reply reply = client.ack(delivery);
        switch (reply.status()) {
            case 200 -> recorder.acked(delivery);
            case 404, 409 -> recorder.notAcked(delivery);
            default -> {} // it may have happened
        }
    }

    /** Ends all clients. */
    void stop() {
        isStopped.set(true);
        for (Thread thread : threads) {
            try {
                if (!thread.join(JOIN_LIMIT)) {
                    throw new AssertionError(thread + " does not end");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Receives and acks all that is left in a topic. */
    static void empty(TestClient client, String topic, TrafficRecorder recorder) {
        long deadline = System.nanoTime() + EMPTY_LIMIT.toNanos();
        while (client.alive(topic) > 0) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("not empty: " + client.stats(topic));
            }
            for (Delivery delivery : client.recv(topic, 256, 30_000, 200)) {
                recorder.delivered(delivery);
                ack(client, delivery, recorder);
            }
        }
    }
}
