package io.hiveactor.service.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Random changes of good bodies: the reader rejects them or reads what Jackson's own tree model reads; it throws no
 * more.
 */
class JsonFuzzTest {
    private static final List<String> SEEDS = List.of(
            "{\"topic\":\"t\",\"idem_key\":\"k\u00e4\ud83d\ude00\",\"payload_b64\":\"SGk=\",\"attrs\":{\"a\":\"b\"}}",
            "{\"messages\":[{\"topic\":\"t\",\"payload_b64\":\"\\/\\/8=\"},{},{\"x\":null}]}",
            "{\"items\":[{\"msg_id\":\"01JAR0Z5V8QX3M7T4N9C2E6H0D\",\"lease\":null}],\"dead\":true,\"n\":-1e3}",
            "{\"a\":[[[[[[[]]]]]]],\"b\":123456789012345678901234567890}",
            "{}");
    private static final String PIECES = "{}[]\",:\\u/0129eE+-.nulltruefalse \t\n\0=AZ";
    private static final JsonMapper TREE = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    @Test
    void noBodyBreaksTheReader() {
        long seed = new Random().nextLong();
        var random = new SplittableRandom(seed);
        long end = System.nanoTime() + Duration.ofMillis(Long.getLong("hive.fuzz.millis", 2_000)).toNanos();
        long rounds = 0;
        long accepted = 0;
        while (System.nanoTime() - end < 0 || rounds < 1_000) {
            byte[] body = mutate(random, SEEDS.get(random.nextInt(SEEDS.size())).getBytes(StandardCharsets.UTF_8));
            accepted += read(body, "seed " + seed + ", round " + rounds) ? 1 : 0;
            rounds++;
        }
        assertTrue(accepted > 0 && accepted < rounds, accepted + " of " + rounds + ", seed " + seed);
    }

    @Test
    void onlyOurOwnCursorsAreRead() {
        long seed = new Random().nextLong();
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 100_000; round++) {
            long place = random.nextLong(Long.MAX_VALUE);
            String cursor = Cursor.encode("dlq/t", place);
            assertEquals(place, Cursor.decodeLong("dlq/t", cursor));
            byte[] changed = mutate(random, cursor.getBytes(StandardCharsets.US_ASCII));
            String text = new String(changed, StandardCharsets.ISO_8859_1);
            if (!text.equals(cursor)) {
                assertEquals(-1, Cursor.decodeLong("dlq/t", text), "seed " + seed + ", round " + round + ": " + text);
            }
            assertEquals(-1, Cursor.decodeLong("dlq/u", cursor));
        }
    }

    private static byte[] mutate(SplittableRandom random, byte[] body) {
        byte[] changed = body;
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(changed.length + 1);
            int cut = random.nextInt(3) == 0 ? random.nextInt(changed.length - at + 1) : 0;
            byte[] piece = new byte[random.nextInt(4)];
            for (int k = 0; k < piece.length; k++) {
                piece[k] = random.nextInt(8) == 0
                        ? (byte) random.nextInt(256)
                        : (byte) PIECES.charAt(random.nextInt(PIECES.length()));
            }
            byte[] next = Arrays.copyOf(changed, changed.length - cut + piece.length);
            System.arraycopy(piece, 0, next, at, piece.length);
            System.arraycopy(changed, at + cut, next, at + piece.length, changed.length - at - cut);
            changed = next;
        }
        return changed;
    }

    /** Returns whether it was accepted. */
    private static boolean read(byte[] body, String where) {
        Fields fields;
        try {
            // larger than the text, as the array of a body is
            fields = JsonReader.read(Arrays.copyOf(body, body.length + 8), body.length);
        } catch (Rejected e) {
            assertEquals(ErrorCode.E_SCHEMA, e.error().code(), where);
            return false;
        }
        JsonNode tree;
        try {
            tree = TREE.readTree(body);
        } catch (JacksonException e) {
            throw new AssertionError(where + ": accepted " + new String(body, StandardCharsets.UTF_8), e);
        }
        assertEquals(tree.size(), fields.count(), where);
        for (String name : fields.names()) {
            assertTrue(tree.has(name), where);
            if (tree.get(name).isString() && !name.equals("payload_b64")) {
                assertEquals(tree.get(name).asString(), fields.optionalText(name, TextRule.ANY), where);
            }
        }
        return true;
    }
}
