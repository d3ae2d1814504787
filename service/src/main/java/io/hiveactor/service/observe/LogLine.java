package io.hiveactor.service.observe;

import io.hiveactor.service.config.LogLevel;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One log line while its fields are set: {@code log.info(Event.ACK_OK).shard(3).write()}. Fields that are not set are
 * left out.
 *
 * <p><b>Threads:</b> owner only, for as long as the line is not written; not checked.
 */
public final class LogLine {
    /** A line of a level that is not logged. */
    static final LogLine DISCARDED = new LogLine(null, LogLevel.TRACE, Event.SEND_ACCEPTED);
    /** Characters of a capability's id that are shown. */
    private static final int CAP_SHOWN = 8;
    /** Longest text of a field; the rest is cut. */
    private static final int MAX_TEXT = 512;

    private final @Nullable EventLog log;
    private final LogLevel level;
    private final Event event;
    private final Map<Field, Object> fields = new EnumMap<>(Field.class);

    /** In the order in which a line has them. */
    enum Field {
        REASON("reason"), CORR_ID("corr_id"), OP("op"), SHARD("shard"), TOPIC_CLASS("topic_class"),
        LATENCY_MS("latency_ms"), STATUS("status"), KID("kid"), CAP("cap");

        final String wire;

        Field(String wire) {
            this.wire = wire;
        }
    }

    LogLine(@Nullable EventLog log, LogLevel level, Event event) {
        this.log = log;
        this.level = level;
        this.event = event;
    }

    public LogLine reason(String reason) {
        return text(Field.REASON, reason);
    }

    public LogLine corrId(String corrId) {
        return text(Field.CORR_ID, corrId);
    }

    public LogLine op(String op) {
        return text(Field.OP, op);
    }

    public LogLine shard(int shard) {
        return set(Field.SHARD, shard);
    }

    public LogLine topicClass(String topicClass) {
        return text(Field.TOPIC_CLASS, topicClass);
    }

    /** Shown in milliseconds with three decimals. */
    public LogLine latency(Duration latency) {
        return log == null ? this : set(Field.LATENCY_MS, BigDecimal.valueOf(latency.toNanos() / 1_000, 3));
    }

    public LogLine status(int status) {
        return set(Field.STATUS, status);
    }

    /** Of the capability's id, the first 8 characters are shown. */
    public LogLine capability(String kid, String capId) {
        return text(Field.KID, kid).text(Field.CAP, capId.substring(0, Math.min(CAP_SHOWN, capId.length())));
    }

    /** Writes the line. Never throws. */
    public void write() {
        if (log != null) {
            log.write(this);
        }
    }

    private LogLine text(Field field, String text) {
        return set(field, text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
    }

    private LogLine set(Field field, Object value) {
        if (log != null) {
            fields.put(field, value);
        }
        return this;
    }

    LogLevel level() {
        return level;
    }

    Event event() {
        return event;
    }

    /** In the order of {@link Field}. */
    Map<Field, Object> fields() {
        return fields;
    }
}
