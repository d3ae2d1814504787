package io.hiveactor.service;

import static io.hiveactor.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.TestClient.Delivery;
import io.hiveactor.service.TestClient.Reply;
import io.hiveactor.service.store.DataFolder;
import io.hiveactor.service.store.StoreException;
import io.hiveactor.service.store.StoreProbe;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a service stops (service 12.2, M-6, M-8, M-11). */
class DrainTest {
    private static final String TOPIC = "orders";
    private static final long LONG_MS = 60_000;

    private static boolean isDraining(TestClient client) {
        Reply ready = client.get("/readyz");
        return ready.status() == 503 && ready.body().path("missing").toString().contains("not_draining");
    }

    @Test
    void aDrainingServiceRefusesNewWorkAndSettlesWhatIsOut(@TempDir Path folder) throws Exception {
        try (ChildService child = ChildService.at(folder).with("drain_deadline", "5s").start()) {
            TestClient client = child.admin();
            client.send(TOPIC, "k");
            client.send(TOPIC, "kept");
            Delivery delivery = client.recvOne(TOPIC, LONG_MS);
            CompletableFuture<Reply> parked =
                    client.postLater("/v1/recv", TestClient.receive("empty", 1, LONG_MS, 20_000));
            try (RawRequest stream = RawRequest.whole(client, "/v1/recv/stream", Map.of("topic", "silent"));
                    RawRequest open = RawRequest.withoutBody(client, "/v1/ack/" + delivery.id())) {
                assertTrue(stream.readLine().contains("200"));
                assertFalse(parked.isDone());

                child.terminate();
                eventually("draining", () -> isDraining(client));

                assertEquals(List.of(), TestClient.deliveries(parked.get(60, TimeUnit.SECONDS)));
                assertTrue(stream.readUntil("\"end\"").contains("\"drain\""));
                Reply refused = client.trySend(TOPIC, "late", "late");
                assertEquals("draining", refused.reason(503));
                assertEquals("6", refused.retryAfter(), "drain_deadline + 1");
                assertEquals("draining", client.post("/v1/recv", TestClient.receive(TOPIC, 1, 250, 0)).reason(503));
                client.ack(delivery).ok();
                assertEquals(1, client.count(TOPIC, "ready"), "figures can be read");
                open.vanish();
            }
            assertEquals(0, child.awaitExit(), child::errors);
        }
        try (ChildService again = ChildService.at(folder).start()) {
            assertEquals("kept", again.admin().recvOne(TOPIC, LONG_MS).key());
            again.terminate();
            assertEquals(0, again.awaitExit(), again::errors);
        }
    }

    @Test
    void aRequestThatDoesNotFinishEndsWithCode3(@TempDir Path folder) {
        try (ChildService child = ChildService.at(folder)
                .with("drain_deadline", "1s")
                .with("read_timeout", "60s")
                .start()) {
            TestClient client = child.admin();
            client.send(TOPIC, "k");
            Delivery delivery = client.recvOne(TOPIC, LONG_MS);
            try (RawRequest open = RawRequest.withoutBody(client, "/v1/ack/" + delivery.id())) {
                assertTrue(child.isAlive());
                awaitOpenRequest(child);
                child.terminate();
                assertEquals(3, child.awaitExit(), child::errors);
                assertTrue(open.readUntil("nothing") == null);
            }
        }
    }

    /** The ack has begun when it is counted. */
    private static void awaitOpenRequest(ChildService child) {
        eventually("the request is open", () -> child.metrics().page("/metrics").lines()
                .anyMatch(line -> line.startsWith("inflight_requests{") && line.contains("/v1/ack/")
                        && line.endsWith(" 1.0")));
    }

    @Test
    void aStoreThatHangsEndsWithCode3(@TempDir Path folder) {
        try (ChildService child = ChildService.at(folder).with("drain_deadline", "1s").start()) {
            child.parkAt(StoreProbe.Point.BEFORE_COMMIT, 1);
            CompletableFuture<Reply> hanging =
                    child.admin().postLater("/v1/send", TestClient.message(TOPIC, "k", "hangs"));
            child.awaitParked(StoreProbe.Point.BEFORE_COMMIT);
            child.terminate();
            assertEquals(3, child.awaitExit(), child::errors);
            assertTrue(hanging.isDone() || !child.isAlive());
        }
    }

    @Test
    void aSecondSignalEndsItAtOnce(@TempDir Path folder) {
        try (ChildService child = ChildService.at(folder)
                .with("drain_deadline", "5s")
                .with("read_timeout", "60s")
                .start()) {
            TestClient client = child.admin();
            client.send(TOPIC, "k");
            Delivery delivery = client.recvOne(TOPIC, LONG_MS);
            try (RawRequest open = RawRequest.withoutBody(client, "/v1/ack/" + delivery.id())) {
                awaitOpenRequest(child);
                child.terminate();
                eventually("draining", () -> isDraining(client));
                child.terminate();
                assertEquals(3, child.awaitExit(), child::errors);
                assertTrue(open.readUntil("nothing") == null);
            }
        }
        try (ChildService again = ChildService.at(folder).start()) {
            assertEquals(1, again.admin().count(TOPIC, "leased"), "leases stay rows");
        }
    }

    // ---- in this process ----

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    @Test
    void aClosedServiceLeavesNoThreadNoActorAndNoLock(@TempDir Path folder) throws StoreException {
        Path data = folder.resolve("data");
        try (TestService warmUp = TestService.at(data).start()) {
            warmUp.admin().send(TOPIC, "first"); // shared threads of the JDK and its client exist from here on
        }
        Set<Thread> before = threads();
        TestService service = TestService.at(data).start();
        TestClient client = service.admin();
        client.send(TOPIC, "second");
        CompletableFuture<Reply> parked =
                client.postLater("/v1/recv", TestClient.receive("empty", 1, LONG_MS, 20_000));
        eventually("parked", () -> service.metrics().page("/metrics").lines()
                .anyMatch(line -> line.startsWith("inflight_requests{") && line.contains("\"/v1/recv\"")
                        && line.endsWith(" 1.0")));

        assertTrue(service.service().drainAndClose());

        assertEquals(List.of(), TestClient.deliveries(parked.join()));
        assertTrue(service.service().hive().isClosed());
        eventually("no thread is left: " + left(before), () -> left(before).isEmpty());
        DataFolder.open(data).close();
        service.close(); // again, without effect
    }

    private static List<String> left(Set<Thread> before) {
        return threads().stream()
                .filter(thread -> !before.contains(thread) && thread.isAlive())
                .map(Thread::getName)
                .filter(name -> !name.startsWith("HttpClient") && !name.startsWith("ForkJoinPool")
                        && !name.startsWith("VirtualThread-unparker"))
                .toList();
    }

    @Test
    void aClosedServiceAnswersNobody() {
        TestService service = TestService.inMemory().start();
        TestClient client = service.admin();
        client.send(TOPIC, "k");
        service.close();
        try {
            throw new AssertionError("was answered: " + client.trySend(TOPIC, "late", "late"));
        } catch (UncheckedIOException closed) {
            assertTrue(service.service().hive().isClosed());
        }
    }
}
