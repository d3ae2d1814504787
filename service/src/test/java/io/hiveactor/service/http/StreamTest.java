package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Poll;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code /v1/recv/stream}: service 8.12, 16.5 and 16.15. */
@Timeout(60)
class StreamTest {
    private static final String END = "{\"end\":\"%s\"}\n";

    private final TestServer server = new TestServer(s -> new HttpSettings(
            s.api(), s.metrics(), null, s.maxConnections(), s.idleTimeout(), s.maxBodyBytes(), s.maxBatchBytes(), 1,
            Duration.ofMillis(300), s.stopTimeout(), false, s.profile(), s.dlqProfile()));
    private final BlockingQueue<List<Envelope>> arriving = new LinkedBlockingQueue<>();

    /** The engine waits for what the test lets arrive. */
    @BeforeEach
    void script() {
        server.entrance.onReceive = poll -> ScriptedEntrance.committed(new Outcome.Received(take(poll)));
    }

    private List<Envelope> take(Poll poll) {
        try {
            List<Envelope> messages = arriving.poll(poll.waitMs(), TimeUnit.MILLISECONDS);
            return messages == null || !poll.isAllowed().getAsBoolean() ? List.of() : messages;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    private RawSocket open(String fields) throws IOException {
        var socket = new RawSocket(server.ports.api());
        String body = "{\"topic\":\"t\"" + fields + "}";
        socket.write("POST /v1/recv/stream HTTP/1.1\r\nHost: h\r\nAuthorization: " + FakeAccess.TOKEN
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        String head = socket.head();
        assertTrue(head.startsWith("HTTP/1.1 200"), head);
        assertTrue(head.contains("Content-Type: application/x-ndjson\r\n"), head);
        return socket;
    }

    private static List<Envelope> one(long no) {
        return List.of(Samples.envelope(no, "t", new byte[] {1}));
    }

    /** The next chunk that is no empty line. */
    private static String line(RawSocket socket) throws IOException {
        String line = socket.chunk();
        while (line.equals("\n")) {
            line = socket.chunk();
        }
        return line;
    }

    @Test
    void eachMessageLeavesAsALineAndAnEmptyLineFillsTheSilence() throws Exception {
        try (RawSocket socket = open("")) {
            arriving.add(one(1));
            String first = line(socket);
            assertTrue(first.startsWith("{\"msg_id\":\"" + Samples.id(1)) && first.endsWith("}\n"), first);
            assertEquals("\n", socket.chunk());
            arriving.add(List.of(one(2).getFirst(), one(3).getFirst()));
            assertEquals(2, line(socket).lines().count());
        }
    }

    @Test
    void itEndsWhenItsTimeIsOver() {
        arriving.add(one(1));
        String text = server.post("/v1/recv/stream", "{\"topic\":\"t\",\"max_ms\":1000}").text();
        assertTrue(text.endsWith(END.formatted("max_ms")), text);
    }

    @Test
    void itEndsAtDrain() throws Exception {
        try (RawSocket socket = open("")) {
            server.server.drain();
            assertEquals(END.formatted("drain"), line(socket));
            assertEquals("", socket.chunk());
        }
    }

    @Test
    void itEndsWhenItsCapabilityLapses() throws Exception {
        try (RawSocket socket = open("")) {
            server.access.recheck = FakeAccess.denied(401, "revoked");
            assertEquals(END.formatted("cap"), line(socket));
        }
    }

    @Test
    void itCanBeCancelledAndThenTakesNothing() throws Exception {
        try (RawSocket socket = open(",\"poll_id\":\"p\"")) {
            String poll = "{\"topic\":\"t\",\"poll_id\":\"p\"}";
            assertEquals("400 E_SCHEMA format /poll_id", server.post("/v1/recv", poll).error());
            assertEquals("{\"cancelled\":true}", server.post("/v1/recv/cancel", poll).text());
            arriving.add(one(1));
            assertEquals(END.formatted("cancelled"), line(socket));
        }
        assertEquals(Route.RECV, server.nextReport().route());
        assertEquals(Route.RECV_CANCEL, server.nextReport().route());
        assertEquals(Route.RECV_STREAM, server.nextReport().route());
        assertEquals("{\"cancelled\":false}",
                server.post("/v1/recv/cancel", "{\"topic\":\"t\",\"poll_id\":\"p\"}").text());
    }

    @Test
    void streamsAreLimited() throws Exception {
        try (RawSocket _ = open("")) {
            var reply = server.post("/v1/recv/stream", "{\"topic\":\"t\"}");
            assertEquals("429 E_SATURATED streams", reply.error());
            server.server.drain();
        }
        assertEquals(429, server.nextReport().status());
        assertEquals(200, server.nextReport().status());
    }

    @Test
    void anErrorOfTheFirstLookIsAnError() {
        server.entrance.instead = new Answer.Unavailable(Answer.Unavailable.Cause.STARTING);
        assertEquals("503 E_UNAVAILABLE starting", server.post("/v1/recv/stream", "{\"topic\":\"t\"}").error());
    }

    @Test
    void aLaterErrorOnlyDelaysIt() throws Exception {
        try (RawSocket socket = open("")) {
            server.entrance.instead = new Answer.Unavailable(Answer.Unavailable.Cause.STORE);
            assertEquals("\n", socket.chunk());
            server.entrance.instead = null;
            arriving.add(one(1));
            assertTrue(line(socket).startsWith("{\"msg_id\""));
        }
    }

    @Test
    void aFullStreamClaimsAgainAsSoonAsALeaseIsSettled() throws Exception {
        try (RawSocket socket = open(",\"max_messages\":1")) {
            arriving.add(one(1));
            assertTrue(line(socket).startsWith("{\"msg_id\""));
            List<LeaseRef> held = List.of(one(1).getFirst().lease());
            assertEquals(held, pollWith(held.size()).receive().unsettled());

            server.entrance.outcome = _ -> new Outcome.Settled("t", null);
            assertEquals(200, server.post("/v1/ack/" + Samples.id(1), "{}").status());
            assertEquals(List.of(), pollWith(0).receive().unsettled());
            arriving.add(one(2));
            assertTrue(line(socket).contains(Samples.id(2).toString()));
        }
    }

    /** The next poll of the stream with so many leases. */
    private Poll pollWith(int unsettled) throws InterruptedException {
        Poll poll = server.entrance.polls.poll(10, TimeUnit.SECONDS);
        while (poll != null && poll.receive().unsettled().size() != unsettled) {
            poll = server.entrance.polls.poll(10, TimeUnit.SECONDS);
        }
        server.entrance.polls.clear();
        return poll;
    }

    @Test
    void largeLinesLeaveInPartsOf64KiB() throws Exception {
        try (RawSocket socket = open("")) {
            arriving.add(List.of(Samples.envelope(1, "t", new byte[300_000])));
            var text = new StringBuilder(line(socket));
            while (text.charAt(text.length() - 1) != '\n') {
                String part = socket.chunk();
                assertTrue(part.length() <= 65_536, () -> "part of " + part.length());
                text.append(part);
            }
            assertTrue(text.length() > 400_000);
        }
    }

    @Test
    void aReaderThatStopsLosesItsLeases() throws Exception {
        RequestLimits old = TestServer.LIMITS;
        server.limits = new RequestLimits(
                5_000, 300, 3_000, old.inflightBytes(), 250, 5_000, 32, old.defaultMaxBytes());
        List<Envelope> messages = List.of(
                Samples.envelope(1, "t", new byte[1]),
                Samples.envelope(2, "t", new byte[1 << 20]),
                Samples.envelope(3, "t", new byte[1 << 20]),
                Samples.envelope(4, "t", new byte[1 << 20]),
                Samples.envelope(5, "t", new byte[1]));
        try (RawSocket _ = open("")) {
            arriving.add(messages);
            List<LeaseRef> back = server.entrance.next(Operation.GiveBack.class).leases();
            assertFalse(back.isEmpty());
            assertEquals(
                    messages.subList(messages.size() - back.size(), messages.size()).stream()
                            .map(Envelope::lease).toList(),
                    back);
        }
        assertFalse(server.nextReport().isWritten());
    }
}
