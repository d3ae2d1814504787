package io.hiveactor.service.config;

import java.util.stream.Collectors;

/**
 * The table of keys for people.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class ConfigHelp {
    private ConfigHelp() {}

    /** Two lines for each key, for {@code ./hive service --help}. */
    public static String text() {
        return Keys.all().stream()
                .map(key -> "  --" + key.name() + " " + shownDefault(key) + "  (" + values(key) + ")"
                        + (key.cold() ? "  takes a restart" : "") + "\n        " + key.meaning() + "\n")
                .collect(Collectors.joining());
    }

    /** A Markdown table for the guide. */
    public static String markdown() {
        String head = "| Key | Default | Values | Takes a restart | Meaning |\n|---|---|---|---|---|\n";
        return Keys.all().stream()
                .map(key -> "| `" + key.name() + "` | `" + shownDefault(key) + "` | " + values(key) + " | "
                        + (key.cold() ? "yes" : "") + " | " + key.meaning() + " |\n")
                .collect(Collectors.joining("", head, ""));
    }

    private static String shownDefault(Key<?> key) {
        return key.defaultText().isEmpty() ? "\"\"" : key.defaultText();
    }

    private static String values(Key<?> key) {
        String limits = key.limits().text();
        return limits.isEmpty() ? key.type().form() : limits;
    }
}
