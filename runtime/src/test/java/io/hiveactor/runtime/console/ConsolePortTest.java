package io.hiveactor.runtime.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
/** The port of a console, and who comes there. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // an interrupt does not end a write to a socket
class ConsolePortTest {
    private TestConsole console = new TestConsole(0, TestConsole.LONG);

    /** Instead of the one that is open: with little patience. */
    private void reopen() {
        console.close();
        console = new TestConsole(0, TestConsole.SHORT);
    }

    @AfterEach
    void close() {
        console.close();
    }

    @Nested
    class GivenABadClient {
        @Test
        void oneThatSaysNothingIsHungUpOn() throws IOException {
            reopen();
            try (Socket silent = console.connect()) {
                assertTrue(console.answersCalmly());
                assertEquals("error: no request came in time\n", TestConsole.all(silent));
            }
        }

        @Test
        void oneThatDoesNotReadIsHungUpOn() throws IOException {
            reopen();
            var huge = Views.hive(Views.shard(0, Views.ready("x".repeat(30 << 20), 1))); // more than the sockets buffer
            console.hive.set(() -> huge);
            try (Socket deaf = console.connect()) {
                TestConsole.say(deaf, "snapshot\n");
                assertEquals(Diagnosis.of(Views.stuck()) + "\n", console.ask("diagnosis"));
            }
        }

        @Test
        void oneWhomItFailsToServeIsNotTheLast() throws IOException {
            console.close();
            console = new TestConsole(0, Duration.ofSeconds(Long.MAX_VALUE)); // of no nanoseconds that fit into a long
            for (int i = 0; i < 3; i++) {
                try (Socket client = console.connect()) {
                    assertEquals("", TestConsole.all(client));
                }
            }
        }

        @Test
        void oneThatTalksForEverIsHungUpOn() throws IOException {
            byte[] talk = new byte[1 << 16];
            try (Socket talker = console.connect()) {
                assertThrows(IOException.class, () -> {
                    while (true) {
                        talker.getOutputStream().write(talk);
                    }
                });
            }
        }

        @Test
        void oneThatGoesAwayHurtsNobody() throws IOException {
            for (int i = 0; i < 5; i++) {
                Socket rude = console.connect();
                rude.setSoLinger(true, 0); // a reset
                rude.close();
            }
            assertTrue(console.answersCalmly());
        }
    }

    @Nested
    class GivenItsPort {
        @Test
        void itIsOfTheLoopbackAddressAlone() {
            assertTrue(console.address().getAddress().isLoopbackAddress(), console.address()::toString);
        }

        @Test
        void aPortThatIsTakenIsRefusedByItsNumber() {
            var refused = assertThrows(UncheckedIOException.class,
                    () -> Console.open(console.port(), "other", Views::calm, () -> Diagnosis.of(Views.calm())).close());
            assertEquals("the console of hive other cannot listen on port " + console.port(), refused.getMessage());
        }

        @Test
        void aBadPortIsRefusedWithItsValue() {
            assertEquals(0, Console.portOf("0"));
            assertEquals(65_535, Console.portOf(" 65535 "));
            for (String bad : List.of("", "x", "-1", "65536", "9977x", "99999999999")) {
                var refused = assertThrows(IllegalArgumentException.class, () -> assertEquals(0, Console.portOf(bad)));
                assertEquals("the port of a console (hive.console) must be 0 to 65535: " + bad, refused.getMessage());
            }
        }
    }

    @Nested
    class WhenItIsClosed {
        private static boolean runs(String thread) {
            return Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals(thread));
        }

        @Test
        void thePortIsFreeAndTheThreadHasEnded() throws IOException {
            assertTrue(console.answersCalmly());
            assertTrue(runs("orders-console"));
            int port = console.port();
            console.close();
            assertFalse(runs("orders-console"));
            assertThrows(ConnectException.class, () -> assertEquals("", TestConsole.ask(port, "diagnosis")));
            console = new TestConsole(port, TestConsole.LONG);
            assertTrue(console.answersCalmly());
        }

        @Test
        void aClientThatSaysNothingDoesNotHoldItUp() throws IOException {
            try (Socket silent = console.connect(); Socket waiting = console.connect()) {
                console.close();
                assertFalse(runs("orders-console"));
                assertTrue(silent.isConnected() && waiting.isConnected());
            }
        }

        @Test
        void aHiveThatDoesNotAnswerIsInterrupted() throws IOException, InterruptedException {
            var entered = new CountDownLatch(1);
            console.hive.set(() -> {
                entered.countDown();
                return never();
            });
            try (Socket client = console.connect()) {
                TestConsole.say(client, "snapshot\n");
                assertTrue(entered.await(10, TimeUnit.SECONDS));
                console.close();
                assertFalse(runs("orders-console"));
            }
        }

        private HiveSnapshot never() {
            try {
                boolean came = new CountDownLatch(1).await(20, TimeUnit.SECONDS);
                throw new IllegalStateException("came: " + came);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        @Test
        void closingItAgainDoesNothing() {
            console.close();
            console.close();
            assertFalse(runs("orders-console"));
        }
    }
}
