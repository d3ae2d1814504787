package io.hiveactor.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources and their precedence, service 13.4 and 16.20. */
class ConfigSourceTest {
    @TempDir
    private Path folder;

    private ServiceConfig load(Map<String, String> environment, String... arguments) {
        return ConfigSource.of(List.of(arguments), environment).load();
    }

    private String refused(Map<String, String> environment, String... arguments) {
        return assertThrows(ConfigException.class, () -> load(environment, arguments)).getMessage();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void argumentsOverrideTheEnvironmentWhichOverridesTheFileWhichOverridesTheDefaults() throws IOException {
        String file = file("f.toml", """
                max_conns = 7
                [mailbox]
                max_attempts = 7
                ready_shards = 7
                """).toString();
        var config = load(Map.of("HIVE_MAILBOX_MAX_ATTEMPTS", "8", "HIVE_MAILBOX_READY_SHARDS", "8"),
                "--config", file, "--mailbox.ready_shards", "9");

        assertEquals(9, config.mailbox().readyShards());
        assertEquals(8, config.mailbox().maxAttempts());
        assertEquals(7, config.maxConns());
        assertEquals(32, config.mailbox().maxMessages());
    }

    @Test
    void theFileOfTheDataFolderIsReadIfItExists() throws IOException {
        assertEquals(5, load(Map.of(), "--store.data_dir", folder.toString()).mailbox().maxAttempts());

        Path standard = file("service.toml", "mailbox.max_attempts = 9");
        assertEquals(9, load(Map.of(), "--store.data_dir=" + folder).mailbox().maxAttempts());
        assertEquals(9, load(Map.of("HIVE_STORE_DATA_DIR", folder.toString())).mailbox().maxAttempts());

        String named = file("other.toml", "max_conns = 3").toString();
        var config = load(Map.of(), "--store.data_dir", folder.toString(), "--config", named);
        assertEquals(5, config.mailbox().maxAttempts(), standard + " must not be read beside --config");
        assertEquals(3, config.maxConns());
    }

    @Test
    void aNamedFileMustExist() {
        String missing = folder.resolve("none.toml").toString();
        assertEquals("hive service: " + missing + ": does not exist", refused(Map.of(), "--config", missing));
        String message = refused(Map.of(), "--config", folder.toString());
        assertTrue(message.startsWith("hive service: " + folder + ": cannot be read: "), message);
    }

    @Test
    void onlyKnownVariablesAreRead() {
        var config = load(Map.of("HIVE_MAILBOX_NONE", "1", "HIVE_CAP", "x", "hive_max_conns", "2"),
                "--store.data_dir", folder.toString());
        assertEquals(1024, config.maxConns());
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertEquals("hive service: --mailbox.none: unknown key", refused(Map.of(), "--mailbox.none", "1"));
        assertEquals("hive service: --none: unknown key", refused(Map.of(), "--none"));
        assertEquals("hive service: --max_conns: value missing", refused(Map.of(), "--max_conns"));
        assertEquals("hive service: --max_conns: value missing", refused(Map.of(), "--max_conns", "--accept-loss"));
        assertEquals("hive service: --max_conns: set twice", refused(Map.of(), "--max_conns", "1", "--max_conns=1"));
        assertEquals("hive service: --config: set twice", refused(Map.of(), "--config", "a", "--config", "b"));
        assertEquals("hive service: start: unexpected argument", refused(Map.of(), "start"));
        assertEquals("hive service: max_conns = a?b: must be a whole number, 1 to 65536",
                refused(Map.of(), "--max_conns", "a\nb"));
        assertEquals("hive service: read_timeout = 5: must be a duration such as 250ms, 5s, 10m, 24h or 7d,"
                + " 100ms to 1m", refused(Map.of("HIVE_READ_TIMEOUT", "5")));
    }

    @Test
    void acceptLossIsAFlagOfTheStartAndNoKey() {
        assertTrue(ConfigSource.of(List.of("--accept-loss", "--max_conns", "5"), Map.of()).acceptLoss());
        assertFalse(ConfigSource.of(List.of(), Map.of("HIVE_ACCEPT_LOSS", "true")).acceptLoss());
    }

    @Test
    void loadingAgainReadsTheFileAgain() throws IOException {
        var source = ConfigSource.of(List.of("--store.data_dir", folder.toString(), "--op_timeout", "9s"), Map.of());
        ServiceConfig before = source.load();
        Path written = file("service.toml", "op_timeout = \"2s\"\nidle_timeout = \"2s\"");

        ServiceConfig after = source.load();

        assertEquals(Duration.ofSeconds(60), before.idleTimeout());
        assertEquals(Duration.ofSeconds(2), after.idleTimeout(), written.toString());
        assertEquals(Duration.ofSeconds(9), after.opTimeout());
    }
}
