package io.hiveactor.bench.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class HiveConnectionTest {
    private static final String TWO_MESSAGES = "{\"messages\":["
            + "{\"msg_id\":\"A\",\"payload_b64\":\"////\",\"lease\":\"a0\",\"lease_ms\":9},"
            + "{\"msg_id\":\"B\",\"payload_b64\":\"////\",\"lease\":\"b1\",\"lease_ms\":9}]}";

    @Test
    void aBatchThatWasReceivedIsAcknowledgedWithItsLeases() throws IOException {
        try (var server = new TestServer(200, TWO_MESSAGES, false);
                var connection = new HiveConnection(server.port(), "", 3, 32)) {
            assertEquals(2, connection.receive());
            connection.acknowledge();

            assertEquals("/v1/ack/batch", server.seen.get(1).path());
            assertEquals("{\"items\":[{\"msg_id\":\"A\",\"lease\":\"a0\"},{\"msg_id\":\"B\",\"lease\":\"b1\"}]}",
                    server.seen.get(1).body());
        }
    }

    @Test
    void noKeyIsUsedTwice() throws IOException {
        try (var server = new TestServer(200, "{\"duplicate\":false}", false);
                var connection = new HiveConnection(server.port(), "", 3, 1)) {
            connection.send();
            connection.send();

            assertTrue(server.seen.get(0).body().startsWith("{\"topic\":\"bench\",\"idem_key\":\""));
            assertNotEquals(server.seen.get(0).body(), server.seen.get(1).body());
        }
    }

    @Test
    void aRefusedItemOfABatchIsAFailure() throws IOException {
        try (var server = new TestServer(200, "{\"results\":[{\"error\":{}}]}", false);
                var connection = new HiveConnection(server.port(), "", 3, 32)) {
            var failure = assertThrows(IOException.class, connection::send);

            assertEquals("refused: {\"results\":[{\"error\":{}}]}", failure.getMessage());
        }
    }
}
