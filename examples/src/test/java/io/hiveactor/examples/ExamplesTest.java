package io.hiveactor.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every example prints what its page says. Both fiber modes give the same output. */
@Timeout(30)
class ExamplesTest {
    @Test
    void helloGreetsBeforeTheHiveHasClosed() throws Exception {
        assertEquals(List.of("hello world", "SENT"), Output.of("hello"));
    }

    @Test
    void pingPongPlaysAsManyRoundsAsItIsAskedFor() throws Exception {
        List<String> lines = Output.of("pingpong", "1000");

        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.getFirst().matches("SENT: 1,000 rounds, \\d+ ns each, mode (CARRIED|BATON)"), lines::toString);
    }

    @Test
    void aShardGoesOnWhileItsActorsBlock() throws Exception {
        assertEquals(
                List.of(
                        "the shard goes on",
                        "the future is complete",
                        "the lock was free",
                        "the sleep is over",
                        "what the file says"),
                Output.of("blocking"));
    }

    @Test
    void timersTickAndASleepLeavesTheTickInTheMailbox() throws Exception {
        assertEquals(
                List.of(
                        "beat 1: true",
                        "beat 2: true",
                        "beat 3: true",
                        "cancelled: true",
                        "the reminder waits: true",
                        "reminded",
                        "nothing came in time",
                        "timed says: the end"),
                Output.of("timers"));
    }

    @Test
    void actorsEndAloneAndTheListenerIsTold() throws Exception {
        assertEquals(
                List.of(
                        "to fragile: SENT",
                        "fragile ended: CRASH, cannot work with zero",
                        "to fragile: NO_TARGET",
                        "to quitter: SENT",
                        "quitter ended: 7",
                        "killed: true, again: false",
                        "waiter ended: KILLED",
                        "steady got the last word",
                        "steady ended: NORMAL",
                        "to steady: SENT"),
                Output.of("crash"));
    }

    @Nested
    class GivenNoSuchExample {
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();

        @Test
        void anUnknownNameIsNamedAndTheListIsPrinted() throws Exception {
            assertEquals(2, run("pongping"));
            assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("there is no example pongping"));
            assertTrue(err.toString(StandardCharsets.UTF_8).contains("blocking, crash, hello, pingpong, timers"));
        }

        @Test
        void noNamePrintsTheList() throws Exception {
            assertEquals(2, run());
            assertTrue(err.toString(StandardCharsets.UTF_8).contains("blocking, crash, hello, pingpong, timers"));
        }

        private int run(String... args) throws Exception {
            return Examples.run(args, new PrintStream(err, true, StandardCharsets.UTF_8));
        }
    }
}
