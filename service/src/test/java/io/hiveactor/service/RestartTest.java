package io.hiveactor.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.TestClient.Delivery;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a service on disk keeps over a clean restart, and one in memory does not (service 6.6, I-16). */
class RestartTest {
    private static final String TOPIC = "orders";
    private static final long LONG_MS = 60_000;

    private static void makeDeadLetter(TestClient client, String key) {
        client.send(TOPIC, key);
        client.kill(client.recvOne(TOPIC, LONG_MS)).ok();
    }

    @Test
    void deadLettersOnDiskSurviveARestartAndCanBeRedriven(@TempDir Path folder) {
        TestService.Setup setup = TestService.at(folder.resolve("data"));
        JsonNode before;
        try (TestService first = setup.start()) {
            makeDeadLetter(first.admin(), "k");
            before = first.admin().get("/v1/dlq?topic=" + TOPIC).ok();
            assertEquals(1, before.path("entries").size());
            assertEquals("durable", first.admin().stats(TOPIC).path("dlq_profile").asString());
        }
        try (TestService second = setup.start()) {
            TestClient client = second.admin();
            assertEquals(before, client.get("/v1/dlq?topic=" + TOPIC).ok());
            client.post("/v1/dlq/reprocess", Map.of("topic", TOPIC, "limit", 10)).ok();
            Delivery delivery = client.recvOne(TOPIC, LONG_MS);
            assertEquals("k", delivery.key());
            assertEquals(1, delivery.attempt(), "counted anew");
        }
    }

    @Test
    void deadLettersInMemoryEndWithTheService() {
        TestService.Setup setup = TestService.inMemory();
        try (TestService first = setup.start()) {
            makeDeadLetter(first.admin(), "k");
            assertEquals(1, first.admin().count(TOPIC, "dead"));
        }
        try (TestService second = setup.start()) {
            assertEquals(0, second.admin().count(TOPIC, "dead"));
            assertEquals("ephemeral", second.admin().stats(TOPIC).path("dlq_profile").asString());
        }
    }

    @Test
    void leasesAttemptsDelaysAndDedupWindowsSurviveARestart(@TempDir Path folder) {
        TestService.Setup setup = TestService.at(folder.resolve("data"));
        Delivery held;
        String acked;
        try (TestService first = setup.start()) {
            TestClient client = first.admin();
            acked = client.send(TOPIC, "acked");
            client.ack(client.recvOne(TOPIC, LONG_MS)).ok();
            client.send(TOPIC, "held");
            client.nack(client.recvOne(TOPIC, LONG_MS), 0).ok();
            held = client.recvOne(TOPIC, LONG_MS);
            Map<String, Object> delayed = TestClient.message(TOPIC, "delayed", "later");
            delayed.put("delay_ms", LONG_MS);
            client.post("/v1/send", delayed).ok();
        }
        try (TestService second = setup.start()) {
            TestClient client = second.admin();
            assertEquals(List.of(), client.recv(TOPIC, 10, LONG_MS, 0), "one is leased, one delayed");
            assertEquals(1, client.count(TOPIC, "leased"));
            assertEquals(1, client.count(TOPIC, "delayed"));
            JsonNode again = client.trySend(TOPIC, "acked", "payload of acked").ok();
            assertTrue(again.path("duplicate").asBoolean());
            assertEquals(acked, again.path("msg_id").asString());
            client.nack(held, 0).ok();
            assertEquals(3, client.recvOne(TOPIC, LONG_MS).attempt());
        }
    }
}
