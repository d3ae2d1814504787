package io.hiveactor.service.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A valid configuration. Each key has an accessor, in the record of its group if it has one. {@link ConfigHelp}
 * explains the keys.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ServiceConfig {
    private final Values values;
    private final List<TopicRule> rules;
    private final TopicRules topics;
    private final Tls tls;
    private final Log log;
    private final Limits limits;
    private final Auth auth;
    private final Mailbox mailbox;
    private final Retention retention;
    private final Store store;

    /** Keys {@code tls.*}; a path is empty where it is not set. */
    public record Tls(boolean enabled, Path certPath, Path keyPath, boolean plaintext) {}

    /** Keys {@code log.*}. */
    public record Log(LogFormat format, LogLevel level) {}

    /** Keys {@code limits.*}. */
    public record Limits(long maxBodyBytes, long maxBatchBytes, long inflightBytes) {}

    /** Keys {@code auth.*}. */
    public record Auth(Path macaroonPath, String audience, Duration clockSkew, Duration maxTtl, Duration adminTtl) {}

    /** Keys {@code mailbox.*}. */
    public record Mailbox(Profile profile, int readyShards, int shardCapacity, double topicShare, long topicCapacity,
            int topicMax, int globalInflight, long dedupCapacity, long dlqCapacity, int maxWaiters,
            Duration visibilityMsMin, Duration defaultVisibility, int maxMessages, long maxBytes, int maxAttempts,
            Duration tReplay, Duration capCacheTtl, Duration backoffBase, Duration backoffMax, int reorderMax) {}

    /** Keys {@code retention.*}. */
    public record Retention(Duration readySeconds, Duration dlqSeconds, int inflightFactor) {}

    /** Keys {@code store.*}; the URL is empty for SQLite. */
    public record Store(Path dataDir, String url, int batchOps, long batchBytes, long maxBytes, long minFree,
            Duration scrubPeriod, Duration poll) {
        /** Without the URL, which may hold a password. */
        @Override
        public String toString() {
            return "Store[dataDir=" + dataDir + "]";
        }
    }

    /**
     * What a reload gives.
     *
     * @param changed hot keys that have another value now; {@code topic} stands for all rules
     * @param ignored cold keys whose new value takes a restart
     */
    public record Reloaded(ServiceConfig config, List<String> changed, List<String> ignored) {}

    /** Throws a {@link ConfigException} if a value is outside its limits. */
    ServiceConfig(Values values, List<TopicRule> rules) {
        Validation.check(values);
        this.values = values;
        this.rules = List.copyOf(rules);
        topics = TopicRules.of(rules, values);
        tls = new Tls(values.get(Keys.TLS_ENABLED), values.get(Keys.TLS_CERT_PATH), values.get(Keys.TLS_KEY_PATH),
                values.get(Keys.TLS_PLAINTEXT));
        log = new Log(values.get(Keys.LOG_FORMAT), values.get(Keys.LOG_LEVEL));
        limits = new Limits(values.get(Keys.MAX_BODY_BYTES), values.get(Keys.MAX_BATCH_BYTES),
                values.get(Keys.INFLIGHT_BYTES));
        auth = new Auth(values.get(Keys.MACAROON_PATH), values.get(Keys.AUDIENCE), values.get(Keys.CLOCK_SKEW),
                values.get(Keys.MAX_TTL), values.get(Keys.ADMIN_TTL));
        mailbox = mailbox(values);
        retention = new Retention(values.get(Keys.READY_SECONDS), values.get(Keys.DLQ_SECONDS),
                values.get(Keys.INFLIGHT_FACTOR));
        store = new Store(values.get(Keys.DATA_DIR), values.get(Keys.URL), values.get(Keys.BATCH_OPS),
                values.get(Keys.BATCH_BYTES), values.get(Keys.STORE_MAX_BYTES), values.get(Keys.MIN_FREE),
                values.get(Keys.SCRUB_PERIOD), values.get(Keys.POLL));
    }

    private static Mailbox mailbox(Values values) {
        return new Mailbox(values.get(Keys.PROFILE), values.get(Keys.READY_SHARDS), values.get(Keys.SHARD_CAPACITY),
                values.get(Keys.TOPIC_SHARE), values.get(Keys.TOPIC_CAPACITY), values.get(Keys.TOPIC_MAX),
                values.get(Keys.GLOBAL_INFLIGHT), values.get(Keys.DEDUP_CAPACITY), values.get(Keys.DLQ_CAPACITY),
                values.get(Keys.MAX_WAITERS), values.get(Keys.VISIBILITY_MS_MIN), values.get(Keys.DEFAULT_VISIBILITY),
                values.get(Keys.MAX_MESSAGES), values.get(Keys.MAX_BYTES), values.get(Keys.MAX_ATTEMPTS),
                values.get(Keys.T_REPLAY), values.get(Keys.CAP_CACHE_TTL), values.get(Keys.BACKOFF_BASE),
                values.get(Keys.BACKOFF_MAX), values.get(Keys.REORDER_MAX));
    }

    /** All keys at their defaults. */
    public static ServiceConfig defaults() {
        return new ServiceConfig(Values.DEFAULTS, List.of());
    }

    /** The given keys in their text form, the others at their defaults. */
    public static ServiceConfig of(Map<String, String> texts) {
        Map<Key<?>, Object> set = new LinkedHashMap<>();
        texts.forEach((name, text) -> ConfigSource.put(set, name, name, text));
        return new ServiceConfig(new Values(set), List.of());
    }

    public Address bindAddr() {
        return values.get(Keys.BIND_ADDR);
    }

    public Address grpcAddr() {
        return values.get(Keys.GRPC_ADDR);
    }

    public Address metricsAddr() {
        return values.get(Keys.METRICS_ADDR);
    }

    public int maxConns() {
        return values.get(Keys.MAX_CONNS);
    }

    public Duration readTimeout() {
        return values.get(Keys.READ_TIMEOUT);
    }

    public Duration writeTimeout() {
        return values.get(Keys.WRITE_TIMEOUT);
    }

    public Duration idleTimeout() {
        return values.get(Keys.IDLE_TIMEOUT);
    }

    public Duration opTimeout() {
        return values.get(Keys.OP_TIMEOUT);
    }

    public Duration drainDeadline() {
        return values.get(Keys.DRAIN_DEADLINE);
    }

    /** 0 if there is no console. */
    public int consolePort() {
        return values.get(Keys.CONSOLE_PORT);
    }

    public String nodeName() {
        return values.get(Keys.NODE_NAME);
    }

    public boolean amnesiaEnabled() {
        return values.get(Keys.AMNESIA_ENABLED);
    }

    public Tls tls() {
        return tls;
    }

    public Log log() {
        return log;
    }

    public Limits limits() {
        return limits;
    }

    public Auth auth() {
        return auth;
    }

    public Mailbox mailbox() {
        return mailbox;
    }

    public Retention retention() {
        return retention;
    }

    public Store store() {
        return store;
    }

    /** The rules {@code [[topic]]} of the file. */
    public TopicRules topics() {
        return topics;
    }

    /**
     * Returns this configuration with the hot keys and topic rules of a fresh one. Throws a {@link ConfigException} if
     * the fresh hot values do not fit the cold ones that stay.
     */
    public Reloaded reloaded(ServiceConfig fresh) {
        Map<Key<?>, Object> merged = new HashMap<>();
        List<String> changed = new ArrayList<>();
        List<String> ignored = new ArrayList<>();
        for (Key<?> key : Keys.all()) {
            Object value = (key.cold() ? values : fresh.values).set().get(key);
            if (value != null) {
                merged.put(key, value);
            }
            if (!values.get(key).equals(fresh.values.get(key))) {
                (key.cold() ? ignored : changed).add(key.name());
            }
        }
        if (!rules.equals(fresh.rules)) {
            changed.add(ConfigFile.TOPIC);
        }
        var config = new ServiceConfig(new Values(merged), fresh.rules);
        return new Reloaded(config, List.copyOf(changed), List.copyOf(ignored));
    }
}
