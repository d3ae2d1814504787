package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.capability.Op;
import io.hiveactor.service.queue.Outcome;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of service 9.4: a bad request has its answer, and the engine never sees it. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
    private static final String ID = Samples.ID.toString();
    private static final String LEASE = Samples.LEASE.toString();
    private static final String SEND = "{\"topic\":\"t\",\"idem_key\":\"k\",\"payload_b64\":\"\"";

    private final TestServer server = new TestServer();

    @BeforeEach
    void anyOperationIsABug() {
        server.entrance.seen.clear();
        server.entrance.polls.clear();
        server.access.allowed = EnumSet.allOf(Op.class);
        server.access.topics = topic -> true;
        server.access.maxBytes = Long.MAX_VALUE;
    }

    @AfterAll
    void close() {
        server.close();
    }

    private void rejects(String expected, String path, String body, String... headers) {
        rejects(expected, server.post(path, body, headers));
    }

    private void rejects(String expected, TestServer.Reply reply) {
        assertEquals(expected, reply.error());
        assertEquals(reply.header("X-Corr-Id"), reply.json().get("corr_id").asString());
        assertEquals(0, server.entrance.seen.size());
        assertEquals(0, server.entrance.polls.size());
    }

    /** A send with a field more. */
    private void rejectsSend(String expected, String field) {
        rejects(expected, "/v1/send", SEND + "," + field + "}");
    }

    @Test
    void capabilities() {
        rejects("401 E_CAP_AUTH missing", "/v1/send", SEND + "}", "Authorization", "Basic abc");
        rejects("401 E_CAP_AUTH signature", "/v1/send", SEND + "}", "Authorization", "Bearer bad");
        var reply = server.post("/v1/send", SEND + "}", "Authorization", "Bearer bad");
        assertEquals("Bearer", reply.header("WWW-Authenticate"));
        server.access.allowed = EnumSet.of(Op.RECV);
        rejects("403 E_CAP_SCOPE op", "/v1/send", SEND + "}");
        server.access.allowed = EnumSet.allOf(Op.class);
        server.access.topics = topic -> false;
        for (String path : List.of("/v1/send", "/v1/recv", "/v1/recv/stream", "/v1/recv/cancel", "/v1/dlq/reprocess",
                "/v1/dlq/purge", "/v1/topics/purge")) {
            rejects("403 E_CAP_SCOPE topic", path, bodyOf(path));
        }
        rejects("403 E_CAP_SCOPE topic", server.get("/v1/dlq?topic=t"));
        rejects("403 E_CAP_SCOPE topic", server.get("/v1/stats?topic=t"));
    }

    private static String bodyOf(String path) {
        return switch (path) {
            case "/v1/send" -> SEND + "}";
            case "/v1/recv/cancel" -> "{\"topic\":\"t\",\"poll_id\":\"p\"}";
            case "/v1/dlq/reprocess" -> "{\"topic\":\"t\",\"limit\":1}";
            case "/v1/dlq/purge" -> "{\"topic\":\"t\",\"confirm\":\"t\",\"limit\":1}";
            case "/v1/topics/purge" -> "{\"topic\":\"t\",\"confirm\":\"t\"}";
            default -> "{\"topic\":\"t\"}";
        };
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "/v2/send", "/v1/send/", "/v1", "/v1/ack", "/v1/ack/", "/v1/nack/a/b", "/v1/dlq//payload", "/v1/send;x=1",
        "/v1/caps/mint", "/v1/keys/rotate", "/V1/send"
    })
    void unknownPaths(String path) {
        rejects("404 E_NOT_FOUND path", path, "{}");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /v1/dlq", "POST, /v1/topics", "POST, /v1/stats", "GET, /v1/send", "PUT, /v1/send", "DELETE, /v1/ack/x",
        "GET, /v1/dlq/reprocess", "HEAD, /healthz", "OPTIONS, /v1/send", "POST, /healthz"
    })
    void wrongMethods(String method, String path) throws Exception {
        var request = server.request(path).method(method, BodyPublishers.noBody()).build();
        var response = server.client.send(request, BodyHandlers.ofString());
        assertEquals(405, response.statusCode());
        assertTrue(response.headers().firstValue("Allow").isPresent());
        assertTrue(method.equals("HEAD") || response.body().contains("\"reason\":\"method\""), response::body);
    }

    @Test
    void theFirstFailingCheckAnswers() {
        // each request has all later faults too
        String bad = "{\"topic\":";
        rejects("404 E_NOT_FOUND path", "/v1/none", bad, "Authorization", "x", "X-Corr-Id", "x");
        rejects("400 E_SCHEMA header X-Corr-Id", "/v1/send", bad, "Authorization", "x", "X-Corr-Id", "x");
        rejects("401 E_CAP_AUTH missing", "/v1/send", bad, "Authorization", "x");
        rejects("400 E_SCHEMA json", "/v1/send", "{\"unknown\":1," + bad);
        server.access.topics = topic -> false;
        server.access.maxBytes = 0;
        rejects("400 E_SCHEMA unknown_field /unknown", "/v1/send", SEND + ",\"unknown\":1}");
        rejects("403 E_CAP_SCOPE topic", "/v1/send", "{\"topic\":\"t\",\"idem_key\":\"k\",\"payload_b64\":\"AAAA\"}");
        server.access.topics = topic -> true;
        rejects("403 E_CAP_SCOPE max_bytes", "/v1/send",
                "{\"topic\":\"t\",\"idem_key\":\"k\",\"payload_b64\":\"AAAA\"}");
    }

    @Test
    void headers() {
        rejects("400 E_SCHEMA header X-Corr-Id", "/v1/send", "", "X-Corr-Id", "01936b2e-7c00-4abc-8def-0123456789ab");
        rejects("400 E_SCHEMA header X-Idempotency-Mode", "/v1/send", "", "X-Idempotency-Mode", "maybe");
        rejects("415 E_SCHEMA header Content-Encoding", "/v1/send", "", "Content-Encoding", "gzip");
        rejects("415 E_SCHEMA header Content-Encoding", "/v1/send", "", "Content-Encoding", "identity");
        rejects("415 E_SCHEMA header Content-Type", "/v1/send", "{}", "Content-Type", "text/plain");
        rejects("415 E_SCHEMA header Content-Type", "/v1/send",
                "{}", "Content-Type", "application/json; charset=latin1");
        var request = server.request("/v1/send").POST(BodyPublishers.ofString("{}"));
        rejects("415 E_SCHEMA header Content-Type", server.send(request, "POST", "/v1/send", null));
        server.entrance.outcome = _ -> new Outcome.Sent(Samples.ID, false);
        String type = "Application/JSON; charset=UTF-8";
        assertEquals(200, server.post("/v1/send", SEND + "}", "Content-Type", type).status());
    }

    @Test
    void json() {
        for (String body : List.of("", " ", "{", "{}x", "{} {}", "{\"a\":1,}", "{'a':1}", "{a:1}", "{\"a\":01}", "nul",
                "{\"a\":NaN}", "{\"a\":\"\t\"}", "/**/{}", "\ufeff{}", "{\"a\":\"\\x\"}", "{\"a\":1e}", "[1,2",
                "{\"a\":+1}")) {
            rejects("400 E_SCHEMA json", "/v1/send", body);
        }
        for (String body : List.of("[]", "1", "\"a\"", "true", "null")) {
            rejects("400 E_SCHEMA type ", "/v1/send", body);
        }
    }

    @Test
    void nestingIsAtMost8() {
        rejects("400 E_SCHEMA unknown_field /a", "/v1/recv",
                "{\"topic\":\"t\",\"a\":" + "[".repeat(7) + "]".repeat(7) + "}");
        rejects("400 E_SCHEMA json", "/v1/recv", "{\"topic\":\"t\",\"a\":" + "[".repeat(8) + "]".repeat(8) + "}");
        rejects("400 E_SCHEMA json", "/v1/recv", "{\"a\":[" + "0,".repeat(40_000) + "0]}");
    }

    @Test
    void onlyUtf8() {
        byte[] text = (SEND + "}").getBytes(StandardCharsets.UTF_8);
        int[][] malformed = {{0xFF}, {0xC0, 0x80}, {0xED, 0xA0, 0x80}, {0xF5, 0x80, 0x80, 0x80}, {0xE2, 0x82}};
        for (int[] bad : malformed) {
            byte[] body = new byte[text.length + bad.length];
            System.arraycopy(text, 0, body, 0, 11); // inside the topic
            for (int i = 0; i < bad.length; i++) {
                body[11 + i] = (byte) bad[i];
            }
            System.arraycopy(text, 11, body, 11 + bad.length, text.length - 11);
            rejects("400 E_SCHEMA json", server.post("/v1/send", body));
        }
        rejects("400 E_SCHEMA json", server.post("/v1/send", (SEND + "}").getBytes(StandardCharsets.UTF_16BE)));
        rejects("400 E_SCHEMA json", server.post("/v1/send", (SEND + "}").getBytes(StandardCharsets.UTF_16)));
        rejects("400 E_SCHEMA format /idem_key", "/v1/send",
                "{\"topic\":\"t\",\"idem_key\":\"\\ud800\",\"payload_b64\":\"\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "unknown_field /x | \"x\":null",
        "unknown_field /a~1b~0 | \"a/b~\":1",
        "duplicate_field /topic | \"topic\":\"t\"",
        "duplicate_field /sig | \"sig\":null,\"sig\":\"s\"",
        "duplicate_field /attrs/a | \"attrs\":{\"a\":\"1\",\"a\":\"1\"}",
        "type /partition | \"partition\":1",
        "type /delay_ms | \"delay_ms\":\"1\"",
        "type /delay_ms | \"delay_ms\":1.0",
        "type /delay_ms | \"delay_ms\":1e3",
        "type /attrs | \"attrs\":[]",
        "type /attrs/a | \"attrs\":{\"a\":1}",
        "type /attrs/a | \"attrs\":{\"a\":{\"b\":1}}",
        "range /delay_ms | \"delay_ms\":-1",
        "range /delay_ms | \"delay_ms\":43200001",
        "range /delay_ms | \"delay_ms\":99999999999999999999999999",
        "range /partition | \"partition\":\"\"",
        "range /sig | \"sig\":\"\"",
        "format /corr_id | \"corr_id\":\"x\"",
        "format /corr_id | \"corr_id\":\"01936b2e-7c00-4abc-8def-0123456789ab\"",
        "format /corr_id | \"corr_id\":\"01936b2e-7c00-7abc-0def-0123456789ab\"",
        "format /attrs/a b | \"attrs\":{\"a b\":\"\"}",
        "range /attrs/ | \"attrs\":{\"\":\"\"}",
    })
    void fieldsOfASend(String expected, String field) {
        rejectsSend("400 E_SCHEMA " + expected, field);
    }

    @Test
    void sizesOfASend() {
        rejectsSend("400 E_SCHEMA range /partition", "\"partition\":\"" + "x".repeat(129) + "\"");
        rejectsSend("400 E_SCHEMA range /partition", "\"partition\":\"" + "\u00e4".repeat(65) + "\"");
        rejectsSend("400 E_SCHEMA range /sig", "\"sig\":\"" + "x".repeat(513) + "\"");
        rejectsSend("400 E_SCHEMA range /attrs/a", "\"attrs\":{\"a\":\"" + "x".repeat(1_025) + "\"}");
        rejectsSend("400 E_SCHEMA range /attrs", "\"attrs\":{" + attrs(33, 1) + "}");
        rejectsSend("400 E_SCHEMA range /attrs", "\"attrs\":{" + attrs(9, 1_000) + "}");
        rejectsSend("400 E_SCHEMA range /attrs/" + "k".repeat(65), "\"attrs\":{\"" + "k".repeat(65) + "\":\"\"}");
        rejects("400 E_SCHEMA range /topic", "/v1/send", SEND.replace("\"t\"", "\"" + "t".repeat(257) + "\"") + "}");
        rejects("400 E_SCHEMA range /topic", "/v1/send", SEND.replace("\"t\"", "\"\"") + "}");
        rejects("400 E_SCHEMA format /topic", "/v1/send", SEND.replace("\"t\"", "\"t t\"") + "}");
        rejects("400 E_SCHEMA format /topic", "/v1/send", SEND.replace("\"t\"", "\"dlq/t\"") + "}");
        rejects("400 E_SCHEMA range /idem_key", "/v1/send", SEND.replace("\"k\"", "\"" + "k".repeat(257) + "\"") + "}");
        rejects("400 E_SCHEMA range /idem_key", "/v1/send", SEND.replace("\"k\"", "\"\"") + "}");
        rejects("400 E_SCHEMA format /idem_key", "/v1/send", SEND.replace("\"k\"", "\"a\\u0000\"") + "}");
        rejects("400 E_SCHEMA missing /idem_key", "/v1/send",
                "{\"topic\":\"t\",\"idem_key\":null,\"payload_b64\":\"\"}");
        rejects("400 E_SCHEMA missing /payload_b64", "/v1/send", "{\"topic\":\"t\",\"idem_key\":\"k\"}");
        rejects("400 E_SCHEMA type /payload_b64", "/v1/send", "{\"topic\":\"t\",\"idem_key\":\"k\",\"payload_b64\":1}");
        rejects("400 E_SCHEMA unknown_field a", "/v1/send?a=1", SEND + "}");
    }

    private static String attrs(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"a" + i + "\":\"" + "x".repeat(length) + "\"")
                .collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @CsvSource({
        "A", "AA", "AAA", "AA=", "A===", "AA==A", "AA=A", "AA-_", "'AA A'", "'AAAA\\n'", "=", "====", "AAAA=", "\u00e4"
    })
    void payloadsThatAreNotStandardBase64(String payload) {
        rejects("400 E_SCHEMA format /payload_b64", "/v1/send", SEND.replace("\"\"", "\"" + payload + "\"") + "}");
    }

    @Test
    void payloadsThatAreTooLarge() {
        String encoded = "A".repeat((1 << 20) / 3 * 4 + 4);
        rejects("413 E_FRAME_TOO_LARGE payload", "/v1/send", SEND.replace("\"\"", "\"" + encoded + "\"") + "}");
        server.access.maxBytes = 2;
        rejects("403 E_CAP_SCOPE max_bytes", "/v1/send", SEND.replace("\"\"", "\"AAAA\"") + "}");
    }

    @Test
    void batches() {
        rejects("400 E_SCHEMA range /messages", "/v1/send/batch", "{\"messages\":[]}");
        rejects("400 E_SCHEMA range /messages", "/v1/send/batch", "{\"messages\":[" + "{},".repeat(256) + "{}]}");
        rejects("400 E_SCHEMA type /messages", "/v1/send/batch", "{\"messages\":{}}");
        rejects("400 E_SCHEMA type /messages/1", "/v1/send/batch", "{\"messages\":[{},1]}");
        rejects("400 E_SCHEMA duplicate_field /messages/1/a", "/v1/send/batch",
                "{\"messages\":[{},{\"a\":1,\"a\":1}]}");
        rejects("400 E_SCHEMA missing /messages", "/v1/send/batch", "{}");
        rejects("400 E_SCHEMA range /items", "/v1/ack/batch", "{\"items\":[]}");
        rejects("400 E_SCHEMA range /items", "/v1/ack/batch", "{\"items\":[" + "{},".repeat(256) + "{}]}");
        rejects("400 E_SCHEMA type /items/0", "/v1/ack/batch", "{\"items\":[null]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "range /visibility_ms | \"visibility_ms\":249", "range /visibility_ms | \"visibility_ms\":43200001",
        "range /max_messages | \"max_messages\":0", "range /max_messages | \"max_messages\":257",
        "range /max_bytes | \"max_bytes\":0", "range /max_bytes | \"max_bytes\":4194305",
        "range /poll_id | \"poll_id\":\"\"", "unknown_field /x | \"x\":1", "type /partition | \"partition\":true",
    })
    void receivesAndStreams(String expected, String field) {
        rejects("400 E_SCHEMA " + expected, "/v1/recv", "{\"topic\":\"t\"," + field + "}");
        rejects("400 E_SCHEMA " + expected, "/v1/recv/stream", "{\"topic\":\"t\"," + field + "}");
    }

    @Test
    void receivesOrStreams() {
        rejects("400 E_SCHEMA range /wait_ms", "/v1/recv", "{\"topic\":\"t\",\"wait_ms\":20001}");
        rejects("400 E_SCHEMA unknown_field /max_ms", "/v1/recv", "{\"topic\":\"t\",\"max_ms\":1000}");
        rejects("400 E_SCHEMA unknown_field /wait_ms", "/v1/recv/stream", "{\"topic\":\"t\",\"wait_ms\":1}");
        rejects("400 E_SCHEMA range /max_ms", "/v1/recv/stream", "{\"topic\":\"t\",\"max_ms\":999}");
        rejects("400 E_SCHEMA range /max_ms", "/v1/recv/stream", "{\"topic\":\"t\",\"max_ms\":300001}");
        rejects("400 E_SCHEMA range /poll_id", "/v1/recv", "{\"topic\":\"t\",\"poll_id\":\"" + "p".repeat(65) + "\"}");
        rejects("400 E_SCHEMA missing /poll_id", "/v1/recv/cancel", "{\"topic\":\"t\"}");
        rejects("400 E_SCHEMA missing /topic", "/v1/recv", "{}");
    }

    @Test
    void leases() {
        for (String route : List.of("ack", "nack", "extend")) {
            String body = route.equals("extend") ? "{\"lease\":\"" + LEASE + "\",\"visibility_ms\":1}" : "{}";
            rejects("400 E_SCHEMA format msg_id", "/v1/" + route + "/x", body);
            rejects("400 E_SCHEMA format msg_id", "/v1/" + route + "/" + ID.toLowerCase(Locale.ROOT), body);
            rejects("400 E_SCHEMA format msg_id", "/v1/" + route + "/%30" + ID.substring(1), body);
            rejects("400 E_SCHEMA format /lease", "/v1/" + route + "/" + ID, "{\"lease\":\"x\",\"visibility_ms\":1}");
            rejects("400 E_SCHEMA type /lease", "/v1/" + route + "/" + ID, "{\"lease\":1,\"visibility_ms\":1}");
        }
        rejects("400 E_SCHEMA json", "/v1/nack/" + ID, "");
        rejects("400 E_SCHEMA format /delay_ms", "/v1/nack/" + ID, "{\"dead\":true,\"delay_ms\":0}");
        rejects("400 E_SCHEMA type /dead", "/v1/nack/" + ID, "{\"dead\":1}");
        rejects("400 E_SCHEMA range /reason", "/v1/nack/" + ID, "{\"reason\":\"\"}");
        rejects("400 E_SCHEMA range /reason", "/v1/nack/" + ID, "{\"reason\":\"" + "r".repeat(257) + "\"}");
        rejects("400 E_SCHEMA missing /lease", "/v1/extend/" + ID, "{\"visibility_ms\":1}");
        rejects("400 E_SCHEMA missing /visibility_ms", "/v1/extend/" + ID, "{\"lease\":\"" + LEASE + "\"}");
        rejects("400 E_SCHEMA range /visibility_ms", "/v1/extend/" + ID,
                "{\"lease\":\"" + LEASE + "\",\"visibility_ms\":43200001}");
        rejects("400 E_SCHEMA unknown_field /reason", "/v1/ack/" + ID, "{\"reason\":\"r\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "missing topic | /v1/dlq", "missing topic | /v1/stats", "format topic | /v1/dlq?topic=%C3%A4",
        "unknown_field x | /v1/dlq?topic=t&x=1", "duplicate_field topic | /v1/dlq?topic=t&topic=t",
        "range limit | /v1/dlq?topic=t&limit=0", "range limit | /v1/topics?limit=1001",
        "type limit | /v1/topics?limit=x",
        "type limit | /v1/topics?limit=-1", "type limit | /v1/topics?limit=", "format after | /v1/topics?after=AAAA",
        "format after | /v1/dlq?topic=t&after=!", "unknown_field after | /v1/stats?topic=t&after=x",
        "format msg_id | /v1/dlq/x", "format msg_id | /v1/dlq/x/payload", "range topic | /v1/stats/series?topic=",
    })
    void queries(String expected, String path) {
        rejects("400 E_SCHEMA " + expected, server.get(path));
    }

    @Test
    void operatorRequests() {
        String topic = "{\"topic\":\"t\"";
        rejects("400 E_SCHEMA missing /limit", "/v1/dlq/reprocess", topic + "}");
        rejects("400 E_SCHEMA format /limit", "/v1/dlq/reprocess",
                topic + ",\"limit\":1,\"msg_ids\":[\"" + ID + "\"]}");
        rejects("400 E_SCHEMA range /limit", "/v1/dlq/reprocess", topic + ",\"limit\":1001}");
        rejects("400 E_SCHEMA range /msg_ids", "/v1/dlq/reprocess", topic + ",\"msg_ids\":[]}");
        rejects("400 E_SCHEMA range /msg_ids", "/v1/dlq/reprocess",
                topic + ",\"msg_ids\":[" + "0,".repeat(1_000) + "0]}");
        rejects("400 E_SCHEMA format /msg_ids/1", "/v1/dlq/reprocess", topic + ",\"msg_ids\":[\"" + ID + "\",\"x\"]}");
        rejects("400 E_SCHEMA type /msg_ids/0", "/v1/dlq/reprocess", topic + ",\"msg_ids\":[1]}");
        rejects("400 E_SCHEMA missing /confirm", "/v1/dlq/purge", topic + ",\"limit\":1}");
        rejects("400 E_SCHEMA format /confirm", "/v1/dlq/purge", topic + ",\"confirm\":\"x\",\"limit\":1}");
        rejects("400 E_SCHEMA format /confirm", "/v1/topics/purge", topic + ",\"confirm\":\"x\"}");
        rejects("400 E_SCHEMA missing /cap_id", "/v1/caps/revoke", "{}");
        rejects("400 E_SCHEMA format /cap_id", "/v1/caps/revoke",
                "{\"kid\":\"k1\",\"cap_id\":\"" + FakeAccess.CAPABILITY + "\"}");
        rejects("400 E_SCHEMA format /cap_id", "/v1/caps/revoke", "{\"cap_id\":\"x\"}");
        rejects("400 E_SCHEMA format /kid", "/v1/caps/revoke", "{\"kid\":\"K\"}");
        rejects("404 E_NOT_FOUND gone", "/v1/caps/revoke", "{\"kid\":\"k9\"}");
    }

    @Test
    void noAnswerQuotesTheRequest() {
        String secret = "c2VjcmV0IHBheWxvYWQ";
        for (String body : List.of(SEND.replace("\"\"", "\"" + secret + "\"") + "}", "{\"payload_b64\":\"" + secret,
                "{\"topic\":\"" + secret + "!\"}", secret)) {
            assertFalse(server.post("/v1/send", body, "Authorization", "Bearer " + secret).text().contains(secret));
            assertFalse(server.post("/v1/send", body).text().contains(secret));
        }
    }
}
