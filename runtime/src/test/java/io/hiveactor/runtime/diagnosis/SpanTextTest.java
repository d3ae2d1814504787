package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpanTextTest {
    private static final long MILLI = 1_000_000L;

    @Test
    void aSpanHasAtMostTwoUnits() {
        assertEquals("less than 1 ms", Span.of(MILLI - 1));
        assertEquals("1 ms", Span.of(MILLI));
        assertEquals("999 ms", Span.of(999 * MILLI));
        assertEquals("1.0 s", Span.of(1000 * MILLI));
        assertEquals("59.9 s", Span.of(59_999 * MILLI));
        assertEquals("1 min 0 s", Span.of(60_000 * MILLI));
        assertEquals("59 min 59 s", Span.of(3_599_000 * MILLI));
        assertEquals("1 h 0 min", Span.of(3_600_000 * MILLI));
        assertEquals("47 h 59 min", Span.of((48 * 3_600_000L - 1) * MILLI));
        assertEquals("2 d 0 h", Span.of(48 * 3_600_000L * MILLI));
        assertEquals("2 d 1 h", Span.of(49 * 3_600_000L * MILLI));
    }

    @Test
    void whatIsNotPastYetIsNoTimeAtAll() {
        assertEquals("less than 1 ms", Span.of(-5000 * MILLI));
    }
}
