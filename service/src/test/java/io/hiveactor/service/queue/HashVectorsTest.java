package io.hiveactor.service.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The hashes of messages against the vectors of service 7.4. */
class HashVectorsTest {
    private static final String TOPIC = "user:42:inbox";
    private static final String TS = "2025-10-12T18:02:41.000Z";

    @Test
    void payloadHashesAreBlake3WithItsPrefix() { // service 7.2, 7.4
        assertEquals("b3:714bcf6b6c94fcc1059eec24ca94083da1caa75326ea1c0a4a5e82b1c146f688", hash("Hi").toString());
        assertEquals(
                "b3:be04e44316ef8da42cd158917671c1d895cf2d1428a2930c0d29300ab6415f5f",
                hash("{\"s\":\"hi\"}").toString());
        assertEquals(
                "b3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262", hash("").toString()); // BLAKE3's own
    }

    @Test
    void chainWithoutAttributesIsTheVector() { // service 7.3, 7.4
        assertEquals(
                "b3:45930bf39a46b56a27306fef563a72e935505198c9e71829c869da62c18f84d4", chain(Map.of()).toString());
    }

    @Test
    void chainWithAttributesIsTheVector() { // service 7.3, 7.4
        assertEquals(
                "b3:5a612105f01926fc759507cefeafe1c5cdd1442626721531c3835f74b4f28669",
                chain(Map.of("content-type", "text/plain", "a", "")).toString());
    }

    @Test
    void hashedBytesHaveTheLengthsOfTheVectors() { // service 7.4: 121 and 160 bytes
        int rest = 26 + 4 + TOPIC.length() + 4 + TS.length() + 4 + "demo-1".length() + 4 + 32;
        assertEquals(121, rest + Attributes.encode(Map.of()).length);
        assertEquals(160, rest + Attributes.encode(Map.of("a", "", "content-type", "text/plain")).length);
    }

    @Test
    void attributesAreWrittenInUnsignedByteOrderOfTheirKeys() { // service 7.3
        Map<String, String> attributes = Map.of("\u00e9", "2", "z", "1", "\ud83d\ude00", "4", "\uffee", "3");
        Map<String, String> read = Attributes.decode(Attributes.encode(attributes));
        assertEquals(List.of("z", "\u00e9", "\uffee", "\ud83d\ude00"), List.copyOf(read.keySet()));
        assertEquals(attributes, read);
        assertArrayEquals(new byte[4], Attributes.encode(Map.of()));
    }

    @Test
    void bodyFindsItsDamage() { // service 5.9, 7.4
        byte[] attrs = Attributes.encode(Map.of("a", "b"));
        Digest chain = Hashes.chain(TOPIC, TS, "demo-1", hash("Hi"), attrs);
        assertEquals(null, body(TS, "Hi", attrs, chain).damage(TOPIC));
        assertEquals(Damage.PAYLOAD_HASH, body(TS, "Ho", attrs, chain).damage(TOPIC));
        assertEquals(Damage.HASH_CHAIN, body(TS, "Hi", Attributes.encode(Map.of("a", "c")), chain).damage(TOPIC));
        assertEquals(Damage.HASH_CHAIN, body("2025-10-12T18:02:41.001Z", "Hi", attrs, chain).damage(TOPIC));
        assertEquals(Damage.HASH_CHAIN, body(TS, "Hi", attrs, chain).damage("user:43:inbox"));
    }

    @Test
    void lengthsKeepNeighbouringFieldsApart() { // service 7.3
        byte[] none = Attributes.encode(Map.of());
        assertNotEquals(Hashes.chain("ab", "c", "k", hash(""), none), Hashes.chain("a", "bc", "k", hash(""), none));
    }

    private static BodyRow body(String ts, String payload, byte[] attrs, Digest chain) {
        return new BodyRow(
                1, 1, 0, null, ts, "demo-1", new UUID(0, 0), hash("Hi"), chain, attrs, null, payload.getBytes(UTF_8));
    }

    private static Digest chain(Map<String, String> attributes) {
        return Hashes.chain(TOPIC, TS, "demo-1", hash("Hi"), Attributes.encode(attributes));
    }

    private static Digest hash(String text) {
        return Hashes.of(text.getBytes(UTF_8));
    }
}
