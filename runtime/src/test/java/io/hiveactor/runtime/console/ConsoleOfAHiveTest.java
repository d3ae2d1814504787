package io.hiveactor.runtime.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hive has a console while it lives, if the property says so, and otherwise none. */
@Timeout(30)
class ConsoleOfAHiveTest {
    private final int port = freePort();

    private static int freePort() {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return taken.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void forget() {
        System.clearProperty(Console.PROPERTY);
    }

    private static Hive start() {
        return Hive.start(HiveConfig.builder().name("seen").shards(1).build());
    }

    private void isRefused() {
        assertThrows(ConnectException.class, () -> assertEquals("", TestConsole.ask(port, "diagnosis")));
    }

    @Test
    void withThePropertyItAnswersUntilTheHiveIsClosed() throws IOException {
        System.setProperty(Console.PROPERTY, String.valueOf(port));
        try (Hive hive = start()) {
            assertEquals("No deadlock. (hive seen)\n", TestConsole.ask(port, "diagnosis"), hive::toString);
            assertTrue(TestConsole.ask(port, "snapshot").startsWith("{\"hive\":\"seen\""));
        }
        isRefused();
    }

    @Test
    void withoutItThereIsNoPort() {
        try (Hive hive = start()) {
            isRefused();
            assertTrue(Thread.getAllStackTraces().keySet().stream().noneMatch(each -> each.getName().endsWith("-console")),
                    hive::toString);
        }
    }
}
