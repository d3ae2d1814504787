package io.hiveactor.service.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.ipc.Ref;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import io.hiveactor.service.store.StoreProbe;
import io.hiveactor.testkit.HiveTest;
import io.hiveactor.testkit.TestRuntime;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The whole core in simulated time (service 12.1, 15.2; M-7): random clients, actors that are killed and commits that fail,
 * in an order that the seed decides.
 */
class SimulationTest {
    private static final int CLIENTS = 4;
    private static final int STEPS = 12;

    /** What clients were told, and nothing else. */
    private static final class Recorder {
        final Set<Ulid> sent = new HashSet<>();
        final Set<Ulid> acked = new HashSet<>();
        final Set<Ulid> seenAfterAck = new HashSet<>();

        void received(List<Envelope> messages) {
            messages.forEach(message -> {
                if (acked.contains(message.message().id())) {
                    seenAfterAck.add(message.message().id());
                }
            });
        }
    }

    @HiveTest(seeds = 150)
    void nothingAnsweredIsLostAndNothingAcknowledgedComesBack(TestRuntime runtime) throws Exception {
        RandomGenerator random = runtime.random();
        int[] commits = {0};
        boolean[] isCalm = {false};
        int failing = random.nextInt(5, 60);
        StoreProbe probe = point -> {
            if (!isCalm[0] && point == StoreProbe.Point.BEFORE_COMMIT && ++commits[0] % failing == 0) {
                throw new SQLException("a batch that fails");
            }
        };
        var recorder = new Recorder();
        try (var test = new TestEngine(runtime.hive(), Sample.settings(), probe, random)) {
            List<CompletableFuture<Boolean>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int client = i;
                clients.add(runtime.start(
                        self -> work(self, test.engine, client, random, recorder), ActorConfig.named("client")));
            }
            int killed = 0;
            while (!clients.stream().allMatch(CompletableFuture::isDone)) {
                runtime.advance(Duration.ofMillis(random.nextInt(1, 400)));
                if (random.nextInt(4) == 0) {
                    List<Ref<?>> actors = test.engine.actors();
                    actors.get(random.nextInt(Math.min(5, actors.size()))).kill();
                    killed++;
                }
            }
            runtime.advance(Duration.ofSeconds(120)); // leases and delays end, actors are back
            isCalm[0] = true;
            clients.forEach(client -> assertTrue(client.resultNow()));
            Set<Ulid> left = drain(test, recorder);
            assertEquals(Set.of(), recorder.seenAfterAck, "acknowledged, and delivered later");
            for (Ulid id : recorder.sent) {
                assertTrue(left.contains(id) || recorder.acked.contains(id) || isDead(test, id), id + " was lost");
            }
            assertTrue(killed > 0 || commits[0] > 0);
            assertEquals(List.of(), test.store.check());
            assertEquals(List.of(), runtime.deadlocks());
        }
    }

    private static boolean work(
            ActorContext self, Engine engine, int client, RandomGenerator random, Recorder recorder) {
        List<Envelope> held = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(4)) {
                case 0, 1 -> send(engine, client + "-" + step, random, recorder);
                case 2 -> {
                    Answer answer = engine.receive(Sample.poll("topic-" + random.nextInt(3), random.nextInt(300)));
                    if (answer instanceof Answer.Committed committed
                            && committed.outcomes().getFirst() instanceof Outcome.Received received) {
                        recorder.received(received.messages());
                        held.addAll(received.messages());
                    }
                }
                default -> {
                    if (!held.isEmpty()) {
                        settle(engine, held.remove(random.nextInt(held.size())), random, recorder);
                    }
                }
            }
            self.sleep(Duration.ofMillis(random.nextInt(200)));
        }
        return true;
    }

    private static void send(Engine engine, String key, RandomGenerator random, Recorder recorder) {
        var send = Sample.send("topic-" + random.nextInt(3), key, key, null, random.nextInt(3) == 0 ? 500 : 0);
        Answer answer = engine.execute(send.topic(), List.of(send));
        if (answer instanceof Answer.Committed committed
                && committed.outcomes().getFirst() instanceof Outcome.Sent sent) {
            recorder.sent.add(sent.id());
        }
    }

    private static void settle(Engine engine, Envelope message, RandomGenerator random, Recorder recorder) {
        boolean isAck = random.nextInt(3) > 0;
        Operation operation = isAck
                ? Sample.ack(message.lease())
                : new Operation.Nack(message.message().id(), message.lease().token(), Sample.CALLER, "no", 10L, false);
        Answer answer = engine.execute("", List.of(operation));
        if (isAck
                && answer instanceof Answer.Committed committed
                && committed.outcomes().getFirst() instanceof Outcome.Settled) {
            recorder.acked.add(message.message().id());
        }
    }

    private static Set<Ulid> drain(TestEngine test, Recorder recorder) {
        Set<Ulid> found = new HashSet<>();
        for (int topic = 0; topic < 3; topic++) {
            List<Envelope> page;
            do {
                page = TestEngine.messages(test.engine.receive(Sample.poll("topic-" + topic, 0)));
                recorder.received(page);
                page.forEach(message -> found.add(message.message().id()));
            } while (!page.isEmpty());
        }
        assertFalse(test.engine.isDraining());
        return found;
    }

    private static boolean isDead(TestEngine test, Ulid id) {
        return test.one(new Operation.ReadDead(id, topic -> true)) instanceof Outcome.DeadFound;
    }
}
