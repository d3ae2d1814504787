package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The recorder is asked about everything until it says no, and then not for a millisecond. */
class RecorderSampleTest {
    private static final long START = -5; // clocks may be negative

    private final RecorderSample sample = new RecorderSample();

    @Test
    void aYesIsFollowedByTheNextQuestion() {
        assertTrue(sample.isWanted(START));
        assertTrue(sample.answered(true, START));
        assertTrue(sample.isWanted(START));
    }

    @Test
    void aNoIsFollowedByARest() {
        assertFalse(sample.answered(false, START));
        assertFalse(sample.isWanted(START + 999_999));
        assertTrue(sample.isWanted(START + 1_000_000));
        assertTrue(sample.answered(true, START + 1_000_000));
        assertTrue(sample.isWanted(START + 1_000_000));
    }
}
