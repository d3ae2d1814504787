package io.hiveactor.conformance.mailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The recorded results are ours, but for those that we mean to have otherwise; and a wrong one is told. */
@Timeout(60)
class VectorsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    private int run(String... arguments) throws InterruptedException {
        return Vectors.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("lines.jsonl"), text).toString();
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource({
        "handwritten, 95, 11", "random, 150, 0", "doubles, 14, 1", "dead-letter-policy, 180, 0", "message-handling, 23, 4",
        "lease-extension, 9, 1", "worker-loop, 12, 2"
    })
    void everyLinePasses(String name, int passed, int skipped) throws InterruptedException, URISyntaxException {
        Path path = Path.of(VectorsTest.class.getResource(name + ".jsonl.gz").toURI());
        assertEquals(0, run("mailbox", path.toString()), this::printed);
        String skips = skipped == 0 ? "" : skipped + " skipped: there we differ, knowingly\n";
        assertEquals(skips + passed + " passed, 0 failed\n", printed());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"policy":{},"error_type":"Boom","delivery_count":4,"dead_letter":true}
            {"name":"x","given":{"interval":60,"extension":300,"enabled":true,"clock_starts_at_s":0,"extend_fails_with":null},\
            "ops":[{"op":"attach"},{"op":"beat","extend_calls":[]}]}
            {"name":"empty-polls","given":{"queued":0,"max_iterations":4},"observed":{"handled":[],"polls":3}}
            {"name":"x","given":{"outcome":"success","delivery_count":1,"reply_to":null,"lease_lost":false},\
            "observed":{"finalized":false}}
            {"name":"x","config":{"mailboxes":{"q":{"kind":"memory","max_size":null}}},"ops":[{"at_ms":0,"op":"send",\
            "args":{"mailbox":"q","body":1},"result":{"id":"m2"}}]}
            """)
    void aWrongResultFails(String line) throws IOException, InterruptedException {
        assertEquals(1, run("mailbox", file(line)));
        assertTrue(printed().endsWith("0 passed, 1 failed\n"), this::printed);
    }

    @Test
    void whatIsNoLineOfTheseFilesIsRefusedWithItsNumber() throws IOException, InterruptedException {
        assertEquals(2, run("mailbox", file("{\"policy\":{},\"error_type\":\"Boom\",\"delivery_count\":1,\"dead_letter\":false}\n{}")));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("line 2"), err::toString);
        assertEquals(2, run("mailbox", file("no json")));
        assertEquals(2, run("mailbox", folder.resolve("missing").toString()));
        assertEquals(2, run("mailbox"));
    }
}
