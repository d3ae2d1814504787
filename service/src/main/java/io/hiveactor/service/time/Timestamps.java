package io.hiveactor.service.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The one text form of wall time in the service: {@code 2026-11-18T06:00:00.000Z}. */
public final class Timestamps {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private Timestamps() {}

    public static String format(long wallMillis) {
        return FORM.format(Instant.ofEpochMilli(wallMillis));
    }
}
