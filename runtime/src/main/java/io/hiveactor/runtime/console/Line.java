package io.hiveactor.runtime.console;

import java.util.regex.Pattern;

/** What fits on a line of a terminal. Characters are counted as one column each. */
public final class Line {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    private static final Pattern CONTROL_IN_LINES = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\n]]");

    private Line() {}

    /** One line without anything that a terminal obeys: names and messages are anybody's. */
    public static String printable(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }

    /** The same for a text of several lines. */
    public static String printableLines(String text) {
        return CONTROL_IN_LINES.matcher(text).replaceAll("?");
    }

    static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The first columns of a text. */
    public static String cut(String text, int columns) {
        return width(text) <= columns ? text : text.substring(0, text.offsetByCodePoints(0, columns));
    }

    static String toTheLeft(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }

    static String toTheRight(String text, int columns) {
        return " ".repeat(Math.max(0, columns - width(text))) + text;
    }
}
