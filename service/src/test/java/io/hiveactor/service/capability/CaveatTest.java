package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** service 10.3, 10.4, 16.1, 16.14. */
class CaveatTest {
    @Test
    void everyFormIsRead() {
        assertEquals(new Caveat.Ops(Set.of(Op.SEND, Op.RECV)), Caveat.parse("op = send,recv"));
        assertEquals(new Caveat.Ops(EnumSet.allOf(Op.class)), Caveat.parse("op = *"));
        assertEquals(new Caveat.Topics(List.of("orders.*", "jobs")), Caveat.parse("topic = orders.*,jobs"));
        assertEquals(new Caveat.Before(Instant.parse("2027-01-01T00:00:00Z")),
                Caveat.parse("time < 2027-01-01T00:00:00Z"));
        assertEquals(new Caveat.Before(Instant.parse("2027-01-01T00:00:00Z")),
                Caveat.parse("time < 2027-01-01T00:00:00.000Z"));
        assertEquals(new Caveat.After(Instant.parse("2027-01-01T00:00:00.120Z")),
                Caveat.parse("time > 2027-01-01T00:00:00.120Z"));
        assertEquals(new Caveat.MaxBytes(65_536), Caveat.parse("max_bytes <= 65536"));
        assertEquals(new Caveat.MaxBytes(0), Caveat.parse("max_bytes <= 0"));
        assertEquals(new Caveat.Rate(100, 200), Caveat.parse("rate <= 100/s burst 200"));
        assertEquals(new Caveat.Rate(100, 100), Caveat.parse("rate <= 100/s"));
        assertEquals(new Caveat.Audience("prod"), Caveat.parse("aud = prod"));
        assertEquals(new Caveat.Node("n1"), Caveat.parse("node = n1"));
    }

    @Test
    void theOpsAreThoseOfTheSpecification() {
        assertEquals("send recv ack nack extend stats dlq reprocess purge revoke",
                EnumSet.allOf(Op.class).stream().map(Op::wire).reduce((a, b) -> a + " " + b).orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "op", "op = ", "op=send", "op  = send", "op =  send", " op = send", "op = send ",
        "op = send, recv", "op = send,", "op = ,send", "op = Send", "OP = send", "op = mint", "op = keys",
        "op = *,send",
        "op < send", "topic = ", "topic = a b", "topic = a*b", "topic = **", "topic = a,,b", "topic = \u00e4",
        "topic = a\n",
        "time < 2027-01-01", "time < 2027-01-01T00:00Z", "time < 2027-01-01T00:00:00", "time < 2027-01-01T00:00:00z",
        "time < 2027-01-01T00:00:00+00:00", "time < 2027-01-01T00:00:00.1Z", "time < 2027-01-01T00:00:00.000000Z",
        "time < 2027-02-30T00:00:00Z", "time < 2027-01-01T24:00:00Z", "time < 2026-12-31T23:59:60Z",
        "time <= 2027-01-01T00:00:00Z", "time = 2027-01-01T00:00:00Z", "time > soon",
        "max_bytes <= ", "max_bytes <= 01", "max_bytes <= -1", "max_bytes <= 1KiB", "max_bytes < 1",
        "max_bytes <= 9999999999999999999", "rate <= 100", "rate <= 0/s", "rate <= 1/m", "rate <= 1/s burst 0",
        "rate <= 1/s burst", "rate <= 1/s  burst 2", "rate <= 1/s burst 02", "aud = ", "aud = a b", "aud = \u00e4",
        "node = ",
        "node = n1\n", "ip = 127.0.0.1", "true"})
    void anythingElseIsRefused(String text) {
        assertNull(Caveat.parse(text));
    }

    @Test
    void topicsAreExactOrPrefixes() {
        var topics = (Caveat.Topics) Caveat.parse("topic = orders.*,jobs");

        assertTrue(topics.allows("orders.eu"));
        assertTrue(topics.allows("orders."));
        assertTrue(topics.allows("jobs"));
        assertFalse(topics.allows("orders"));
        assertFalse(topics.allows("jobs2"));
        assertFalse(topics.allows("my.orders.eu"));
        assertFalse(topics.allowsEveryTopic());
        assertTrue(((Caveat.Topics) Caveat.parse("topic = *")).allowsEveryTopic());
    }

    @Test
    void aTopicHas256BytesAtMost() {
        assertTrue(Caveat.parse("topic = " + "t".repeat(256)) instanceof Caveat.Topics);
        assertNull(Caveat.parse("topic = " + "t".repeat(257)));
    }
}
