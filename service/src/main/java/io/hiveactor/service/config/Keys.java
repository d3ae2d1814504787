package io.hiveactor.service.config;

import static io.hiveactor.service.config.ValueLimits.any;
import static io.hiveactor.service.config.ValueLimits.matching;
import static io.hiveactor.service.config.ValueType.ADDRESS;
import static io.hiveactor.service.config.ValueType.COUNT;
import static io.hiveactor.service.config.ValueType.DURATION;
import static io.hiveactor.service.config.ValueType.FLAG;
import static io.hiveactor.service.config.ValueType.FRACTION;
import static io.hiveactor.service.config.ValueType.LONG_COUNT;
import static io.hiveactor.service.config.ValueType.PATH;
import static io.hiveactor.service.config.ValueType.SECRET_TEXT;
import static io.hiveactor.service.config.ValueType.SIZE;
import static io.hiveactor.service.config.ValueType.TEXT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The table of all keys: name, type, default, limits, cold or hot, meaning. There is no other list of them.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Keys {
    private static final Map<String, Key<?>> TABLE = new LinkedHashMap<>();

    static final Key<Address> BIND_ADDR = cold("bind_addr", ADDRESS, "127.0.0.1:9410",
            any(), "address of the HTTP listener");
    static final Key<Address> GRPC_ADDR = cold("grpc_addr", ADDRESS, "127.0.0.1:9411",
            any(), "address of the gRPC listener");
    static final Key<Address> METRICS_ADDR = cold("metrics_addr", ADDRESS, "127.0.0.1:9600",
            any(), "address of the listener for metrics and health");
    static final Key<Integer> MAX_CONNS = cold("max_conns", COUNT, "1024",
            range(COUNT, "1", "65536"), "open connections; more are closed at accept");
    static final Key<Duration> READ_TIMEOUT = hot("read_timeout", DURATION, "5s",
            range(DURATION, "100ms", "60s"), "time for a request to arrive as a whole");
    static final Key<Duration> WRITE_TIMEOUT = hot("write_timeout", DURATION, "5s",
            range(DURATION, "100ms", "60s"), "time a client may read nothing of its response");
    static final Key<Duration> IDLE_TIMEOUT = hot("idle_timeout", DURATION, "60s",
            range(DURATION, "1s", "1h"), "time a connection may be idle");
    static final Key<Duration> OP_TIMEOUT = hot("op_timeout", DURATION, "10s",
            range(DURATION, "1s", "60s"), "time for an operation, in addition to wait_ms");
    static final Key<Duration> DRAIN_DEADLINE = hot("drain_deadline", DURATION, "3s",
            range(DURATION, "1s", "5s"), "time for open requests at shutdown");
    static final Key<Integer> CONSOLE_PORT = cold("console.port", COUNT, "9977",
            range(COUNT, "0", "65535"), "loopback port for ./hive top; 0 turns it off");
    static final Key<String> NODE_NAME = add(new Key<>("node.name", TEXT, all -> HostName.VALUE, "host name", name(),
            true, "name of this node, for node caveats"));
    static final Key<Boolean> AMNESIA_ENABLED = add(new Key<>("amnesia.enabled", FLAG,
            all -> all.get(named("mailbox.profile")) == Profile.MICRONODE, "true for micronode", any(), true,
            "keep everything in memory and write no file"));

    static final Key<Boolean> TLS_ENABLED = cold("tls.enabled", FLAG, "false", any(), "TLS on all listeners");
    static final Key<Path> TLS_CERT_PATH = cold("tls.cert_path", PATH, "",
            any(), "PEM file of the certificate chain");
    static final Key<Path> TLS_KEY_PATH = cold("tls.key_path", PATH, "", any(), "PEM file of the private key");
    static final Key<Boolean> TLS_PLAINTEXT = cold("tls.plaintext", FLAG, "false",
            any(), "allow addresses other than loopback without TLS");

    static final Key<LogFormat> LOG_FORMAT = hot("log.format", ValueType.word(LogFormat.class), "json",
            any(), "form of a log line");
    static final Key<LogLevel> LOG_LEVEL = hot("log.level", ValueType.word(LogLevel.class), "info",
            any(), "least important level that is logged");

    static final Key<Long> MAX_BODY_BYTES = cold("limits.max_body_bytes", SIZE, "1.5MiB",
            range(SIZE, "1KiB", "16MiB"), "largest body of a request");
    static final Key<Long> MAX_BATCH_BYTES = cold("limits.max_batch_bytes", SIZE, "4MiB",
            range(SIZE, of(SIZE, "limits.max_body_bytes"), fixed(SIZE, "64MiB")),
            "largest body of a batch request");
    static final Key<Long> INFLIGHT_BYTES = hot("limits.inflight_bytes", SIZE, "256MiB",
            range(SIZE, "16MiB", "64GiB"), "bytes of all bodies in memory");

    static final Key<Path> MACAROON_PATH = add(new Key<>("auth.macaroon_path", PATH,
            all -> all.get(dataDir()).resolve("keys"), "store.data_dir/keys", notEmpty(), true,
            "file of the root keys"));
    static final Key<String> AUDIENCE = cold("auth.audience", TEXT, "hive", name(), "value that aud caveats must have");
    static final Key<Duration> CLOCK_SKEW = hot("auth.clock_skew", DURATION, "120s",
            range(DURATION, "0ms", "300s"), "tolerance of time > caveats");
    static final Key<Duration> MAX_TTL = hot("auth.max_ttl", DURATION, "30d",
            range(DURATION, "1m", "365d"), "longest validity of a minted capability");
    static final Key<Duration> ADMIN_TTL = hot("auth.admin_ttl", DURATION, "30d",
            range(DURATION, "1m", "365d"), "validity of the admin capability of the first start");

    static final Key<Profile> PROFILE = cold("mailbox.profile", ValueType.word(Profile.class), "macronode",
            any(), "kind of node; micronode turns amnesia.enabled on");
    static final Key<Integer> READY_SHARDS = cold("mailbox.ready_shards", COUNT, "8",
            range(COUNT, "1", "4096"), "shards, equal on all nodes of a store");
    static final Key<Integer> SHARD_CAPACITY = cold("mailbox.shard_capacity", COUNT, "4096",
            range(COUNT, "16", "65536"), "operations waiting in one shard");
    static final Key<Double> TOPIC_SHARE = hot("mailbox.topic_share", FRACTION, "0.5",
            range(FRACTION, "0.01", "1"), "part of a shard's operations that one topic may have");
    static final Key<Long> TOPIC_CAPACITY = hot("mailbox.topic_capacity", LONG_COUNT, "2000000",
            range(LONG_COUNT, "1", "1000000000"), "messages of one queue, dead letters not counted");
    static final Key<Integer> TOPIC_MAX = hot("mailbox.topic_max", COUNT, "10000",
            range(COUNT, "1", "1000000"), "topics");
    static final Key<Integer> GLOBAL_INFLIGHT = hot("mailbox.global_inflight", COUNT, "8192",
            range(COUNT, of(COUNT, "mailbox.shard_capacity"), fixed(COUNT, "10000000")),
            "leased messages");
    static final Key<Long> DEDUP_CAPACITY = hot("mailbox.dedup_capacity", LONG_COUNT, "4000000",
            range(LONG_COUNT, "1000", "100000000"), "idempotency keys remembered");
    static final Key<Long> DLQ_CAPACITY = hot("mailbox.dlq_capacity", LONG_COUNT, "1000000",
            range(LONG_COUNT, "1", "100000000"), "dead letters of one topic");
    static final Key<Integer> MAX_WAITERS = cold("mailbox.max_waiters", COUNT, "8192",
            range(COUNT, "1", "65536"), "parked receives");
    static final Key<Duration> VISIBILITY_MS_MIN = hot("mailbox.visibility_ms_min", DURATION, "250ms",
            range(DURATION, fixed(DURATION, "1ms"), of(DURATION, "mailbox.default_visibility")),
            "shortest lease of a receive");
    static final Key<Duration> DEFAULT_VISIBILITY = hot("mailbox.default_visibility", DURATION, "5s",
            range(DURATION, of(DURATION, "mailbox.visibility_ms_min"), fixed(DURATION, "12h")),
            "lease of a receive that names none");
    static final Key<Integer> MAX_MESSAGES = hot("mailbox.max_messages", COUNT, "32",
            range(COUNT, "1", "256"), "messages of a receive that names no number");
    static final Key<Long> MAX_BYTES = hot("mailbox.max_bytes", SIZE, "512KiB",
            range(SIZE, "1B", "4MiB"), "payload bytes of a receive that names no number");
    static final Key<Integer> MAX_ATTEMPTS = hot("mailbox.max_attempts", COUNT, "5",
            range(COUNT, "1", "1000"), "deliveries before a message is a dead letter");
    static final Key<Duration> T_REPLAY = hot("mailbox.t_replay", DURATION, "300s",
            range(DURATION, twice("mailbox.default_visibility"), fixed(DURATION, "7d")),
            "time an idempotency key is remembered");
    static final Key<Duration> CAP_CACHE_TTL = hot("mailbox.cap_cache_ttl", DURATION, "30s",
            range(DURATION, "5s", "120s"), "time a checked signature is remembered");
    static final Key<Duration> BACKOFF_BASE = hot("mailbox.backoff_base", DURATION, "200ms",
            range(DURATION, "1ms", "1h"), "delay limit after a NACK without delay_ms, doubled by each attempt");
    static final Key<Duration> BACKOFF_MAX = hot("mailbox.backoff_max", DURATION, "60s",
            range(DURATION, of(DURATION, "mailbox.backoff_base"), fixed(DURATION, "12h")),
            "longest delay after a NACK without delay_ms");
    static final Key<Integer> REORDER_MAX = hot("mailbox.reorder_max", COUNT, "32",
            range(COUNT, "0", "1024"), "older ready messages that a first claim may pass over");

    static final Key<Duration> READY_SECONDS = hot("retention.ready_seconds", DURATION, "7d",
            range(DURATION, "1m", "365d"), "age at which a message that is not acknowledged is a dead letter");
    static final Key<Duration> DLQ_SECONDS = hot("retention.dlq_seconds", DURATION, "14d",
            range(DURATION, "1m", "365d"), "age at which a dead letter is deleted");
    static final Key<Integer> INFLIGHT_FACTOR = hot("retention.inflight_factor", COUNT, "10",
            range(COUNT, "1", "10000"), "longest extended lease, as a multiple of the first one");

    static final Key<Path> DATA_DIR = cold("store.data_dir", PATH, "hive-data",
            notEmpty(), "folder of the store and its keys");
    static final Key<String> URL = cold("store.url", SECRET_TEXT, "",
            matching("empty or a jdbc:postgresql: URL", url -> url.matches("(?s)(jdbc:postgresql:.*)?")),
            "PostgreSQL database instead of a file");
    static final Key<Integer> BATCH_OPS = hot("store.batch_ops", COUNT, "1024",
            range(COUNT, "1", "8192"), "operations of one transaction");
    static final Key<Long> BATCH_BYTES = hot("store.batch_bytes", SIZE, "4MiB",
            range(SIZE, "1MiB", "64MiB"), "payload bytes of one transaction");
    static final Key<Long> STORE_MAX_BYTES = hot("store.max_bytes", SIZE, "8GiB",
            atLeast("16MiB"), "payload bytes stored");
    static final Key<Long> MIN_FREE = hot("store.min_free", SIZE, "256MiB",
            atLeast("16MiB"), "free disk space below which sends are refused");
    static final Key<Duration> SCRUB_PERIOD = hot("store.scrub_period", DURATION, "24h",
            range(DURATION, "1m", "30d"), "time between two checks of all rows");
    static final Key<Duration> POLL = hot("store.poll", DURATION, "500ms",
            range(DURATION, "10ms", "5s"), "how often parked receives look for messages of other nodes");

    private Keys() {}

    /** In the order of the table. */
    static Collection<Key<?>> all() {
        return Collections.unmodifiableCollection(TABLE.values());
    }

    static @Nullable Key<?> find(String name) {
        return TABLE.get(name);
    }

    static Key<?> named(String name) {
        return Objects.requireNonNull(TABLE.get(name), name);
    }

    /** Whether names of keys begin with this one and a dot. */
    static boolean isGroup(String name) {
        return TABLE.keySet().stream().anyMatch(each -> each.startsWith(name + "."));
    }

    private static <T> Key<T> cold(
            String name, ValueType<T> type, String value, ValueLimits<T> limits, String meaning) {
        return add(new Key<>(name, type, constant(type, value), value, limits, true, meaning));
    }

    private static <T> Key<T> hot(
            String name, ValueType<T> type, String value, ValueLimits<T> limits, String meaning) {
        return add(new Key<>(name, type, constant(type, value), value, limits, false, meaning));
    }

    private static <T> Key<T> add(Key<T> key) {
        if (TABLE.put(key.name(), key) != null) {
            throw new IllegalStateException("key twice in the table: " + key.name());
        }
        return key;
    }

    private static <T> Function<Values, T> constant(ValueType<T> type, String text) {
        T value = parsed(type, text);
        return all -> value;
    }

    private static <T> T parsed(ValueType<T> type, String text) {
        return Objects.requireNonNull(type.parse(text), text);
    }

    private static <T extends Comparable<? super T>> ValueLimits<T> range(ValueType<T> type, String low, String high) {
        return range(type, fixed(type, low), fixed(type, high));
    }

    private static <T extends Comparable<? super T>> ValueLimits<T> range(
            ValueType<T> type, Bound<T> low, Bound<T> high) {
        return new ValueLimits.Range<>(type, low, high);
    }

    private static ValueLimits<Long> atLeast(String low) {
        return new ValueLimits.Range<>(SIZE, fixed(SIZE, low), null);
    }

    private static ValueLimits<Path> notEmpty() {
        return matching("not empty", path -> !path.toString().isEmpty());
    }

    private static ValueLimits<String> name() {
        return matching("1 to 128 of A-Z a-z 0-9 . _ : / -", HostName::isName);
    }

    private static <T> Bound<T> fixed(ValueType<T> type, String text) {
        return new Bound.Fixed<>(parsed(type, text));
    }

    private static <T> Bound<T> of(ValueType<T> type, String key) {
        return new Bound.OtherKey<>(type.javaType(), key, key, UnaryOperator.identity());
    }

    private static Bound<Duration> twice(String key) {
        return new Bound.OtherKey<>(Duration.class, key, "2 x " + key, value -> value.multipliedBy(2));
    }

    /** A method, for the table has this key below its first use. */
    private static Key<Path> dataDir() {
        return DATA_DIR;
    }
}
