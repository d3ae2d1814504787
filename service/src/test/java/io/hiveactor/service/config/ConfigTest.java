package io.hiveactor.service.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key of service 13.5 with its default, its bounds, and whether it is cold. */
class ConfigTest {
    /**
     * A line of the rule. {@code low} and {@code high} are the ends of its range, or two other values where it has
     * none; {@code below} and {@code above} are refused; {@code needs} are other keys that the values at the ends need.
     */
    record Line(String key, String value, boolean cold, String below, String low, String high, String above,
            String needs) {
        Map<String, String> with(String text) {
            Map<String, String> texts = new HashMap<>();
            for (String need : needs.isEmpty() ? new String[0] : needs.split(" ")) {
                texts.put(need.substring(0, need.indexOf('=')), need.substring(need.indexOf('=') + 1));
            }
            texts.put(key, text);
            return texts;
        }

        @Override
        public String toString() {
            return key;
        }
    }

    private static Line cold(
            String key, String value, String below, String low, String high, String above, String needs) {
        return new Line(key, value, true, below, low, high, above, needs);
    }

    private static Line cold(String key, String value, String below, String low, String high, String above) {
        return cold(key, value, below, low, high, above, "");
    }

    private static Line hot(
            String key, String value, String below, String low, String high, String above, String needs) {
        return new Line(key, value, false, below, low, high, above, needs);
    }

    private static Line hot(String key, String value, String below, String low, String high, String above) {
        return hot(key, value, below, low, high, above, "");
    }

    static Stream<Line> lines() {
        return Stream.of(
                cold("bind_addr", "127.0.0.1:9410", "127.0.0.1", "127.0.0.1:0", "[::1]:65535", "127.0.0.1:65536"),
                cold("grpc_addr", "127.0.0.1:9411", ":1", "localhost:0", "127.1.2.3:65535", "[::g]:1"),
                cold("metrics_addr", "127.0.0.1:9600", "127.0.0.1:-1", "127.0.0.1:0", "127.0.0.1:65535", "::1:1"),
                cold("max_conns", "1024", "0", "1", "65536", "65537"),
                hot("read_timeout", "5s", "99ms", "100ms", "60s", "60001ms"),
                hot("write_timeout", "5s", "99ms", "100ms", "60s", "60001ms"),
                hot("idle_timeout", "60s", "999ms", "1s", "1h", "61m"),
                hot("op_timeout", "10s", "999ms", "1s", "60s", "61s"),
                hot("drain_deadline", "3s", "999ms", "1s", "5s", "5001ms"),
                cold("console.port", "9977", "-1", "0", "65535", "65536"),
                cold("node.name", HostName.VALUE, "", "n", "n".repeat(128), "n".repeat(129)),
                cold("amnesia.enabled", "false", "no", "true", "true", "yes"),
                cold("tls.enabled", "false", "0", "true", "true", "1", "tls.cert_path=c tls.key_path=k"),
                cold("tls.cert_path", "", "\0", "c", "/d/c", "\0"),
                cold("tls.key_path", "", "\0", "k", "/d/k", "\0"),
                cold("tls.plaintext", "false", "", "true", "true", "TRUE"),
                hot("log.format", "json", "JSON", "text", "text", "xml"),
                hot("log.level", "info", "", "trace", "error", "fatal"),
                cold("limits.max_body_bytes", "1.5MiB", "1023B", "1KiB", "16MiB", "16385KiB",
                        "limits.max_batch_bytes=64MiB"),
                cold("limits.max_batch_bytes", "4MiB", "1572863B", "1.5MiB", "64MiB", "67108865B"),
                hot("limits.inflight_bytes", "256MiB", "15MiB", "16MiB", "64GiB", "65GiB"),
                cold("auth.macaroon_path", "hive-data/keys", "", "k", "/d/k", "\0"),
                cold("auth.audience", "hive", "", "a", "b", "a b"),
                hot("auth.clock_skew", "120s", "-1s", "0s", "300s", "301s"),
                hot("auth.max_ttl", "30d", "59s", "1m", "365d", "366d"),
                hot("auth.admin_ttl", "30d", "59s", "1m", "365d", "366d"),
                cold("mailbox.profile", "macronode", "", "micronode", "micronode", "nano"),
                cold("mailbox.ready_shards", "8", "0", "1", "4096", "4097"),
                cold("mailbox.shard_capacity", "4096", "15", "16", "65536", "65537", "mailbox.global_inflight=65536"),
                hot("mailbox.topic_share", "0.5", "0.009", "0.01", "1", "1.01"),
                hot("mailbox.topic_capacity", "2000000", "0", "1", "1000000000", "1000000001"),
                hot("mailbox.topic_max", "10000", "0", "1", "1000000", "1000001"),
                hot("mailbox.global_inflight", "8192", "4095", "4096", "10000000", "10000001"),
                hot("mailbox.dedup_capacity", "4000000", "999", "1000", "100000000", "100000001"),
                hot("mailbox.dlq_capacity", "1000000", "0", "1", "100000000", "100000001"),
                cold("mailbox.max_waiters", "8192", "0", "1", "65536", "65537"),
                hot("mailbox.visibility_ms_min", "250ms", "0ms", "1ms", "5s", "5001ms"),
                hot("mailbox.default_visibility", "5s", "249ms", "250ms", "12h", "13h", "mailbox.t_replay=7d"),
                hot("mailbox.max_messages", "32", "0", "1", "256", "257"),
                hot("mailbox.max_bytes", "512KiB", "0B", "1B", "4MiB", "4097KiB"),
                hot("mailbox.max_attempts", "5", "0", "1", "1000", "1001"),
                hot("mailbox.t_replay", "300s", "9999ms", "10s", "7d", "169h"),
                hot("mailbox.cap_cache_ttl", "30s", "4s", "5s", "120s", "121s"),
                hot("mailbox.backoff_base", "200ms", "0ms", "1ms", "1h", "61m", "mailbox.backoff_max=12h"),
                hot("mailbox.backoff_max", "60s", "199ms", "200ms", "12h", "13h"),
                hot("mailbox.reorder_max", "32", "-1", "0", "1024", "1025"),
                hot("retention.ready_seconds", "7d", "59s", "1m", "365d", "366d"),
                hot("retention.dlq_seconds", "14d", "59s", "1m", "365d", "366d"),
                hot("retention.inflight_factor", "10", "0", "1", "10000", "10001"),
                cold("store.data_dir", "hive-data", "", "d", "/d/e", "\0"),
                cold("store.url", "", "x", "jdbc:postgresql:a", "jdbc:postgresql://h/b", "jdbc:sqlite:x"),
                hot("store.batch_ops", "1024", "0", "1", "8192", "8193"),
                hot("store.batch_bytes", "4MiB", "1023KiB", "1MiB", "64MiB", "65MiB"),
                hot("store.max_bytes", "8GiB", "16383KiB", "16MiB", "9000GiB", "8.0000000001GiB"),
                hot("store.min_free", "256MiB", "16383KiB", "16MiB", "9000GiB", "1"),
                hot("store.scrub_period", "24h", "59s", "1m", "30d", "31d"),
                hot("store.poll", "500ms", "9ms", "10ms", "5s", "5001ms"));
    }

    @Test
    void theTableHasTheKeysOfTheRuleAndNoOther() {
        assertEquals(lines().map(Line::key).toList(), Keys.all().stream().map(Key::name).toList());
        assertEquals(lines().filter(Line::cold).map(Line::key).collect(Collectors.toSet()),
                Keys.all().stream().filter(Key::cold).map(Key::name).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void aKeyHasItsDefault(Line line) throws ReflectiveOperationException {
        assertEquals(parsed(line, line.value), accessor(ServiceConfig.defaults(), line.key));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void bothEndsOfTheRangeAreAllowedAndReachTheAccessorOfTheKeyAlone(Line line) throws ReflectiveOperationException {
        for (String end : List.of(line.low, line.high)) {
            Map<String, String> texts = line.with(end);
            ServiceConfig config = ServiceConfig.of(texts);
            assertEquals(parsed(line, end), accessor(config, line.key));
            Set<String> follow = new HashSet<>(texts.keySet());
            follow.addAll(Map.of("mailbox.profile", Set.of("amnesia.enabled"), "store.data_dir",
                    Set.of("auth.macaroon_path")).getOrDefault(line.key, Set.of()));
            for (Line other : lines().filter(each -> !follow.contains(each.key)).toList()) {
                assertEquals(parsed(other, other.value), accessor(config, other.key), other.key);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("lines")
    void valuesOutsideTheRangeAreRefusedWithTheKeyAndWhatItMustBe(Line line) {
        for (String outside : List.of(line.below, line.above)) {
            String message = assertThrows(ConfigException.class, () -> ServiceConfig.of(line.with(outside)), outside)
                    .getMessage();
            assertTrue(message.startsWith("hive service: " + line.key + " = "), message);
            assertTrue(message.contains(": must be "), message);
            assertEquals(1, message.lines().count());
        }
    }

    @Test
    void eachKeyHasAVariableOfItsOwn() {
        Set<String> variables = Keys.all().stream().map(Key::variable).collect(Collectors.toSet());
        assertEquals(Keys.all().size(), variables.size());
        assertTrue(variables.contains("HIVE_BIND_ADDR"));
        assertTrue(variables.contains("HIVE_MAILBOX_VISIBILITY_MS_MIN"));
    }

    @Test
    void messagesHaveTheFormOfTheRule() {
        assertMessage("hive service: mailbox.backoff_max = 50ms: must be 200ms (mailbox.backoff_base) to 12h",
                Map.of("mailbox.backoff_max", "50ms"));
        assertMessage("hive service: mailbox.t_replay = 5m: must be 20m (2 x mailbox.default_visibility) to 7d",
                Map.of("mailbox.default_visibility", "10m"));
        assertMessage("hive service: mailbox.default_visibility = 100ms: must be 250ms (mailbox.visibility_ms_min)"
                + " to 12h", Map.of("mailbox.default_visibility", "100ms"));
        assertMessage("hive service: mailbox.max_attempts = many: must be a whole number, 1 to 1000",
                Map.of("mailbox.max_attempts", "many"));
        assertMessage("hive service: log.level = loud: must be one of trace, debug, info, warn, error",
                Map.of("log.level", "loud"));
        assertMessage("hive service: store.min_free = 1MiB: must be at least 16MiB", Map.of("store.min_free", "1MiB"));
        assertMessage("hive service: store.url = (hidden): must be empty or a jdbc:postgresql: URL",
                Map.of("store.url", "jdbc:mysql://user:secret@host"));
    }

    private static void assertMessage(String message, Map<String, String> texts) {
        assertEquals(message, assertThrows(ConfigException.class, () -> ServiceConfig.of(texts)).getMessage());
    }

    @Test
    void amnesiaFollowsTheProfileUnlessItIsSet() {
        assertTrue(ServiceConfig.of(Map.of("mailbox.profile", "micronode")).amnesiaEnabled());
        assertEquals(false, ServiceConfig.of(
                Map.of("mailbox.profile", "micronode", "amnesia.enabled", "false")).amnesiaEnabled());
        assertMessage("hive service: amnesia.enabled = true: must be false with store.url",
                Map.of("mailbox.profile", "micronode", "store.url", "jdbc:postgresql:x"));
    }

    @Test
    void theKeyFileFollowsTheDataFolder() {
        assertEquals("/d/keys", ServiceConfig.of(Map.of("store.data_dir", "/d")).auth().macaroonPath().toString());
    }

    @Test
    void everyListenerNeedsTlsOutsideOfLoopback() {
        for (String key : List.of("bind_addr", "grpc_addr", "metrics_addr")) {
            assertMessage("hive service: " + key + " = 0.0.0.0:80: must be a loopback address unless tls.enabled or"
                    + " tls.plaintext is true", Map.of(key, "0.0.0.0:80"));
            assertEquals("0.0.0.0",
                    addressOf(ServiceConfig.of(Map.of(key, "0.0.0.0:80", "tls.plaintext", "true")), key));
            assertEquals("0.0.0.0", addressOf(ServiceConfig.of(Map.of(key, "0.0.0.0:80", "tls.enabled", "true",
                    "tls.cert_path", "c", "tls.key_path", "k")), key));
        }
    }

    private static String addressOf(ServiceConfig config, String key) {
        return switch (key) {
            case "bind_addr" -> config.bindAddr().host();
            case "grpc_addr" -> config.grpcAddr().host();
            default -> config.metricsAddr().host();
        };
    }

    @Test
    void tlsNeedsCertificateAndKey() {
        assertMessage("hive service: tls.key_path = \"\": must be the path of a file with tls.enabled",
                Map.of("tls.enabled", "true", "tls.cert_path", "c"));
    }

    @Test
    void helpAndGuideNameEachKeyOnce() {
        for (String help : List.of(ConfigHelp.text(), ConfigHelp.markdown())) {
            for (Key<?> key : Keys.all()) {
                assertEquals(1, count(help, "(--|\\| `)" + key.name().replace(".", "\\.") + "[ `]"), key.name());
                assertTrue(help.contains(key.meaning()), key.name());
            }
        }
        assertTrue(ConfigHelp.text().contains("--mailbox.t_replay 300s  (2 x mailbox.default_visibility to 7d)"));
    }

    private static int count(String text, String pattern) {
        return text.split(pattern, -1).length - 1;
    }

    @Test
    void noSecretIsShownByAStore() {
        var store = ServiceConfig.of(Map.of("store.url", "jdbc:postgresql://h/d?password=secret")).store();
        assertTrue(!store.toString().contains("secret"), store.toString());
    }

    private static Object parsed(Line line, String text) {
        return Keys.named(line.key).type().parse(text);
    }

    /** Calls {@code mailbox().visibilityMsMin()} for {@code mailbox.visibility_ms_min}. */
    private static Object accessor(ServiceConfig config, String key) throws ReflectiveOperationException {
        Set<String> flat = Set.of("console.port", "node.name", "amnesia.enabled");
        List<String> path = new ArrayList<>(List.of(flat.contains(key) ? key.replace('.', '_') : key));
        Object from = config;
        int dot = path.getFirst().indexOf('.');
        if (dot >= 0) {
            from = ServiceConfig.class.getMethod(key.substring(0, dot)).invoke(config);
        }
        String[] words = path.getFirst().substring(dot + 1).split("_");
        StringBuilder name = new StringBuilder(words[0]);
        for (String word : List.of(words).subList(1, words.length)) {
            name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        return from.getClass().getMethod(name.toString()).invoke(from);
    }

    @Test
    void groupsHaveNoAccessorWithoutAKey() {
        Set<String> groups = new TreeSet<>();
        int components = 0;
        for (Class<?> each : ServiceConfig.class.getDeclaredClasses()) {
            if (each.isRecord() && each != ServiceConfig.Reloaded.class) {
                groups.add(each.getSimpleName());
                components += each.getRecordComponents().length;
            }
        }
        assertEquals(7, groups.size());
        assertEquals(Keys.all().size(), components + 12);
    }
}
