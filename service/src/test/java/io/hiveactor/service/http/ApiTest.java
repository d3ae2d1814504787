package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Poll;
import io.hiveactor.service.engine.Readiness;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Lapse;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.TopicStats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Every route of service 8, by requests that are good. */
@Timeout(60)
class ApiTest {
    private static final String CORR = Samples.CORR_ID.toString();
    private static final String ACK = "/v1/ack/" + Samples.ID;
    private static final String LEASE = "\"lease\":\"" + Samples.LEASE + "\"";

    private final TestServer server = new TestServer();
    private final ScriptedEntrance entrance = server.entrance;

    @AfterEach
    void close() {
        server.close();
    }

    static String send(String key, String payload) {
        String encoded = Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8));
        return "{\"topic\":\"orders\",\"idem_key\":\"" + key + "\",\"payload_b64\":\"" + encoded + "\"}";
    }

    private void sent(boolean isDuplicate) {
        entrance.outcome = _ -> new Outcome.Sent(Samples.ID, isDuplicate);
    }

    private void refused(Refusal refusal) {
        entrance.outcome = _ -> new Outcome.Refused(refusal, null, 1_500);
    }

    @Nested
    class Send {
        @Test
        void anAcceptedMessageReachesTheEngineWithItsHashes() {
            sent(false);

            var reply = server.post("/v1/send", """
                    {"topic":"user:42:inbox","idem_key":"demo-1","payload_b64":"SGk=","attrs":{"b":"2","a":""},
                     "partition":"eu","delay_ms":5,"corr_id":"%s","sig":"s"}""".formatted(CORR));

            assertEquals(200, reply.status());
            assertEquals(Samples.ID.toString(), reply.json().get("msg_id").asString());
            assertFalse(reply.json().get("duplicate").asBoolean());
            Operation.Send send = entrance.next(Operation.Send.class);
            assertEquals("user:42:inbox", send.topic());
            assertEquals("user:42:inbox", entrance.topic);
            assertEquals("demo-1", send.idemKey());
            assertArrayEquals(new byte[] {'H', 'i'}, send.payload());
            assertEquals(Hashes.of(send.payload()), send.payloadHash());
            Digest chain = Hashes.chain(send.topic(), send.ts(), send.idemKey(), send.payloadHash(), send.attrs());
            assertEquals(chain, send.chain());
            assertEquals("eu", send.partition());
            assertEquals(5, send.delayMs());
            assertEquals(Samples.CORR_ID, send.corrId());
            assertEquals("s", send.sig());
            assertFalse(send.refusesDuplicates());
        }

        @Test
        void anEmptyPayloadAndNullsAreAllowed() {
            sent(false);
            var reply = server.post("/v1/send", """
                    {"topic":"t","idem_key":"k","payload_b64":"","attrs":null,"partition":null,"delay_ms":null}""");
            assertEquals(200, reply.status());
            assertEquals(0, entrance.next(Operation.Send.class).payload().length);
        }

        @Test
        void escapedSlashesInBase64AreRead() {
            sent(false);
            assertEquals(200, server.post("/v1/send", """
                    {"topic":"t","idem_key":"k","payload_b64":"\\/\\/8="}""").status());
            assertArrayEquals(new byte[] {-1, -1}, entrance.next(Operation.Send.class).payload());
        }

        @Test
        void aMessageWithoutCorrIdGetsThatOfTheRequest() {
            sent(false);
            var reply = server.post("/v1/send", send("k", "x"), "X-Corr-Id", CORR);
            assertEquals(CORR, reply.header("X-Corr-Id"));
            assertEquals(Samples.CORR_ID, entrance.next(Operation.Send.class).corrId());

            reply = server.post("/v1/send", send("k", "x"));
            UUID made = entrance.next(Operation.Send.class).corrId();
            assertEquals(made.toString(), reply.header("X-Corr-Id"));
            assertEquals(7, made.version());
        }

        @Test
        void aRepeatIsAFlagOrAConflictByTheCallersChoice() {
            sent(true);
            assertTrue(server.post("/v1/send", send("k", "x"), "X-Idempotency-Mode", "200-flag")
                    .json().get("duplicate").asBoolean());
            assertFalse(entrance.next(Operation.Send.class).refusesDuplicates());

            entrance.outcome = _ -> new Outcome.Refused(Refusal.DUPLICATE, Samples.ID, 0);
            var reply = server.post("/v1/send", send("k", "x"), "X-Idempotency-Mode", "409-conflict");
            assertEquals("409 E_DUPLICATE duplicate", reply.error());
            assertEquals(Samples.ID.toString(), reply.json().get("msg_id").asString());
            assertTrue(entrance.next(Operation.Send.class).refusesDuplicates());
        }

        @Test
        void theLargestPayloadIsAccepted() {
            sent(false);
            assertEquals(200, server.post("/v1/send", send("k", "x".repeat(1 << 20))).status());
            assertEquals(1 << 20, entrance.next(Operation.Send.class).payload().length);
        }

        @Test
        void aBatchIsOneTransactionAndItsItemsStandAlone() {
            entrance.outcome = operation -> ((Operation.Send) operation).idemKey().equals("full")
                    ? new Outcome.Refused(Refusal.TOPIC_FULL, null, 250)
                    : new Outcome.Sent(Samples.ID, false);
            server.access.topics = topic -> !topic.equals("secret");

            var reply = server.post("/v1/send/batch", """
                    {"messages":[%s,{"topic":"orders"},%s,{"topic":"secret","idem_key":"k","payload_b64":""},%s]}"""
                    .formatted(send("a", "1"), send("full", "2"), send("b", "3")));

            assertEquals(200, reply.status());
            JsonNode results = reply.json().get("results");
            assertEquals(5, results.size());
            assertEquals(Samples.ID.toString(), results.get(0).get("msg_id").asString());
            assertEquals("/messages/1/idem_key", results.get(1).get("error").get("field").asString());
            assertEquals("topic_full", results.get(2).get("error").get("reason").asString());
            assertEquals(250, results.get(2).get("error").get("retry_after_ms").asInt());
            assertEquals("E_CAP_SCOPE", results.get(3).get("error").get("code").asString());
            assertFalse(results.get(4).get("duplicate").asBoolean());
            assertEquals(3, entrance.seen.size());
            assertEquals(5, server.access.taken);
        }

        @Test
        void aBatchOfBadItemsNeverReachesTheEngine() {
            assertEquals(200, server.post("/v1/send/batch", "{\"messages\":[{}]}").status());
            assertEquals(0, entrance.seen.size());
        }

        @Test
        void aFailedTransactionFailsTheWholeBatch() {
            entrance.instead = new Answer.Unavailable(Answer.Unavailable.Cause.STORE);
            var reply = server.post("/v1/send/batch", "{\"messages\":[" + send("a", "1") + "]}");
            assertEquals("503 E_UNAVAILABLE store", reply.error());
        }
    }

    @Nested
    class Receive {
        @Test
        void messagesComeAsEnvelopes() {
            byte[] payload = {0, 1, 2, -1};
            entrance.outcome = _ -> new Outcome.Received(
                    List.of(Samples.envelope(1, "orders", payload), Samples.envelope(2, "orders", new byte[0])));

            var reply = server.post("/v1/recv", """
                    {"topic":"orders","visibility_ms":250,"max_messages":2,"max_bytes":1,"wait_ms":20000,
                     "partition":"eu","poll_id":"p"}""");

            assertEquals(200, reply.status());
            JsonNode first = reply.json().get("messages").get(0);
            assertEquals("AAEC/w==", first.get("payload_b64").asString());
            assertEquals("\u00e4\ud83d\ude00\"\\\n", first.get("attrs").get("a").asString());
            assertEquals(Hashes.of(payload).toString(), first.get("payload_hash").asString());
            Poll poll = entrance.polls.remove();
            assertEquals(
                    new Operation.Receive("orders", "eu", 250, 2, 1, FakeAccess.CAPABILITY, List.of()), poll.receive());
            assertEquals(20_000, poll.waitMs());
            assertEquals("p", poll.pollId());
            assertTrue(poll.isAllowed().getAsBoolean());
        }

        @Test
        void defaultsComeFromTheLimits() {
            entrance.outcome = _ -> Outcome.Received.NOTHING;
            var reply = server.post("/v1/recv", "{\"topic\":\"orders\"}");
            assertEquals("{\"messages\":[]}", reply.text());
            Poll poll = entrance.polls.remove();
            assertEquals(
                    new Operation.Receive("orders", null, 5_000, 32, 524_288, FakeAccess.CAPABILITY, List.of()),
                    poll.receive());
            assertEquals(0, poll.waitMs());
            assertNull(poll.pollId());
        }

        @Test
        void aPollWhoseCapabilityLapsedMeanwhileIsDenied() {
            entrance.onReceive = poll -> {
                server.access.recheck = FakeAccess.denied(401, "revoked");
                assertFalse(poll.isAllowed().getAsBoolean());
                return ScriptedEntrance.committed(Outcome.Received.NOTHING);
            };
            assertEquals("401 E_CAP_AUTH revoked", server.post("/v1/recv", "{\"topic\":\"orders\"}").error());
        }

        @Test
        void aPollIdInUseIsRefused() {
            entrance.instead = new Answer.PollInUse();
            var reply = server.post("/v1/recv", "{\"topic\":\"orders\",\"poll_id\":\"p\"}");
            assertEquals("400 E_SCHEMA format /poll_id", reply.error());
        }

        @Test
        void cancelSaysWhetherSuchAPollWaited() {
            String body = "{\"topic\":\"orders\",\"poll_id\":\"p\"}";
            assertEquals("{\"cancelled\":false}", server.post("/v1/recv/cancel", body).text());
            entrance.cancels = true;
            assertEquals("{\"cancelled\":true}", server.post("/v1/recv/cancel", body).text());
        }
    }

    @Nested
    class Settle {
        @Test
        void anAckWithItsLease() {
            entrance.outcome = _ -> new Outcome.Settled("orders", null);
            assertEquals("{\"ok\":true}", server.post(ACK, "{" + LEASE + "}").text());
            Operation.Ack ack = entrance.next(Operation.Ack.class);
            assertEquals(Samples.ID, ack.id());
            assertEquals(Samples.LEASE, ack.token());
            assertEquals(FakeAccess.CAPABILITY, ack.caller().capability());
            assertEquals("", entrance.topic);
        }

        @Test
        void anAckWithoutLeaseMayHaveNoBody() {
            entrance.outcome = _ -> new Outcome.Settled("orders", null);
            var request = server.request(ACK).POST(BodyPublishers.noBody());
            assertEquals(200, server.send(request, "POST", ACK, null).status());
            assertNull(entrance.next(Operation.Ack.class).token());
            assertEquals(200, server.post(ACK, "{}").status());
        }

        @Test
        void aLapsedCapabilityIsJudgedByTheEngine() {
            server.access.lapse = Lapse.EXPIRED;
            refused(Refusal.EXPIRED);
            assertEquals("401 E_CAP_AUTH expired", server.post(ACK, "{}").error());
            assertEquals(Lapse.EXPIRED, entrance.next(Operation.Ack.class).caller().lapse());
        }

        @Test
        void itemsOfABatchStandAlone() {
            entrance.outcome = operation -> ((Operation.Ack) operation).token() == null
                    ? Outcome.Refused.of(Refusal.STALE)
                    : new Outcome.Settled("orders", null);
            var reply = server.post("/v1/ack/batch", """
                    {"items":[{"msg_id":"%s",%s},{"msg_id":"x"},{"msg_id":"%s"},{}]}"""
                    .formatted(Samples.id(1), LEASE, Samples.id(2)));
            JsonNode results = reply.json().get("results");
            assertTrue(results.get(0).get("ok").asBoolean());
            assertEquals("format", results.get(1).get("error").get("reason").asString());
            assertEquals(Samples.id(2).toString(), results.get(2).get("msg_id").asString());
            assertEquals("stale", results.get(2).get("error").get("reason").asString());
            assertEquals("/items/3/msg_id", results.get(3).get("error").get("field").asString());
            assertEquals(4, server.access.taken);
        }

        @Test
        void aNackSaysWhatBecameOfTheMessage() {
            for (MessageState state : List.of(MessageState.READY, MessageState.DELAYED, MessageState.DEAD)) {
                entrance.outcome = _ -> new Outcome.Settled("orders", state);
                var reply = server.post("/v1/nack/" + Samples.ID, "{" + LEASE + ",\"reason\":\"r\",\"delay_ms\":0}");
                assertEquals(state.name(), reply.json().get("state").asString().toUpperCase(Locale.ROOT));
                Operation.Nack nack = entrance.next(Operation.Nack.class);
                assertEquals("r", nack.reason());
                assertEquals(0L, nack.delayMs());
                assertFalse(nack.isDead());
            }
            assertEquals(200, server.post("/v1/nack/" + Samples.ID, "{\"dead\":true}").status());
            Operation.Nack nack = entrance.next(Operation.Nack.class);
            assertTrue(nack.isDead());
            assertNull(nack.delayMs());
        }

        @Test
        void anExtendAnswersWhatIsLeft() {
            entrance.outcome = _ -> new Outcome.Extended("orders", 1_234);
            var reply = server.post("/v1/extend/" + Samples.ID, "{" + LEASE + ",\"visibility_ms\":0}");
            assertEquals("{\"ok\":true,\"lease_ms\":1234}", reply.text());
            assertEquals(0, entrance.next(Operation.Extend.class).visibilityMs());
        }
    }

    @Nested
    class Operate {
        @Test
        void deadLettersAreListedByCursor() {
            entrance.outcome = _ -> new Outcome.DeadLetters(List.of(Samples.deadLetter(7, "orders")), 7);
            var reply = server.get("/v1/dlq?topic=orders&limit=1");
            assertEquals("max_attempts", reply.json().get("entries").get(0).get("reason").asString());
            assertEquals(new Operation.ListDead("orders", 0, 1), entrance.next(Operation.ListDead.class));

            entrance.outcome = _ -> new Outcome.DeadLetters(List.of(), 0);
            String next = reply.json().get("next").asString();
            assertTrue(server.get("/v1/dlq?topic=orders&after=" + next).json().get("next").isNull());
            assertEquals(new Operation.ListDead("orders", 7, 100), entrance.next(Operation.ListDead.class));
            assertEquals("400 E_SCHEMA format after", server.get("/v1/dlq?topic=other&after=" + next).error());
        }

        @Test
        void aDeadLetterIsShownWithAPreview() {
            String path = "/v1/dlq/" + Samples.ID;
            entrance.outcome = _ -> Samples.deadFound("<script>\u00e4".getBytes(StandardCharsets.UTF_8), null);
            assertEquals("<script>\u00e4", server.get(path).json().get("preview").asString());
            entrance.outcome = _ -> Samples.deadFound(new byte[] {(byte) 0xFF, 1}, null);
            JsonNode json = server.get(path).json();
            assertEquals("ff01", json.get("preview").asString());
            assertEquals("hex", json.get("preview_kind").asString());
            entrance.outcome = _ -> Samples.deadFound("\u20ac".repeat(2_000).getBytes(StandardCharsets.UTF_8), null);
            assertEquals("\u20ac".repeat(1_365), server.get(path).json().get("preview").asString());
            entrance.outcome = _ -> Samples.deadFound(new byte[] {1}, Damage.PAYLOAD_HASH);
            assertTrue(server.get(path).json().get("preview").isNull());
        }

        @Test
        void aPayloadComesAsBytesUnlessItIsDamaged() {
            String path = "/v1/dlq/" + Samples.ID + "/payload";
            entrance.outcome = _ -> Samples.deadFound(new byte[] {0, -1}, null);
            assertArrayEquals(new byte[] {0, -1}, server.get(path).response().body());
            entrance.outcome = _ -> Samples.deadFound(new byte[] {0, -1}, Damage.HASH_CHAIN);
            assertEquals("422 E_INTEGRITY hash_chain", server.get(path).error());
            refused(Refusal.GONE);
            assertEquals("404 E_NOT_FOUND gone", server.get(path).error());
            refused(Refusal.TOPIC);
            assertEquals("403 E_CAP_SCOPE topic", server.get(path).error());
        }

        @Test
        void deadLettersAreReprocessedByNumberOrById() {
            entrance.outcome = _ -> new Outcome.DeadSettled(1, 4, Map.of(Samples.id(9), "not_dead"), false, 0);
            var reply = server.post("/v1/dlq/reprocess", "{\"topic\":\"orders\",\"limit\":5}");
            assertEquals(1, reply.json().get("moved").asInt());
            assertEquals(Samples.id(9).toString(), reply.json().get("skipped").get(0).get("msg_id").asString());
            assertEquals(
                    new Operation.SettleDead("orders", null, 0, 5, false), entrance.next(Operation.SettleDead.class));

            String ids = "[\"" + Samples.id(1) + "\",\"" + Samples.id(2) + "\"]";
            String body = "{\"topic\":\"orders\",\"confirm\":\"orders\",\"msg_ids\":" + ids + "}";
            assertEquals(4, server.post("/v1/dlq/purge", body).json().get("remaining").asInt());
            assertEquals(
                    new Operation.SettleDead("orders", List.of(Samples.id(1), Samples.id(2)), 0, 2, true),
                    entrance.next(Operation.SettleDead.class));
        }

        @Test
        void aReprocessThatMovesNothingForLackOfRoomIsRefused() {
            entrance.outcome = _ -> new Outcome.DeadSettled(0, 4, Map.of(), true, 0);
            var reply = server.post("/v1/dlq/reprocess", "{\"topic\":\"orders\",\"limit\":5}");
            assertEquals("429 E_SATURATED topic_full", reply.error());
        }

        @Test
        void topicsAreListedByCursor() {
            var stats = new TopicStats("orders", new Counts(1, 2, 3, 4, 5), 6);
            entrance.outcome = _ -> new Outcome.Topics(List.of(stats), true);
            var reply = server.get("/v1/topics?limit=1");
            assertEquals(4, reply.json().get("topics").get(0).get("dead").asInt());
            assertEquals("", entrance.next(Operation.ListTopics.class).after());
            String next = reply.json().get("next").asString();
            assertEquals(200, server.get("/v1/topics?after=" + next).status());
            Operation.ListTopics list = entrance.next(Operation.ListTopics.class);
            assertEquals("orders", list.after());
            assertEquals(100, list.limit());
        }

        @Test
        void statsAndSeries() {
            entrance.outcome = _ -> new Outcome.Stats(new TopicStats("orders", Counts.NONE, 0));
            assertEquals(1.5, server.get("/v1/stats?topic=orders").json().get("sent_per_s").asDouble());
            assertEquals(300, server.get("/v1/stats/series").json().get("t").size());
            assertEquals(200, server.get("/v1/stats/series?topic=orders").status());
            server.access.allowsEveryTopic = false;
            assertEquals("403 E_CAP_SCOPE topic", server.get("/v1/stats/series").error());
        }

        @Test
        void aTopicIsPurged() {
            entrance.outcome = _ -> new Outcome.Purged(3, 0);
            var reply = server.post("/v1/topics/purge", "{\"topic\":\"orders\",\"confirm\":\"orders\"}");
            assertEquals("{\"purged\":3}", reply.text());
            assertEquals(new Operation.PurgeTopic("orders", 0, 1_000), entrance.next(Operation.PurgeTopic.class));
        }

        @Test
        void capabilitiesAreRevokedByIdOrByKey() {
            entrance.outcome = _ -> new Outcome.Done(0, 1);
            String capId = FakeAccess.CAPABILITY.toString();
            assertEquals(
                    "{\"revoked\":\"" + capId + "\"}",
                    server.post("/v1/caps/revoke", "{\"cap_id\":\"" + capId + "\"}").text());
            var revoked = entrance.next(Operation.RevokeCapability.class);
            assertEquals(FakeAccess.CAPABILITY, revoked.capability());
            long days = (revoked.untilWallMs() - System.currentTimeMillis()) / 86_400_000;
            assertTrue(days == 365 || days == 366, () -> "days: " + days);

            var reply = server.post("/v1/caps/revoke", "{\"kid\":\"k1\"}");
            assertEquals("{\"kid\":\"k1\",\"min_epoch\":2}", reply.text());
            assertEquals(new Operation.RevokeKey("k1", 2), entrance.next(Operation.RevokeKey.class));
            assertEquals("404 E_NOT_FOUND gone", server.post("/v1/caps/revoke", "{\"kid\":\"k2\"}").error());
            server.access.allowsEveryTopic = false;
            assertEquals("403 E_CAP_SCOPE topic", server.post("/v1/caps/revoke", "{\"kid\":\"k1\"}").error());
        }
    }

    @Nested
    class Node {
        @Test
        void aPagePointsToTheDescriptionOfTheApi() {
            var reply = server.get("/");
            assertEquals(200, reply.status());
            assertTrue(reply.text().contains("/openapi.json"));
        }

        @Test
        void openRoutesNeedNoCapability() {
            assertEquals("{\"ok\":true}", server.get("/healthz", "Authorization", "none").text());
            JsonNode document = server.get("/openapi.json", "Authorization", "none").json();
            assertEquals("3.1.0", document.get("openapi").asString());
            assertTrue(server.get("/readyz", "Authorization", "none").json().get("ready").asBoolean());
        }

        @Test
        void aNodeThatIsNotReadySaysWhatIsMissing() {
            server.readiness = new Readiness(List.of("store_ok"), false, false, true, 5);
            var reply = server.get("/readyz");
            assertEquals(503, reply.status());
            assertEquals("store_ok", reply.json().get("missing").get(0).asString());
            assertEquals(5, reply.json().get("retry_after").asInt());

            server.readiness = new Readiness(List.of("capacity"), true, false, true, 5);
            reply = server.get("/readyz");
            assertEquals(200, reply.status());
            assertFalse(reply.json().get("writes").asBoolean());
        }

        @Test
        void theSecondListenerServesMetricsOnly() throws Exception {
            assertEquals("up 1\n", metrics("/metrics").body());
            assertEquals(200, metrics("/healthz").statusCode());
            assertEquals(200, metrics("/readyz").statusCode());
            assertEquals(404, metrics("/v1/topics").statusCode());
            assertEquals("404 E_NOT_FOUND path", server.get("/metrics").error());
        }

        private HttpResponse<String> metrics(String path) throws Exception {
            var request = HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + server.ports.metrics() + path));
            return server.client.send(request.build(), BodyHandlers.ofString());
        }

        @Test
        void aDrainingNodeFinishesButBeginsNothing() {
            entrance.outcome = _ -> new Outcome.Settled("orders", null);
            server.server.drain();
            var reply = server.post("/v1/send", "not looked at");
            assertEquals("503 E_UNAVAILABLE draining", reply.error());
            assertEquals("4", reply.header("Retry-After"));
            assertEquals(4_000, reply.json().get("retry_after_ms").asInt());
            for (String path : List.of("/v1/send/batch", "/v1/recv", "/v1/recv/stream", "/v1/dlq/reprocess",
                    "/v1/dlq/purge", "/v1/topics/purge", "/v1/caps/revoke")) {
                assertEquals("503 E_UNAVAILABLE draining", server.post(path, "{}").error(), path);
            }
            assertEquals(200, server.post(ACK, "{}").status());
            assertEquals(503, server.get("/readyz").status());
            entrance.outcome = _ -> new Outcome.Stats(new TopicStats("orders", Counts.NONE, 0));
            assertEquals(200, server.get("/v1/stats?topic=orders").status());
            assertEquals(200, server.post("/v1/recv/cancel", "{\"topic\":\"t\",\"poll_id\":\"p\"}").status());
        }

        @Test
        void eachRequestRunsOnAVirtualThread() {
            entrance.outcome = _ -> {
                assertTrue(Thread.currentThread().isVirtual());
                return new Outcome.Sent(Samples.ID, false);
            };
            assertEquals(200, server.post("/v1/send", send("k", "x")).status());
        }

        @Test
        void whatTheListenerLearns() throws Exception {
            sent(false);
            assertEquals(200, server.post("/v1/send", send("k", "x"), "X-Corr-Id", CORR).status());
            RequestReport report = server.nextReport();
            assertEquals(Route.SEND, report.route());
            assertEquals("POST", report.method());
            assertEquals("orders", report.topic());
            assertEquals(200, report.status());
            assertNull(report.reason());
            assertEquals(Samples.CORR_ID, report.corrId());
            assertTrue(report.isWritten());
            assertTrue(report.nanos() > 0);
        }
    }

    @Nested
    class Errors {
        @Test
        void everyRefusalHasItsStatusAndReason() {
            Map<Refusal, String> expected = new HashMap<>();
            for (Refusal refusal : Refusal.values()) {
                String code = switch (refusal) {
                    case DUPLICATE, PAYLOAD_MISMATCH -> "409 E_DUPLICATE";
                    case GONE -> "404 E_NOT_FOUND";
                    case NOT_LEASED, STALE, DEAD, HOLD_LIMIT -> "409 E_LEASE_LOST";
                    case TOPIC -> "403 E_CAP_SCOPE";
                    case EXPIRED, REVOKED -> "401 E_CAP_AUTH";
                    case TOPIC_FULL, STORE_FULL, TOPIC_MAX, GLOBAL_INFLIGHT, DEDUP_FULL, DLQ_FULL -> "429 E_SATURATED";
                    case PAYLOAD_HASH, HASH_CHAIN -> "422 E_INTEGRITY";
                    case DISK_FULL, STORE -> "503 E_UNAVAILABLE";
                };
                expected.put(refusal, code + " " + refusal.word());
            }
            Map<Refusal, String> found = new HashMap<>();
            for (Refusal refusal : Refusal.values()) {
                refused(refusal);
                // the only route that has every status: dead letters have 422, leases 409
                boolean isDamage = refusal == Refusal.PAYLOAD_HASH || refusal == Refusal.HASH_CHAIN;
                var reply = isDamage ? server.get("/v1/dlq/" + Samples.ID) : server.post(ACK, "{}");
                found.put(refusal, reply.error());
                boolean isRetryable = reply.status() == 429 || reply.status() == 503;
                assertEquals(isRetryable, reply.json().get("retryable").asBoolean());
                assertEquals(isRetryable, reply.header("Retry-After") != null);
            }
            assertEquals(expected, found);
        }

        @Test
        void retryAfterIsRoundedUpAndKeptWithin30Seconds() {
            assertEquals("2", retryAfter(1_500, 1_500));
            assertEquals("1", retryAfter(0, 0));
            assertEquals("1", retryAfter(1_000, 1_000));
            assertEquals("30", retryAfter(3_600_000, 3_600_000));
        }

        private String retryAfter(long millis, long exact) {
            entrance.instead = new Answer.Busy(Answer.Busy.FullQueue.SHARD_BUSY, millis);
            var reply = server.post("/v1/send", send("k", "x"));
            assertEquals("429 E_SATURATED shard_busy", reply.error());
            assertEquals(exact, reply.json().get("retry_after_ms").asLong());
            return reply.header("Retry-After");
        }

        @Test
        void everyWayOfBeingUnavailable() {
            Set<String> found = new HashSet<>();
            for (Answer.Unavailable.Cause cause : Answer.Unavailable.Cause.values()) {
                entrance.instead = new Answer.Unavailable(cause);
                var reply = server.post("/v1/send", send("k", "x"));
                found.add(reply.error() + " " + reply.header("Retry-After"));
            }
            assertEquals(
                    Set.of(
                            "503 E_UNAVAILABLE store 5",
                            "503 E_UNAVAILABLE timeout 5",
                            "503 E_UNAVAILABLE draining 4",
                            "503 E_UNAVAILABLE starting 5"),
                    found);
        }

        @Test
        void aBugIsAnsweredWithoutItsStackAndReported() {
            entrance.outcome = _ -> {
                throw new IllegalStateException("secret");
            };
            var reply = server.post("/v1/send", send("k", "x"));
            assertEquals("500 E_INTERNAL bug", reply.error());
            assertFalse(reply.text().contains("secret"));
            assertEquals("secret", server.bugs.remove().getMessage());
        }

        @Test
        void aUsedUpRateSaysWhenToComeBack() {
            server.access.waitMs = 40;
            var reply = server.post("/v1/send", send("k", "x"));
            assertEquals("429 E_SATURATED rate", reply.error());
            assertEquals(40, reply.json().get("retry_after_ms").asInt());
            assertEquals(0, entrance.seen.size());
        }
    }

    @Test
    void bothVersionsOfHttpAreServedOnOnePort() throws Exception {
        sent(false);
        // the JDK's client upgrades by a request without a body, and speaks HTTP/2 from then on
        var health = server.request("/healthz").version(HttpClient.Version.HTTP_2).GET();
        assertEquals(HttpClient.Version.HTTP_2, server.send(health, "GET", "/healthz", null).response().version());
        var request = server.request("/v1/send")
                .version(HttpClient.Version.HTTP_2)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(send("k", "x")));
        var reply = server.send(request, "POST", "/v1/send", null);
        assertEquals(200, reply.status());
        assertEquals(HttpClient.Version.HTTP_2, reply.response().version());
        assertNotNull(server.nextReport());
    }

    @Test
    void closeIsIdempotentAndEndsAllThreads() throws Exception {
        var other = new TestServer(settings -> settings);
        assertEquals(200, other.get("/healthz").status());
        other.close();
        other.server.close();
        server.close();
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (httpThreads().findAny().isPresent() && System.nanoTime() < deadline) {
            Thread left = httpThreads().findAny().orElse(null);
            if (left != null) {
                left.join(TimeUnit.SECONDS.toMillis(10));
            }
        }
        assertEquals(List.of(), httpThreads().toList());
    }

    private static Stream<Thread> httpThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("http") || thread.getName().startsWith("Scheduler"));
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var address = new InetSocketAddress(taken.getInetAddress(), taken.getLocalPort());
            HttpSettings settings = TestServer.settings();
            var busy = new HttpSettings(
                    settings.api(), address, null, 1, settings.idleTimeout(), 1, 1, 1, settings.streamBeat(),
                    settings.stopTimeout(), false, "p", "durable");
            try (var second = new HttpServer(busy, server.backend())) {
                var failure = assertThrows(IOException.class, second::start);
                assertTrue(failure.getMessage().endsWith(":" + taken.getLocalPort()), failure::getMessage);
            }
        }
    }
}
