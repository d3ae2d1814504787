package io.hiveactor.runtime.diagnosis;

/** A length of time, as people say it. */
final class Span {
    private Span() {}

    static String of(long nanos) {
        long millis = nanos / 1_000_000;
        if (millis < 1) {
            return "less than 1 ms"; // also if one shard was looked at a little before another one
        }
        if (millis < 1000) {
            return millis + " ms";
        }
        return millis < 60_000 ? millis / 1000 + "." + millis % 1000 / 100 + " s" : ofSeconds(millis / 1000);
    }

    private static String ofSeconds(long seconds) {
        long minutes = seconds / 60;
        long hours = minutes / 60;
        if (hours < 1) {
            return minutes + " min " + seconds % 60 + " s";
        }
        return hours < 48 ? hours + " h " + minutes % 60 + " min" : hours / 24 + " d " + hours % 24 + " h";
    }
}
