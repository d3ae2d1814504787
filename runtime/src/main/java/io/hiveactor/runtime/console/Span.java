package io.hiveactor.runtime.console;

import java.time.Duration;
import java.util.Locale;

/** A length of time in at most six characters, for people. */
final class Span {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    private Span() {}

    static String of(long nanos) {
        if (nanos < 10 * MILLI) {
            return tenths(Math.max(0, nanos), MILLI) + "ms"; // what was due before the look has no time left
        }
        if (nanos < SECOND) {
            return nanos / MILLI + "ms";
        }
        if (nanos < 60 * SECOND) {
            return tenths(nanos, SECOND) + "s";
        }
        return ofMinutes(Duration.ofNanos(nanos));
    }

    private static String tenths(long nanos, long unit) {
        return nanos / unit + "." + nanos % unit * 10 / unit;
    }

    private static String ofMinutes(Duration span) {
        if (span.toHours() == 0) {
            return String.format(Locale.ROOT, "%dm%02ds", span.toMinutes(), span.toSecondsPart());
        }
        if (span.toDays() == 0) {
            return String.format(Locale.ROOT, "%dh%02dm", span.toHours(), span.toMinutesPart());
        }
        return span.toDays() < 100
                ? String.format(Locale.ROOT, "%dd%02dh", span.toDays(), span.toHoursPart())
                : span.toDays() + "d";
    }
}
