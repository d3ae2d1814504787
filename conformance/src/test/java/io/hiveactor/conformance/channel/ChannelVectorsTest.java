package io.hiveactor.conformance.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelVectorsTest {
    private static final String SCENARIO = """
            {"name":"one","note":"","profile":{"max_descriptors":1,"handle_limit_per_pid":1,"default_capacity":64,\
            "tap_rate_limit":0},%s"ops":[{"op":"set_tap_rate_limit","args":{"limit":3},"result":{"limit":%d}}]}
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void allHandwrittenScenariosPass() throws URISyntaxException {
        assertEquals(0, run(resource("handwritten.jsonl.gz")), out::toString);
        assertEquals("134 passed, 0 failed\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void allRandomScenariosPass() throws URISyntaxException {
        assertEquals(0, run(resource("random.jsonl.gz")), out::toString);
        assertEquals("200 passed, 0 failed\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aDifferentResultIsShownWithItsScenarioAndOperation() throws IOException {
        assertEquals(1, run(file(SCENARIO.formatted("", 4) + "\n" + SCENARIO.formatted("", 3))));
        assertEquals("""
                one, operation 0: set_tap_rate_limit {limit=3}
                  expected {limit=4}
                  got      {limit=3}
                1 passed, 1 failed
                """, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void anOperationThatDiffersFromTheDesignIsNotCompared() throws IOException {
        assertEquals(0, run(file(SCENARIO.formatted(marked("\"D02\",\"D05\""), 4))));
    }

    @Test
    void whereOnlyTheStatusOfATimeoutDiffersTheRecordingIsExpected() throws IOException {
        assertEquals(1, run(file(SCENARIO.formatted(marked("\"D02\""), 4))));
    }

    @Test
    void aBadFileIsNamedWithItsLine() throws IOException {
        for (String bad : new String[] {
            "{", "[1,", "{\"name\":7}", "nonsense", "{\"name\":\"a\",\"ops\":[{}]}", "\"\\u12", "99999999999999999999",
            SCENARIO.formatted("", 3).replace("set_tap_rate_limit", "dance"), "[".repeat(100_000),
            SCENARIO.formatted("\"differs_ids\":[\"D05\"],\"differs_at\":[null],", 3), SCENARIO.formatted("", 3)
                    .replaceFirst("\\{\"op\".*", Matcher.quoteReplacement("{\"op\":\"recv\",\"args\":{\"pid\":1,"
                            + "\"handle\":1,\"max_len\":-1,\"timeout\":0},\"result\":{}}]}"))
        }) {
            err.reset();
            assertEquals(2, run(file("\n" + bad)), bad);
            assertTrue(err.toString(StandardCharsets.UTF_8).contains("bad.jsonl, line 2: "), err::toString);
        }
        assertEquals("", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatWasFoundBeforeABadLineIsShown() throws IOException {
        assertEquals(2, run(file(SCENARIO.formatted("", 4) + "\nnonsense")));
        assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("one, operation 0: "), out::toString);
    }

    @Test
    void aFileThatIsNotThereOrNotGzippedIsNamed() throws IOException {
        assertEquals(2, run(folder.resolve("none.jsonl")));
        Path plain = Files.writeString(folder.resolve("plain.jsonl.gz"), SCENARIO.formatted("", 3));
        assertEquals(2, run(plain));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("none.jsonl"), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("plain.jsonl.gz"), err::toString);
    }

    @Test
    void withoutAFileItTellsHowItIsUsed() {
        assertEquals(2, Vectors.run(new String[] {"hsx"}, print(out), print(err)));
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("usage: "), err::toString);
    }

    private static String marked(String ids) {
        return "\"differs_ids\":[" + ids + "],\"differs_at\":[0],";
    }

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("bad.jsonl"), content);
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(ChannelVectorsTest.class.getResource(name).toURI());
    }

    private int run(Path... files) {
        String[] arguments = Stream.concat(Stream.of("hsx"), Stream.of(files).map(Path::toString))
                .toArray(String[]::new);
        return Vectors.run(arguments, print(out), print(err));
    }

    private static PrintStream print(ByteArrayOutputStream into) {
        return new PrintStream(into, true, StandardCharsets.UTF_8);
    }
}
