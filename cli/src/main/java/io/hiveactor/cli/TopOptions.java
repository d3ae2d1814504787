package io.hiveactor.cli;

import io.hiveactor.runtime.console.Console;
import io.hiveactor.runtime.console.Sort;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Top} was asked to do.
 *
 * @param port where the console listens
 * @param isOnce one screen, and the end
 * @param interval from one screen to the next
 * @param sort what the actors are sorted by at first
 */
record TopOptions(int port, boolean isOnce, Duration interval, Sort sort) {
    static final String USAGE = """
            usage: top [--port N] [--once] [--interval SECONDS] [--sort KEY]
              --port      where the console listens; else what %s or HIVE_CONSOLE says
              --once      one screen and no more, as where there is no terminal
              --interval  seconds from one screen to the next, 1 if not given
              --sort      one of: %s
            """.formatted(Console.PROPERTY, Sort.names());

    private static final String NO_PORT = "which port? Start the program with -D" + Console.PROPERTY
            + "=9977 and look at it with --port 9977";
    private static final double SHORTEST_SECONDS = 0.1;
    private static final double LONGEST_SECONDS = 3600;

    /**
     * Reads the arguments of a command.
     *
     * @param defaultPort null if there is none
     * @throws IllegalArgumentException with a sentence for the user
     */
    static TopOptions of(List<String> arguments, @Nullable String defaultPort) {
        int port = defaultPort == null ? 0 : Console.portOf(defaultPort);
        var options = new TopOptions(port, false, Duration.ofSeconds(1), Sort.DEPTH);
        for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
            options = options.with(words.next(), words);
        }
        if (options.port == 0) {
            throw new IllegalArgumentException(NO_PORT);
        }
        return options;
    }

    private TopOptions with(String option, Iterator<String> words) {
        return switch (option) {
            case "--once" -> new TopOptions(port, true, interval, sort);
            case "--port" -> new TopOptions(Console.portOf(value(option, words)), isOnce, interval, sort);
            case "--interval" -> new TopOptions(port, isOnce, seconds(value(option, words)), sort);
            case "--sort" -> new TopOptions(port, isOnce, interval, sort(value(option, words)));
            default -> throw new IllegalArgumentException("unknown option: " + option);
        };
    }

    private static String value(String option, Iterator<String> words) {
        if (!words.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return words.next();
    }

    private static Duration seconds(String text) {
        try {
            double seconds = Double.parseDouble(text);
            if (seconds >= SHORTEST_SECONDS && seconds <= LONGEST_SECONDS) {
                return Duration.ofMillis(Math.round(seconds * 1000));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(noInterval(text), e);
        }
        throw new IllegalArgumentException(noInterval(text));
    }

    private static String noInterval(String text) {
        return "--interval must be 0.1 to 3600 seconds: " + text;
    }

    private static Sort sort(String word) {
        Sort sort = Sort.named(word);
        if (sort == null) {
            throw new IllegalArgumentException("--sort must be one of " + Sort.names() + ": " + word);
        }
        return sort;
    }
}
