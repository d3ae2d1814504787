package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.function.Consumer;

/**
 * The lines of a report.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Lines {
    private final StringBuilder text = new StringBuilder();

    /** A name may hold anything; a line break in it must not look like a line of the report. */
    void add(int indent, String line) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append("  ".repeat(indent));
        line.chars().forEach(each -> text.append(Character.isISOControl(each) ? '?' : (char) each));
    }

    void gap() {
        if (!text.isEmpty()) {
            text.append('\n');
        }
    }

    /** The first ones, and how many there are besides. */
    <T> void some(int most, int indent, List<T> all, Consumer<T> write) {
        all.stream().limit(most).forEach(write);
        if (all.size() > most) {
            add(indent, "and " + (all.size() - most) + " more");
        }
    }

    static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
