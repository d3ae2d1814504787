package io.hiveactor.service.observe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.config.LogFormat;
import io.hiveactor.service.config.LogLevel;
import io.hiveactor.service.config.ServiceConfig;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Log lines, service 13.3. */
class EventLogTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00.7Z");
    private static final JsonMapper JSON = new JsonMapper();

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final EventLog log = log(written, LogFormat.JSON, LogLevel.INFO);

    private static EventLog log(OutputStream out, LogFormat format, LogLevel level) {
        return new EventLog(new PrintStream(out, false, UTF_8), () -> NOW, new ServiceConfig.Log(format, level));
    }

    private static LogLine full(LogLine line) {
        return line.capability("k1", "01JAR0Z5V8QX3M7T4N9C2E6H0D").status(409).latency(Duration.ofNanos(1_234_567))
                .topicClass("orders").shard(3).op("ack").corrId("c-1").reason("stale");
    }

    private String written() {
        return written.toString(UTF_8);
    }

    @Test
    void aLineHasAllFieldsInTheirOrder() {
        full(log.warn(Event.ACK_REFUSED)).write();
        assertEquals("{\"ts\":\"2026-11-18T06:00:00.700Z\",\"level\":\"warn\",\"event\":\"ack.refused\","
                + "\"reason\":\"stale\",\"corr_id\":\"c-1\",\"op\":\"ack\",\"shard\":3,\"topic_class\":\"orders\","
                + "\"latency_ms\":1.234,\"status\":409,\"kid\":\"k1\",\"cap\":\"01JAR0Z5\"}\n", written());
    }

    @Test
    void fieldsThatAreNotSetAreLeftOut() {
        log.info(Event.SEND_ACCEPTED).write();
        assertEquals("{\"ts\":\"2026-11-18T06:00:00.700Z\",\"level\":\"info\",\"event\":\"send.accepted\"}\n",
                written());
    }

    @Test
    void theTextFormIsOneLineToo() {
        EventLog text = log(written, LogFormat.TEXT, LogLevel.INFO);
        full(text.warn(Event.ACK_REFUSED)).reason("two\nwords").write();
        assertEquals("2026-11-18T06:00:00.700Z WARN  ack.refused reason=\"two\\nwords\" corr_id=c-1 op=ack shard=3"
                + " topic_class=orders latency_ms=1.234 status=409 kid=k1 cap=01JAR0Z5\n", written());
    }

    @Test
    void hostileTextStaysInItsField() {
        String hostile = "\"}\n{\"event\":\"x\"} \0 \u2028 \ud800 é " + "y".repeat(5_000);
        log.info(Event.STORE_FAIL).reason(hostile).capability("k", "").write();
        List<String> lines = written().lines().toList();
        assertEquals(1, lines.size());
        JsonNode line = JSON.readTree(lines.getFirst());
        assertEquals(Set.of("ts", "level", "event", "reason", "kid", "cap"), Set.copyOf(line.propertyNames()));
        assertEquals(512, line.get("reason").asString().length());
        assertTrue(line.get("reason").asString().startsWith("\"}\n{\"event\":\"x\"} \0 \u2028 ? é"));
    }

    @Test
    void levelAndFormatChangeWhileItRuns() {
        log.debug(Event.ACK_OK).reason("before").write();
        assertFalse(log.isLogged(LogLevel.DEBUG));

        log.configure(new ServiceConfig.Log(LogFormat.TEXT, LogLevel.TRACE));
        log.debug(Event.ACK_OK).reason("after").write();
        log.line(LogLevel.TRACE, Event.ACK_OK).write();
        log.configure(new ServiceConfig.Log(LogFormat.TEXT, LogLevel.ERROR));
        log.warn(Event.ACK_OK).write();
        log.error(Event.ACK_OK).write();

        assertEquals(List.of("DEBUG ack.ok reason=after", "TRACE ack.ok", "ERROR ack.ok"),
                written().lines().map(line -> line.substring(25)).toList());
    }

    @Test
    void aDiscardedLineKeepsNothing() {
        full(log.debug(Event.ACK_OK)).write();
        assertEquals(0, written.size());
        assertTrue(log.debug(Event.ACK_OK).fields().isEmpty());
    }

    @Test
    void theEventsAreThoseOfTheRuleAndOneForTheRuntime() {
        assertEquals(List.of("send.accepted", "recv.batch", "ack.ok", "ack.refused", "dlq.move", "auth.denied",
                "scanner.requeue", "integrity.fail", "store.fail", "clock.step", "readyz.state", "audit.mint",
                "audit.revoke", "audit.rotate", "audit.reprocess", "audit.purge", "audit.reload", "runtime"),
                Arrays.stream(Event.values()).map(Event::wire).toList());
    }

    @Test
    void aTopicIsShownAsItsHash() {
        assertEquals("714bcf6b", EventLog.topicHash("Hi")); // BLAKE3 of `Hi`, service 7.4
    }

    @Test
    void aStreamOrClockThatFailsDoesNotFailTheCaller() {
        var failing = new EventLog(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) {
                throw new IllegalStateException("disk");
            }
        }, true, UTF_8), () -> NOW, new ServiceConfig.Log(LogFormat.JSON, LogLevel.INFO));
        failing.info(Event.ACK_OK).write();
        new EventLog(new PrintStream(written, true, UTF_8), () -> {
            throw new IllegalStateException("clock");
        }, new ServiceConfig.Log(LogFormat.JSON, LogLevel.INFO)).info(Event.ACK_OK).write();
        assertEquals(0, written.size());
    }

    @Test
    void aLineIsOneWriteToTheStream() {
        List<String> writes = new ArrayList<>();
        EventLog each = log(new OutputStream() {
            @Override
            public void write(int b) {
                writes.add("a single byte");
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                writes.add(new String(bytes, from, length, UTF_8));
            }
        }, LogFormat.TEXT, LogLevel.INFO);
        each.info(Event.ACK_OK).write();
        each.info(Event.DLQ_MOVE).reason("é".repeat(400)).write();
        assertEquals(List.of("2026-11-18T06:00:00.700Z INFO  ack.ok\n",
                "2026-11-18T06:00:00.700Z INFO  dlq.move reason=\"" + "é".repeat(400) + "\"\n"), writes);
    }

    @Test
    @Timeout(60)
    void linesOfManyThreadsDoNotMix() throws InterruptedException {
        int threads = 8;
        int lines = 500;
        var start = new CountDownLatch(1);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            String name = "w" + i;
            writers.add(Thread.ofVirtual().name(name).start(() -> write(name, lines, start)));
        }
        start.countDown();
        for (Thread each : writers) {
            assertTrue(each.join(Duration.ofSeconds(30)));
        }
        Set<String> seen = new HashSet<>();
        written().lines().forEach(line -> seen.add(JSON.readTree(line).get("reason").asString().split(" ", 2)[0]));
        assertEquals(threads * lines, seen.size());
        assertEquals(threads * lines, written().lines().count());
    }

    private void write(String name, int lines, CountDownLatch start) {
        try {
            assertTrue(start.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException notExpected) {
            throw new AssertionError(notExpected);
        }
        for (int i = 0; i < lines; i++) {
            log.info(Event.RECV_BATCH).reason(name + "-" + i + " " + "x".repeat(i)).write();
        }
    }
}
