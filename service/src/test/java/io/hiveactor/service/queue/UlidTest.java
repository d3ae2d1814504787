package io.hiveactor.service.queue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** service 2.2, 10.2. */
class UlidTest {
    @Test
    void theExampleOfTheUlidSpecificationHasItsTime() {
        Ulid ulid = Ulid.parse("01ARZ3NDEKTSV4RRFFQ69G5FAV");

        assertNotNull(ulid);
        assertEquals(1_469_922_850_259L, ulid.high() >>> 16);
    }

    @Test
    void theTextIsTheNumberInBase32() {
        var random = new SplittableRandom();
        for (int i = 0; i < 1_000; i++) {
            var ulid = new Ulid(random.nextLong(), random.nextLong());
            String digits = new BigInteger(1, ulid.bytes()).toString(32).toUpperCase(Locale.ROOT);
            String expected = "0".repeat(Ulid.LENGTH - digits.length()) + digits;
            String inBase32 = expected.chars().mapToObj(c -> "" + "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
                    .charAt(Character.digit(c, 32))).reduce("", String::concat);

            assertEquals(inBase32, ulid.toString());
            assertEquals(ulid, Ulid.parse(ulid.toString()));
            assertEquals(ulid, Ulid.of(ulid.bytes()));
        }
    }

    @Test
    void bytesAreMostSignificantFirst() {
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
                new Ulid(0x0102030405060708L, 0x090A0B0C0D0E0F10L).bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "01ARZ3NDEKTSV4RRFFQ69G5FA", "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
        "01arz3ndektsv4rrffq69g5fav",
        "01ARZ3NDEKTSV4RRFFQ69G5FAI", "01ARZ3NDEKTSV4RRFFQ69G5FAL", "01ARZ3NDEKTSV4RRFFQ69G5FAO",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU", "81ARZ3NDEKTSV4RRFFQ69G5FAV", "Z1ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01ARZ3NDEKTSV4RRFFQ69G5FA ", "01ARZ3NDEKTSV4RRFFQ69G5FA\u0130"})
    void otherTextsAreRefused(String text) {
        assertNull(Ulid.parse(text));
    }

    @Test
    void aRandomOneHasItsTimeAndOtherBitsEachTime() {
        var random = new SplittableRandom();
        Ulid first = Ulid.random(1_469_922_850_259L, random);

        assertEquals("01ARZ3NDEK", first.toString().substring(0, 10));
        assertEquals(false, first.equals(Ulid.random(1_469_922_850_259L, random)));
        assertThrows(IllegalArgumentException.class, () -> Ulid.random(1L << 48, random));
    }
}
