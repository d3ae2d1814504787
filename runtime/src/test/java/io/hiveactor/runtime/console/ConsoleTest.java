package io.hiveactor.runtime.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import java.io.IOException;
import java.net.Socket;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
/** What a console says. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // an interrupt does not end a write to a socket
class ConsoleTest {
    private final TestConsole console = new TestConsole(0, TestConsole.LONG);

    @AfterEach
    void close() {
        console.close();
    }

    @Nested
    class GivenARequest {
        @Test
        void topGivesAScreen() throws IOException {
            assertEquals(Views.screen(Views.calm(), Sort.NAME, 10, 60), console.ask("top name 10 60"));
        }

        @Test
        void snapshotAndDiagnosisGiveWhatTheHiveSays() throws IOException {
            assertEquals(Views.calm().toJson() + "\n", console.ask("snapshot"));
            assertEquals(Diagnosis.of(Views.stuck()) + "\n", console.ask("diagnosis"));
        }

        @Test
        void aRequestMayEndAsTelnetEndsItOrWithTheConnection() throws IOException {
            assertEquals(console.ask("diagnosis"), console.ask("  diagnosis \r"));
            try (Socket client = console.connect()) {
                TestConsole.say(client, "diagnosis");
                client.shutdownOutput();
                assertEquals(console.ask("diagnosis"), TestConsole.all(client));
            }
        }

        @Test
        void oneClientIsServedAfterTheOther() throws IOException {
            try (Socket first = console.connect(); Socket second = console.connect()) {
                TestConsole.say(first, "dia");
                TestConsole.say(second, "snapshot\n");
                TestConsole.say(first, "gnosis\n");
                assertEquals(Diagnosis.of(Views.stuck()) + "\n", TestConsole.all(first));
                assertEquals(Views.calm().toJson() + "\n", TestConsole.all(second));
            }
        }

        @Test
        void whatIsUnknownIsSaidInOneLine() throws IOException {
            assertEquals("error: unknown request GET; there are: top SORT ROWS COLUMNS, snapshot, diagnosis\n",
                    console.ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r"));
            assertEquals("error: unknown request ?[2J; there are: top SORT ROWS COLUMNS, snapshot, diagnosis\n",
                    console.ask("\u001b[2J"));
        }

        @Test
        void aTopThatMakesNoSenseIsRefused() throws IOException {
            for (String bad : List.of("top", "top x 1 1", "top name 0 1", "top name 1", "top name 1 -1",
                    "top name 1 1 1", "top name 1 99999999999")) {
                assertEquals("error: top needs SORT ROWS COLUMNS, for instance: top depth 24 80; sorts: "
                        + "depth, age, wait, slots, name, shard\n", console.ask(bad), bad);
            }
        }

        @Test
        void aLineThatIsTooLongIsRefusedHoweverMuchComes() throws IOException {
            String tooLong = "error: a request is one line of at most 1024 bytes\n";
            assertEquals(tooLong, console.ask("x".repeat(1025)));
            assertEquals(tooLong, console.ask("x".repeat(8 << 20)));
            assertTrue(console.ask("x".repeat(1024)).startsWith("error: unknown request xxx"));
        }
    }

    @Nested
    class GivenAnAnswerThatCouldDoHarm {
        @Test
        void whatATerminalObeysIsTakenOut() throws IOException {
            HiveSnapshot rude = Views.hive(Views.shard(0, Views.ready("\u001b[2J\u202e", 1)));
            console.hive.set(() -> rude);
            console.diagnosis.set(() -> Diagnosis.of(rude));
            assertTrue(console.ask("diagnosis").contains("?[2J?#1"), console.ask("diagnosis"));
            assertTrue(console.ask("snapshot").contains("\\u001b[2J?"), console.ask("snapshot"));
        }

        @Test
        void aSnapshotOfTooManyActorsIsRefused() throws IOException {
            List<ActorView> many = Collections.nCopies(50_001, Views.ready("a", 1));
            console.hive.set(() -> Views.hive(Views.shard(0, many.toArray(ActorView[]::new))));
            assertEquals("error: a hive of 50001 actors is too large for this; ask for top or diagnosis\n",
                    console.ask("snapshot"));
        }

        @Test
        void oneThatIsTooLongIsRefused() throws IOException {
            console.hive.set(() -> Views.hive(Views.shard(0, Views.ready("x".repeat(33 << 20), 1))));
            assertTrue(console.ask("snapshot").startsWith("error: the answer is too long: "));
        }
    }

    @Nested
    class GivenAHiveThatCannotBeLookedAt {
        @Test
        void theReasonIsTheAnswerAndTheConsoleGoesOn() throws IOException {
            console.hive.set(() -> {
                throw new IllegalStateException("two\nlines");
            });
            String why = "error: the hive could not be looked at: java.lang.IllegalStateException: two?lines\n";
            assertEquals(why, console.ask("snapshot"));
            assertEquals(why, console.ask("top depth 24 80"));
            console.hive.set(Views::calm);
            assertTrue(console.answersCalmly());
        }
    }

    @Nested
    class GivenASuspicion {
        @Test
        void aDeadlockIsShownIfTheDiagnosisConfirmsIt() throws IOException {
            console.hive.set(Views::stuck);
            assertTrue(console.ask("top name 24 80").startsWith("DEADLOCK: 2 actors: a#1, b#2\n"));
        }

        @Test
        void itIsNotShownIfTheDiagnosisDoesNot() throws IOException {
            console.hive.set(Views::stuck);
            console.diagnosis.set(() -> new Diagnosis(Views.stuck(), List.of(), List.of()));
            assertTrue(console.ask("top name 24 80").startsWith("hive orders"));
        }
    }
}
