package io.hiveactor.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text forms of durations, sizes and addresses. */
class ValueTextTest {
    @ParameterizedTest
    @CsvSource({"250ms, 250, 250ms", "5s, 5000, 5s", "10m, 600000, 10m", "24h, 86400000, 1d", "7d, 604800000, 7d",
        "1.5s, 1500, 1500ms", "0s, 0, 0ms", "90s, 90000, 90s", "007s, 7000, 7s"})
    void durations(String text, long millis, String printed) {
        assertEquals(millis, UnitText.DURATION.parse(text));
        assertEquals(printed, UnitText.DURATION.print(millis));
    }

    @ParameterizedTest
    @CsvSource({"1B, 1, 1B", "512KiB, 524288, 512KiB", "1.5MiB, 1572864, 1536KiB", "8GiB, 8589934592, 8GiB",
        "1025B, 1025, 1025B"})
    void sizes(String text, long bytes, String printed) {
        assertEquals(bytes, UnitText.SIZE.parse(text));
        assertEquals(printed, UnitText.SIZE.print(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 s", " 5s", "5s ", "-5s", "+5s", "5S", "5sec", "1.5ms", "5.s", ".5s",
        "1e3s", "999999999999999d", "0x1s", "٥s", "5w", "5KiB"})
    void noDurations(String text) {
        assertNull(UnitText.DURATION.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5KB", "5kib", "0.5B", "1.0000000001GiB", "999999999999999GiB", "5s"})
    void noSizes(String text) {
        assertNull(UnitText.SIZE.parse(text));
    }

    @Test
    void whatIsPrintedIsReadBack() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            long value = random.nextLong(1L << (1 + random.nextInt(49)));
            assertEquals(value, UnitText.DURATION.parse(UnitText.DURATION.print(value)), "seed " + seed);
            assertEquals(value, UnitText.SIZE.parse(UnitText.SIZE.print(value)), "seed " + seed);
        }
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:1, true", "127.9.9.9:1, true", "localhost:1, true", "LOCALHOST:1, true", "[::1]:1, true",
        "0.0.0.0:1, false", "[::]:1, false", "10.0.0.1:1, false", "example.com:1, false",
        "localhost.example.com:1, false", "[fe80::1]:1, false"})
    void addresses(String text, boolean loopback) {
        Address address = Address.parse(text);
        assertNotNull(address);
        assertEquals(text, address.toString());
        assertEquals(loopback, address.isLoopback());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", ":1", "a:", "a:65536", "a:-1", "::1:1", "[::1]", "[::1:1", "[zz]:1",
        "a b:1", "a:1:2"})
    void noAddresses(String text) {
        assertNull(Address.parse(text));
    }
}
