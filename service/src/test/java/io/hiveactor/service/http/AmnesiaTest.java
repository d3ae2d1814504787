package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Outcome;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Without a disk, payloads do not stay in memory either: service 3.9. */
@Timeout(60)
class AmnesiaTest {
    private final TestServer server = new TestServer(s -> new HttpSettings(
            s.api(), s.metrics(), null, s.maxConnections(), s.idleTimeout(), s.maxBodyBytes(), s.maxBatchBytes(),
            s.maxStreams(), s.streamBeat(), s.stopTimeout(), true, "micronode", "ephemeral"));

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void deliveredPayloadsAreZeroed() throws Exception {
        List<Envelope> messages = List.of(Samples.envelope(1, "t", new byte[] {1, 2, 3}));
        server.entrance.outcome = _ -> new Outcome.Received(messages);
        var reply = server.post("/v1/recv", "{\"topic\":\"t\"}");
        assertEquals("AQID", reply.json().get("messages").get(0).get("payload_b64").asString());
        assertTrue(server.nextReport().isWritten());
        assertArrayEquals(new byte[3], messages.getFirst().body().payload());
    }

    @Test
    void theProfileIsShown() {
        assertEquals("ephemeral", server.get("/readyz").json().get("dlq_profile").asString());
    }
}
