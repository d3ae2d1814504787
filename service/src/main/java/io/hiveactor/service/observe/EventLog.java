package io.hiveactor.service.observe;

import io.hiveactor.service.config.LogFormat;
import io.hiveactor.service.config.LogLevel;
import io.hiveactor.service.config.ServiceConfig;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import org.apache.commons.codec.digest.Blake3;

/**
 * The service's log: one line for each event, as JSON or as text. Lines of several threads do not mix.
 *
 * <p><b>Threads:</b> any thread. A call waits only if the stream does.
 */
public final class EventLog {
    /*
     * A line reaches the stream by one write of an array, which a PrintStream does not interleave with another one.
     * The level counts when a line is begun, the format when it is written.
     */
    private static final int TOPIC_HASH_BYTES = 4;

    private final PrintStream out;
    private final InstantSource wallClock;
    private volatile ServiceConfig.Log settings;

    /** Writes to {@code out}, which is stderr except in tests. */
    public EventLog(PrintStream out, InstantSource wallClock, ServiceConfig.Log settings) {
        this.out = out;
        this.wallClock = wallClock;
        this.settings = settings;
    }

    /** Changes level and format while other threads log. */
    public void configure(ServiceConfig.Log fresh) {
        settings = fresh;
    }

    public boolean isLogged(LogLevel level) {
        return level.compareTo(settings.level()) >= 0;
    }

    /** Begins a line; nothing is written before {@link LogLine#write}, and nothing ever if the level is not logged. */
    public LogLine line(LogLevel level, Event event) {
        return isLogged(level) ? new LogLine(this, level, event) : LogLine.DISCARDED;
    }

    public LogLine debug(Event event) {
        return line(LogLevel.DEBUG, event);
    }

    public LogLine info(Event event) {
        return line(LogLevel.INFO, event);
    }

    public LogLine warn(Event event) {
        return line(LogLevel.WARN, event);
    }

    public LogLine error(Event event) {
        return line(LogLevel.ERROR, event);
    }

    /** How a topic is shown in a line: 8 hex digits of the BLAKE3 of its name. */
    public static String topicHash(String topic) {
        byte[] hash = new byte[TOPIC_HASH_BYTES];
        Blake3.initHash().update(topic.getBytes(StandardCharsets.UTF_8)).doFinalize(hash);
        return HexFormat.of().formatHex(hash);
    }

    void write(LogLine line) {
        try {
            Instant now = wallClock.instant();
            String text = settings.format() == LogFormat.JSON ? LineText.json(now, line) : LineText.text(now, line);
            byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
            out.write(bytes, 0, bytes.length);
            out.flush();
        } catch (RuntimeException lost) {
            // A line that cannot be written must not fail the operation it is about; there is no other place to tell.
            assert lost != null;
        }
    }
}
