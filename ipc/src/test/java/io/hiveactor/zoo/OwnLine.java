package io.hiveactor.zoo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.ActorView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the line at which an actor is said to stand with the source of these tests. */
final class OwnLine {
    private static final Path SOURCES = Path.of("src/test/java/io/hiveactor/zoo");
    private static final Pattern LINE = Pattern.compile("io\\.hiveactor\\.zoo\\..*\\((\\w+\\.java):(\\d+)\\)");
    private static final Pattern WAIT = Pattern.compile("\\.(send|request|receive|receiveMatch|select|await)\\(");
    /** Where the code of an actor begins. */
    private static final Pattern START = Pattern.compile("(?:actor|handler|body)\\(\"(\\w+)\"");

    private OwnLine() {}

    /** It stands at a waiting call in its own code. A supervisor has no code of a user's. */
    static void check(ActorView view) {
        if (view.identity().name().equals("supervisor")) {
            assertEquals("", view.line());
            return;
        }
        Matcher where = LINE.matcher(view.line());
        assertTrue(where.matches(), () -> view.identity() + " stands at " + view.line() + ", of " + view.stack());
        List<String> source = source(where.group(1));
        int at = Integer.parseInt(where.group(2)) - 1;
        assertTrue(WAIT.matcher(source.get(at)).find(), source.get(at));
        assertEquals(view.identity().name(), ownerOf(source, at), view.line());
    }

    private static String ownerOf(List<String> source, int at) {
        for (int i = at; i >= 0; i--) {
            Matcher start = START.matcher(source.get(i));
            if (start.find()) {
                return start.group(1);
            }
        }
        return "nobody";
    }

    private static List<String> source(String file) {
        try {
            return Files.readAllLines(SOURCES.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
