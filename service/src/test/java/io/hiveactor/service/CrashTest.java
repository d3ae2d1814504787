package io.hiveactor.service;

import static io.hiveactor.service.store.StoreProbe.Point.AFTER_COMMIT;
import static io.hiveactor.service.store.StoreProbe.Point.BEFORE_CHECKPOINT;
import static io.hiveactor.service.store.StoreProbe.Point.BEFORE_COMMIT;
import static io.hiveactor.service.store.StoreProbe.Point.OPENED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.service.TestClient.Delivery;
import io.hiveactor.service.store.StoreProbe.Point;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed with SIGKILL keeps what it answered (service 15.3a, G-1, I-1). */
class CrashTest {
    private static final int CRASHES = Integer.getInteger("hive.crashes", 20);
    private static final long LONG_MS = 60_000;

    /** What happens around one kill, in a topic of its own. */
    private interface Round {
        void run(CrashedService service, String topic);
    }

    private final List<Round> named = List.of(
            (service, topic) -> send(service, topic, BEFORE_COMMIT),
            (service, topic) -> send(service, topic, AFTER_COMMIT),
            (service, topic) -> receive(service, topic, BEFORE_COMMIT),
            (service, topic) -> receive(service, topic, AFTER_COMMIT),
            (service, topic) -> ack(service, topic, BEFORE_COMMIT),
            (service, topic) -> ack(service, topic, AFTER_COMMIT),
            (service, topic) -> deadLetter(service, topic, BEFORE_COMMIT),
            (service, topic) -> deadLetter(service, topic, AFTER_COMMIT),
            (service, topic) -> checkpoint(service, topic),
            (service, topic) -> startUp(service, topic, OPENED),
            (service, topic) -> startUp(service, topic, AFTER_COMMIT));

    private final long seed = System.nanoTime();
    private final RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
    private int loaded;

    @Test
    void whatWasAnsweredHoldsAfterEachKill(@TempDir Path folder) {
        String state = "seed " + seed;
        int turn = random.nextInt(named.size());
        try (var service = new CrashedService(folder)) {
            for (int round = 0; service.kills() < CRASHES; round++) {
                String topic = "round-" + round;
                boolean isNamed = round % 2 == 0;
                int number = (turn + round / 2) % named.size();
                state = "seed " + seed + ", round " + round + (isNamed ? ", named " + number : ", at random");
                (isNamed ? named.get(number) : (Round) this::underLoad).run(service, topic);
                assertEquals(0, service.client().alive(topic));
            }
            for (int round = 0; round < service.kills(); round++) {
                assertEquals(0, service.client().alive("round-" + round), "nothing comes back in round " + round);
            }
            assertTrue(loaded > 0, "some rounds were under load");
        } catch (Throwable e) {
            throw new AssertionError(state, e);
        }
    }

    // ---- at named points ----

    private void send(CrashedService service, String topic, Point point) {
        var sending = service.parkDuring(point, "/v1/send", TestClient.message(topic, "k", "payload of k"));
        service.killAndRestart();
        assertTrue(CrashedService.isBroken(sending), "was not answered");
        boolean isDuplicate = service.client()
                .trySend(topic, "k", "payload of k")
                .ok()
                .path("duplicate")
                .asBoolean();
        assertEquals(point == AFTER_COMMIT, isDuplicate, "is stored");
        expectOne(service, topic, 1);
    }

    private void receive(CrashedService service, String topic, Point point) {
        String id = service.client().send(topic, "k");
        var receiving = service.parkDuring(point, "/v1/recv", TestClient.receive(topic, 1, 300, 0));
        service.killAndRestart();
        assertTrue(CrashedService.isBroken(receiving), "was not answered");
        assertEquals(id, expectOne(service, topic, point == AFTER_COMMIT ? 2 : 1).id());
        assertTrue(isDuplicate(service, topic, id));
    }

    private void ack(CrashedService service, String topic, Point point) {
        String id = service.client().send(topic, "k");
        Delivery delivery = service.client().recvOne(topic, LONG_MS);
        var acking = service.parkDuring(point, "/v1/ack/" + id, Map.of("lease", delivery.lease()));
        service.killAndRestart();
        assertTrue(CrashedService.isBroken(acking), "was not answered");
        assertEquals(point == AFTER_COMMIT ? 404 : 200, service.client().ack(delivery).status());
        assertTrue(isDuplicate(service, topic, id));
    }

    private void deadLetter(CrashedService service, String topic, Point point) {
        service.client().send(topic, "k");
        Delivery delivery = service.client().recvOne(topic, LONG_MS);
        Map<String, ?> nack = Map.of("lease", delivery.lease(), "dead", true);
        var nacking = service.parkDuring(point, "/v1/nack/" + delivery.id(), nack);
        service.killAndRestart();
        assertTrue(CrashedService.isBroken(nacking), "was not answered");
        assertEquals(point == AFTER_COMMIT ? 1 : 0, service.client().count(topic, "dead"));
        assertEquals(point == AFTER_COMMIT ? 0 : 1, service.client().count(topic, "leased"));
        assertEquals(point == AFTER_COMMIT ? 409 : 200, service.client().kill(delivery).status());
        assertEquals(1, service.client().count(topic, "dead"));
    }

    private void checkpoint(CrashedService service, String topic) {
        String id = service.client().send(topic, "k");
        service.parkAtStop(BEFORE_CHECKPOINT);
        service.killAndRestart();
        assertEquals(id, expectOne(service, topic, 1).id());
    }

    private void startUp(CrashedService service, String topic, Point point) {
        String id = service.client().send(topic, "k");
        service.killTwiceAndRestart(point);
        assertEquals(id, expectOne(service, topic, 1).id());
        assertTrue(isDuplicate(service, topic, id));
    }

    /** Receives the only message of a topic, acks it, and sees that it is gone. */
    @CanIgnoreReturnValue
    private static Delivery expectOne(CrashedService service, String topic, int attempt) {
        Delivery delivery = service.client().recvOne(topic, LONG_MS);
        assertEquals(attempt, delivery.attempt(), "attempt");
        assertEquals("payload of k", delivery.payload());
        service.client().ack(delivery).ok();
        assertEquals(0, service.client().alive(topic));
        return delivery;
    }

    private static boolean isDuplicate(CrashedService service, String topic, String id) {
        var again = service.client().trySend(topic, "k", "payload of k").ok();
        assertEquals(id, again.path("msg_id").asString());
        return again.path("duplicate").asBoolean();
    }

    // ---- at random, under load ----

    private void underLoad(CrashedService service, String topic) {
        var recorder = new TrafficRecorder();
        Traffic traffic = Traffic.start(service.client(), topic, recorder, random.nextLong());
        service.awaitAnswers(recorder, 1 + random.nextInt(300), Duration.ofMillis(1_500));
        service.kill();
        traffic.stop();
        service.restart();
        if (recorder.answeredSends() > 0) {
            loaded++;
        }
        List<String> keys = recorder.answeredKeys();
        for (String key : keys.subList(Math.max(0, keys.size() - 3), keys.size())) {
            var again = service.client().trySend(topic, key, Traffic.payload(key)).ok();
            assertTrue(again.path("duplicate").asBoolean(), key);
            assertEquals(recorder.idOf(key), again.path("msg_id").asString());
        }
        Traffic.empty(service.client(), topic, recorder);
        recorder.verify();
        assertFalse(recorder.answeredKeys().isEmpty() && recorder.answeredSends() > 0);
    }
}
