package io.hiveactor.service.observe;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import tools.jackson.core.io.JsonStringEncoder;

/** The two forms of a log line, each without line breaks. */
final class LineText {
    private static final DateTimeFormatter TS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private LineText() {}

    static String json(Instant ts, LogLine line) {
        StringBuilder text = new StringBuilder(200);
        text.append("{\"ts\":\"").append(TS.format(ts)).append("\",\"level\":\"")
                .append(line.level().name().toLowerCase(Locale.ROOT))
                .append("\",\"event\":\"").append(line.event().wire()).append('"');
        line.fields().forEach((field, value) -> {
            text.append(",\"").append(field.wire).append("\":");
            appendJson(text, value);
        });
        return text.append('}').toString();
    }

    static String text(Instant ts, LogLine line) {
        StringBuilder text = new StringBuilder(200);
        text.append(TS.format(ts)).append(' ').append(String.format(Locale.ROOT, "%-5s", line.level()))
                .append(' ').append(line.event().wire());
        line.fields().forEach((field, value) -> {
            text.append(' ').append(field.wire).append('=');
            if (value.toString().matches("[A-Za-z0-9._:/*+-]+")) {
                text.append(value);
            } else {
                appendJson(text, value);
            }
        });
        return text.toString();
    }

    private static void appendJson(StringBuilder text, Object value) {
        if (value instanceof String string) {
            text.append('"');
            JsonStringEncoder.getInstance().quoteAsString(string, text);
            text.append('"');
        } else {
            text.append(value);
        }
    }
}
