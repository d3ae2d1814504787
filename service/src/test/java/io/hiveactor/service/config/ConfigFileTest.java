package io.hiveactor.service.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading {@code service.toml}, service 13.4. */
class ConfigFileTest {
    private static ServiceConfig parse(String text) {
        ConfigFile file = ConfigFile.parse("f", text.getBytes(UTF_8));
        return new ServiceConfig(file.values(), file.rules());
    }

    private static String refused(String text) {
        return assertThrows(ConfigException.class, () -> parse(text), text).getMessage();
    }

    @Test
    void allKindsOfValuesAreReadFromTablesAndDottedNames() {
        var config = parse("""
                bind_addr = "127.0.0.1:1"   # a comment
                tls.plaintext = true
                amnesia.enabled = true
                "mailbox.max_bytes" = "1.5MiB"
                [mailbox]
                topic_share = 0.25
                backoff_base = "1.5s"
                profile = "micronode"
                topic_capacity = 1_000
                [log]
                level = "debug"
                """);
        assertEquals(new Address("127.0.0.1", 1), config.bindAddr());
        assertTrue(config.tls().plaintext() && config.amnesiaEnabled());
        assertEquals(1_572_864, config.mailbox().maxBytes());
        assertEquals(0.25, config.mailbox().topicShare());
        assertEquals(1_500, config.mailbox().backoffBase().toMillis());
        assertEquals(Profile.MICRONODE, config.mailbox().profile());
        assertEquals(1_000, config.mailbox().topicCapacity());
        assertEquals(LogLevel.DEBUG, config.log().level());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', value = {
        "max_conns = \"5\" ~ max_conns = 5: must be a whole number, 1 to 65536",
        "max_conns = 1.0 ~ max_conns = 1.0: must be a whole number, 1 to 65536",
        "max_conns = [1] ~ max_conns = [1]: must be a whole number, 1 to 65536",
        "max_conns = 99999999999999999999 ~ max_conns = 99999999999999999999: must be a whole number, 1 to 65536",
        "mailbox.topic_share = nan ~ mailbox.topic_share = \"NaN\": must be a number such as 0.5, 0.01 to 1",
        "tls.enabled = 1 ~ tls.enabled = 1: must be true or false",
        "op_timeout = 5 ~ op_timeout = 5: must be a duration such as 250ms, 5s, 10m, 24h or 7d, 1s to 1m",
        "op_timeout = \"2m\" ~ op_timeout = 2m: must be 1s to 1m",
        "none = 1 ~ none: unknown key",
        "mailbox.none = 1 ~ mailbox.none: unknown key",
        "mailbox = 1 ~ mailbox: unknown key",
        "max_conns.a = 1 ~ max_conns = {\"a\":1}: must be a whole number, 1 to 65536",
        "accept-loss = true ~ accept-loss: unknown key",
        "topic = 1 ~ topic: must be tables [[topic]]",
        "topic = [1] ~ topic 1: must be a table [[topic]]",
    })
    void aWrongLineIsRefusedWithItsKey(String text, String message) {
        assertEquals("hive service: " + message, refused(text));
    }

    @Test
    void aKeyThatIsSetTwiceIsRefused() {
        assertTrue(refused("max_conns = 1\nmax_conns = 2").startsWith("hive service: f line 2: "));
        assertEquals("hive service: mailbox.max_attempts: set twice",
                refused("\"mailbox.max_attempts\" = 1\n[mailbox]\nmax_attempts = 1"));
    }

    @Test
    void whatIsNotTomlIsRefusedWithItsLine() {
        assertTrue(refused("max_conns = 1\n= 2").startsWith("hive service: f line 2: "));
        assertEquals("hive service: f: not UTF-8", assertThrows(ConfigException.class,
                () -> ConfigFile.parse("f", new byte[] {(byte) 0xff})).getMessage());
        assertEquals("hive service: f: larger than 1MiB", assertThrows(ConfigException.class,
                () -> ConfigFile.parse("f", new byte[(1 << 20) + 1])).getMessage());
    }

    @Test
    void deepNestingIsRefused() {
        for (String deep : List.of("a = " + "[".repeat(100_000), "a" + ".a".repeat(100_000) + " = 1",
                "[" + "a.".repeat(100_000) + "a]", "a = " + "{a=".repeat(100_000))) {
            assertTrue(refused(deep).length() < 1_000);
        }
    }

    @Test
    @Timeout(120)
    void randomBytesAndDamagedFilesGiveOnlyConfigExceptions() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] valid = """
                max_conns = 12
                bind_addr = "127.0.0.1:1"
                [mailbox]
                topic_share = 0.25
                t_replay = "1h"
                [store]
                max_bytes = "9GiB"
                [[topic]]
                match = "orders.*"
                class = "orders"
                capacity = 5
                """.getBytes(UTF_8);
        int refused = 0;
        int accepted = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = round % 4 == 0 ? randomBytes(random) : damaged(valid, random);
            try {
                ConfigFile file = ConfigFile.parse("fuzz", bytes);
                assertTrue(new ServiceConfig(file.values(), file.rules()).maxConns() > 0);
                accepted++;
            } catch (ConfigException wrong) {
                assertEquals(1, wrong.getMessage().lines().count(), wrong.getMessage());
                refused++;
            } catch (Throwable other) {
                throw new AssertionError("seed " + seed + " round " + round + ": " + new String(bytes, UTF_8), other);
            }
        }
        assertTrue(refused > 1_000 && accepted > 100, "refused " + refused + ", accepted " + accepted);
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            String letters = "abcx_.=\"'[]{}#,\n\r\t 0123456789-+e\\u:TZ";
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) letters.charAt(random.nextInt(letters.length()));
            }
        }
        return bytes;
    }

    private static byte[] damaged(byte[] valid, Random random) {
        byte[] bytes = valid.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int replacement = random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(128);
            bytes[random.nextInt(bytes.length)] = (byte) replacement;
        }
        return bytes;
    }

    @Test
    @Timeout(60)
    void randomArgumentsAndVariablesGiveOnlyConfigExceptions() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Key<?>> keys = List.copyOf(Keys.all());
        for (int round = 0; round < 20_000; round++) {
            Key<?> key = keys.get(random.nextInt(keys.size()));
            String text = new String(randomBytes(random), UTF_8);
            String argument = random.nextInt(10) == 0 ? text : "--" + key.name() + "=" + text;
            try {
                var source = ConfigSource.of(List.of(argument), Map.of(key.variable(), text));
                assertEquals(argument.equals("--accept-loss"), source.acceptLoss());
            } catch (ConfigException wrong) {
                assertEquals(1, wrong.getMessage().lines().count(), wrong.getMessage());
            } catch (Throwable other) {
                throw new AssertionError("seed " + seed + " round " + round + ": " + argument, other);
            }
        }
    }
}
