package io.hiveactor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.console.Console;
import io.hiveactor.runtime.console.Sort;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TopTest {
    /** How a command ended. */
    private record Ended(int code, String out, String err) {}

    /** Runs it without a terminal: its input and output are pipes. */
    private static Ended top(String... arguments) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(Children.top(arguments)).start();
        try {
            assertTrue(child.waitFor(30, TimeUnit.SECONDS), "it hangs");
            return new Ended(child.exitValue(), text(child.getInputStream().readAllBytes()),
                    text(child.getErrorStream().readAllBytes()));
        } finally {
            child.destroyForcibly();
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void onceItPrintsOneScreenWithoutEscapes() throws IOException, InterruptedException {
        try (Console console = TestHive.open(TestHive::snapshot)) {
            String screen = new ConsoleClient(console.port()).ask("top name 1000 200");
            assertTrue(screen.indexOf("busy#4") < screen.indexOf("calm#3"), screen);
            assertEquals(new Ended(0, screen, ""), top("--port", String.valueOf(console.port()), "--once", "--sort", "name"));
        }
    }

    @Test
    void withoutATerminalItIsOnceAnyway() throws IOException, InterruptedException {
        try (Console console = TestHive.open(TestHive::snapshot)) {
            String screen = new ConsoleClient(console.port()).ask("top depth 1000 200");
            assertEquals(new Ended(0, screen, ""), top("--port", String.valueOf(console.port())));
        }
    }

    @Test
    void whereNobodyListensItSaysSo() throws IOException, InterruptedException {
        Console gone = TestHive.open(TestHive::snapshot);
        int port = gone.port();
        gone.close();
        assertEquals(new Ended(1, "", "hive top: nobody listens on port " + port
                + "; is there a program that was started with -Dhive.console=" + port + "?\n"),
                top("--port", String.valueOf(port)));
    }

    @Test
    void whatTheHiveCannotAnswerIsAnError() throws IOException, InterruptedException {
        Supplier<HiveSnapshot> broken = () -> {
            throw new IllegalStateException("closed");
        };
        try (Console console = TestHive.open(broken)) {
            assertEquals(new Ended(1, "", "hive top: error: the hive could not be looked at: "
                    + "java.lang.IllegalStateException: closed\n"), top("--port", String.valueOf(console.port())));
        }
    }

    @Test
    void argumentsThatMakeNoSenseAreRefusedWithASentence() throws IOException, InterruptedException {
        assertEquals(new Ended(2, "", "hive top: --sort must be one of depth, age, wait, slots, name, shard: size\n"),
                top("--port", "1", "--sort", "size"));
        assertRefused("unknown option: -x", "-x");
        assertRefused("--port needs a value", "--port");
        assertRefused("the port of a console (hive.console) must be 0 to 65535: x", "--port", "x");
        assertRefused("--interval must be 0.1 to 3600 seconds: 0", "--interval", "0");
        assertRefused("--interval must be 0.1 to 3600 seconds: NaN", "--interval", "NaN");
        assertRefused("--interval must be 0.1 to 3600 seconds: soon", "--interval", "soon");
        assertRefused("which port? Start the program with -Dhive.console=9977 and look at it with --port 9977");
    }

    private static void assertRefused(String why, String... arguments) {
        var refused = assertThrows(IllegalArgumentException.class,
                () -> assertEquals(List.of(), TopOptions.of(List.of(arguments), null)));
        assertEquals(why, refused.getMessage());
    }

    @Test
    void optionsAreRead() {
        assertEquals(new TopOptions(9977, false, Duration.ofSeconds(1), Sort.DEPTH), TopOptions.of(List.of(), "9977"));
        assertEquals(new TopOptions(9978, true, Duration.ofMillis(500), Sort.WAIT),
                TopOptions.of(List.of("--port", "9978", "--once", "--interval", "0.5", "--sort", "wait"), "9977"));
    }

    @Test
    void theEndOfInputIsAKey() throws InterruptedException {
        Keys keys = Keys.of(new ByteArrayInputStream(new byte[] {'n'}));
        assertEquals('n', keys.next(Duration.ofSeconds(10)));
        assertEquals(Keys.END_OF_INPUT, keys.next(Duration.ofSeconds(10)));
    }
}
