package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What arrives in pieces, slowly, too large, or in two ways at once. */
@Timeout(60)
class WireTest {
    private static final String SEND = "{\"topic\":\"t\",\"idem_key\":\"k\",\"payload_b64\":\"SGk=\"}";

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
    }

    private RawSocket connect() throws IOException {
        server.entrance.outcome = _ -> new Outcome.Sent(Samples.ID, false);
        return new RawSocket(server.ports.api());
    }

    private static String head(String path, String more) {
        return "POST " + path + " HTTP/1.1\r\nHost: h\r\nAuthorization: " + FakeAccess.TOKEN
                + "\r\nContent-Type: application/json\r\n" + more + "\r\n";
    }

    private void readTimeout(long millis) {
        RequestLimits old = TestServer.LIMITS;
        server.limits = new RequestLimits(
                millis, old.writeTimeoutMs(), old.drainDeadlineMs(), old.inflightBytes(), old.minVisibilityMs(),
                old.defaultVisibilityMs(), old.defaultMaxMessages(), old.defaultMaxBytes());
    }

    @Test
    void aRequestMayArriveByteByByte() throws Exception {
        try (RawSocket socket = connect()) {
            for (char c : (head("/v1/send", "Content-Length: " + SEND.length() + "\r\n") + SEND).toCharArray()) {
                socket.write(String.valueOf(c));
            }
            assertTrue(socket.answer().startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void aBodyMayComeInChunksAndRequestsInOnePacket() throws Exception {
        try (RawSocket socket = connect()) {
            String chunked = head("/v1/send", "Transfer-Encoding: chunked\r\n")
                    + "5\r\n" + SEND.substring(0, 5) + "\r\n"
                    + Integer.toHexString(SEND.length() - 5) + ";x=y\r\n" + SEND.substring(5) + "\r\n0\r\n\r\n";
            socket.write(chunked + chunked);
            assertTrue(socket.answer().startsWith("HTTP/1.1 200"));
            assertTrue(socket.answer().startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void aRequestWithTwoLengthsIsRefusedAndClosed() throws Exception {
        for (String lengths : List.of(
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Transfer-Encoding: chunked, identity\r\n")) {
            try (RawSocket socket = connect()) {
                socket.write(head("/v1/send", lengths) + "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
                String all = socket.rest();
                assertTrue(all.startsWith("HTTP/1.1 400"), all);
                assertTrue(all.contains("\"code\":\"E_SCHEMA\""), all);
                assertEquals(all.indexOf("HTTP/1.1"), all.lastIndexOf("HTTP/1.1"), all);
            }
        }
    }

    @Test
    void headersBeyond16KiBAreRefused() throws Exception {
        try (RawSocket socket = connect()) {
            socket.write(head("/v1/send", "X: " + "x".repeat(20_000) + "\r\n"));
            String all = socket.rest();
            assertTrue(all.startsWith("HTTP/1.1 431"), all);
            assertTrue(all.contains("\"reason\":\"header\""), all);
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedBeforeItIsReadAndClosed() throws Exception {
        try (RawSocket socket = connect()) {
            socket.write(head("/v1/send", "Content-Length: 1572865\r\n"));
            String all = socket.rest();
            assertTrue(all.startsWith("HTTP/1.1 413"), all);
            assertTrue(all.contains("\"reason\":\"body\""), all);
        }
    }

    @Test
    void aChunkedBodyThatIsTooLargeIsRefusedAndClosed() throws Exception {
        try (RawSocket socket = connect()) {
            socket.write(head("/v1/send", "Transfer-Encoding: chunked\r\n"));
            String chunk = "10000\r\n" + " ".repeat(1 << 16) + "\r\n";
            try {
                for (int i = 0; i < 32; i++) {
                    socket.write(chunk);
                }
            } catch (SocketException _) { // it closed before all was sent
            }
            String all = socket.rest();
            assertTrue(all.isEmpty() || all.startsWith("HTTP/1.1 413"), all);
            assertEquals(all.indexOf("HTTP/1.1"), all.lastIndexOf("HTTP/1.1"), all);
        }
        assertEquals(413, server.nextReport().status());
    }

    @Test
    void aSlowBodyIsTimedOutAndClosed() throws Exception {
        readTimeout(200);
        try (RawSocket socket = connect()) {
            socket.write(head("/v1/send", "Content-Length: 100\r\n") + "{");
            String all = socket.rest();
            assertTrue(all.startsWith("HTTP/1.1 408"), all);
            assertTrue(all.contains("\"code\":\"E_TIMEOUT\""), all);
        }
    }

    @Test
    void aDrippedBodyIsTimedOutToo() throws Exception {
        readTimeout(300);
        try (RawSocket socket = connect()) {
            socket.write(head("/v1/send", "Content-Length: 100000\r\n"));
            drip(socket, " ");
            assertEquals(408, server.nextReport().status());
        }
    }

    @Test
    void drippedHeadersAreCutOff() throws Exception {
        readTimeout(200);
        try (RawSocket socket = connect()) {
            socket.write("GET /healthz HTTP/1.1\r\nHost: h\r\n");
            drip(socket, "X: y\r\n");
        }
        assertEquals(0, server.reports.size());
    }

    @Test
    void aConnectionMayRestBetweenRequests() throws Exception {
        readTimeout(100);
        try (RawSocket socket = connect()) {
            for (int i = 0; i < 3; i++) {
                socket.write("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
                assertTrue(socket.answer().startsWith("HTTP/1.1 200"));
                // longer than the guard lets a header take
                assertFalse(new CountDownLatch(1).await(250, TimeUnit.MILLISECONDS));
            }
        }
    }

    /** Writes a piece every 20 ms until the server closes; that it does is the test. */
    private static void drip(RawSocket socket, String piece) throws Exception {
        try {
            for (int i = 0; i < 500; i++) {
                socket.write(piece);
                assertFalse(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS));
            }
        } catch (SocketException _) {
            return;
        }
        throw new AssertionError("still open after 10 s");
    }

    @Test
    void bodiesInMemoryAreLimited() throws Exception {
        RequestLimits old = TestServer.LIMITS;
        server.limits = new RequestLimits(5_000, 5_000, 3_000, 1_000, 250, 5_000, 32, old.defaultMaxBytes());
        try (RawSocket first = connect()) {
            first.write(head("/v1/send", "Content-Length: 900\r\n") + "{");
            String body = " ".repeat(900);
            var reply = server.post("/v1/send", body);
            while (reply.status() == 400) { // until the first request holds its share
                reply = server.post("/v1/send", body);
            }
            assertEquals("429 E_SATURATED memory", reply.error());
            assertEquals("1", reply.header("Retry-After"));
            first.write(" ".repeat(899));
            assertTrue(first.answer().startsWith("HTTP/1.1 400"));
        }
        assertEquals("400 E_SCHEMA json", server.post("/v1/send", " ".repeat(900)).error());
    }

    @Test
    void leasesOfAnAnswerThatCannotBeWrittenAreGivenBack() throws Exception {
        RequestLimits old = TestServer.LIMITS;
        server.limits = new RequestLimits(
                5_000, 300, 3_000, old.inflightBytes(), 250, 5_000, 32, old.defaultMaxBytes());
        List<Envelope> messages = List.of(
                Samples.envelope(1, "t", new byte[1 << 20]),
                Samples.envelope(2, "t", new byte[1 << 20]),
                Samples.envelope(3, "t", new byte[1 << 20]));
        try (RawSocket socket = connect()) {
            server.entrance.outcome = _ -> new Outcome.Received(messages);
            String body = "{\"topic\":\"t\"}";
            socket.write(head("/v1/recv", "Content-Length: " + body.length() + "\r\n") + body);
            // nothing is read: the kernel's buffers fill, and the writer's deadline passes
            Operation.GiveBack giveBack = server.entrance.next(Operation.GiveBack.class);
            assertEquals(messages.stream().map(Envelope::lease).toList(), giveBack.leases());
            assertFalse(server.nextReport().isWritten());
        }
    }

    @Test
    void connectionsAreLimited() throws Exception {
        try (var small = new TestServer(s -> new HttpSettings(
                s.api(), s.metrics(), null, 1, s.idleTimeout(), s.maxBodyBytes(), s.maxBatchBytes(), s.maxStreams(),
                s.streamBeat(), s.stopTimeout(), false, s.profile(), s.dlqProfile()))) {
            String request = "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n";
            var first = new RawSocket(small.ports.api());
            first.write(request);
            assertTrue(first.answer().startsWith("HTTP/1.1 200"));
            try (var second = new RawSocket(small.ports.api())) {
                second.write(request);
                assertEquals(1, small.reports.size());
                first.close();
                assertTrue(second.answer().startsWith("HTTP/1.1 200"));
            }
        }
    }
}
