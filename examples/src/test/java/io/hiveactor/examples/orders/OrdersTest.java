package io.hiveactor.examples.orders;

import static io.hiveactor.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.bus.Bus;
import io.hiveactor.bus.BusConfig;
import io.hiveactor.ipc.Ref;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.testkit.ExploreSchedules;
import io.hiveactor.testkit.HiveTest;
import io.hiveactor.testkit.TestRuntime;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OrdersTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private static long lookUp(String item) {
        if (item.equals("poison")) {
            throw new IllegalStateException("poison");
        }
        return 100;
    }

    private static Validator.Place place(String item, int quantity) {
        return new Validator.Place(new Order(item, quantity));
    }

    @Nested
    class UnderSimulatedTime {
        private final StringWriter journal = new StringWriter();

        @HiveTest(seeds = 50)
        void everyOrderIsStoredOnceAndAnswered(TestRuntime runtime) {
            var pipeline = new Pipeline(runtime.hive(), OrdersTest::lookUp, () -> journal);
            var answers = new ArrayList<CompletableFuture<RequestResult<Outcome>>>();
            for (int i = 1; i <= 5; i++) {
                answers.add(pipeline.entrance().requestAsync(place("tea", i), LONG).toCompletableFuture());
            }
            runtime.advance(Duration.ofSeconds(1));

            Set<Long> numbers = new TreeSet<>();
            for (int i = 1; i <= 5; i++) {
                var accepted = assertInstanceOf(Outcome.Accepted.class, answers.get(i - 1).join().orThrow());
                assertEquals(100L * i, accepted.cents());
                numbers.add(accepted.number());
            }
            assertEquals(Set.of(1L, 2L, 3L, 4L, 5L), numbers);
            assertEquals(5, journal.toString().lines().count());
        }

        @HiveTest(seeds = 50)
        void aPoisonousOrderCostsNoOther(TestRuntime runtime) {
            var pipeline = new Pipeline(runtime.hive(), OrdersTest::lookUp, () -> journal);
            var poisoned = pipeline.entrance().requestAsync(place("poison", 1), LONG).toCompletableFuture();
            var others = new ArrayList<CompletableFuture<RequestResult<Outcome>>>();
            for (int i = 0; i < 8; i++) {
                others.add(pipeline.entrance().requestAsync(place("tea", 1), LONG).toCompletableFuture());
            }
            runtime.advance(Duration.ofSeconds(5));

            assertEquals(NoReply.Reason.CLOSED, assertInstanceOf(NoReply.class, poisoned.join()).reason());
            others.forEach(each -> assertInstanceOf(Outcome.Accepted.class, each.join().orThrow()));
        }

        @HiveTest(seeds = 20)
        void aSlowListenerMissesEventsAndHoldsNobodyUp(TestRuntime runtime) {
            var pipeline = new Pipeline(runtime.hive(), OrdersTest::lookUp, () -> journal);
            List<String> heard = new ArrayList<>();
            pipeline.listen(runtime.hive(), Duration.ofHours(1), heard::add);
            runtime.runUntilBlocked();
            for (int i = 0; i < 300; i++) {
                assertTrue(pipeline.entrance().request(place("tea", 1), LONG).isReply());
            }
            runtime.advance(Duration.ofHours(1));
            assertEquals("order 1, missed 0", heard.getFirst());
            assertTrue(heard.get(1).endsWith("missed 43"), heard.get(1)); // the bus holds 256
        }
    }

    @Nested
    class InEverySchedule {
        /** Two orders race through the validator and one ledger. */
        @ExploreSchedules(max = 2_000)
        void numbersAreUniqueAndTheJournalAgrees(TestRuntime runtime) {
            var journal = new StringWriter();
            Ref<Ledger.Entry> ledger = Ref.spawn(runtime.hive(), Ledger.Entry.class, new Ledger(() -> journal,
                    Bus.open(runtime.hive(), BusConfig.of("orders", 8))));
            List<Outcome> outcomes = new ArrayList<>();
            for (int i = 1; i <= 2; i++) {
                int quantity = i;
                ActorId unused = runtime.hive().spawn(self -> outcomes.add(ledger.request(
                        new Ledger.Entry(new Order("tea", quantity), quantity)).orThrow()), ActorConfig.named("customer"));
            }
            runtime.runUntilBlocked();
            assertEquals(Set.of(1L, 2L), outcomes.stream()
                    .map(each -> assertInstanceOf(Outcome.Accepted.class, each).number()).collect(Collectors.toSet()));
            assertEquals(2, journal.toString().lines().count());
        }
    }

    @Nested
    class OverHttp {
        private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
        private final StringWriter journal = new StringWriter();

        private HttpResponse<String> post(OrderServer server, String order) throws Exception {
            try (var client = HttpClient.newHttpClient()) {
                return client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/orders"))
                        .POST(HttpRequest.BodyPublishers.ofString(order)).build(), HttpResponse.BodyHandlers.ofString());
            }
        }

        @Test
        void theStatusTellsWhatHappened() throws Exception {
            try (Hive hive = Hive.start(HiveConfig.builder().name("orders").messages(512).build())) {
                var pipeline = new Pipeline(hive, OrdersTest::lookUp, () -> journal);
                pipeline.listen(hive, Duration.ZERO, heard::add);
                try (var server = new OrderServer(pipeline.entrance())) {
                    assertEquals("order 1: 200 cents", post(server, "tea 2").body());
                    assertEquals(400, post(server, "tea 0").statusCode());
                    assertEquals(400, post(server, "tea").statusCode());
                    assertEquals(500, post(server, "poison 1").statusCode());
                    assertEquals(200, post(server, "tea 1").statusCode());
                    eventually("both were heard of", () -> heard.size() == 2);
                }
            }
            assertEquals(2, journal.toString().lines().count());
        }

        @Test
        void aFullStageIs429AndAClosedHiveIs503() throws Exception {
            var mayGoOn = new CountDownLatch(1);
            Hive hive = Hive.start(HiveConfig.builder().name("orders").messages(512).build());
            var pipeline = new Pipeline(hive, item -> {
                assertTrue(mayGoOn.await(30, TimeUnit.SECONDS));
                return 1;
            }, () -> journal);
            var server = new OrderServer(pipeline.entrance());
            var waiting = new ArrayList<CompletableFuture<RequestResult<Outcome>>>();
            for (int i = 1; i <= 68; i++) { // four in the hands of workers, 64 in the mailbox
                int slots = 2 * i;
                waiting.add(pipeline.entrance().requestAsync(place("tea", 1), LONG).toCompletableFuture());
                eventually("it was sent", () -> hive.stats().messagesInUse() >= slots); // or the first stage were full
            }
            eventually("the stage is full", () -> post429(server));
            mayGoOn.countDown();
            waiting.forEach(each -> assertInstanceOf(Outcome.Accepted.class, each.join().orThrow()));
            hive.close();
            assertEquals(503, post(server, "tea 1").statusCode());
            server.close();
            assertFalse(journal.toString().isEmpty());
        }

        private boolean post429(OrderServer server) {
            try {
                return post(server, "tea 1").statusCode() == 429;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
