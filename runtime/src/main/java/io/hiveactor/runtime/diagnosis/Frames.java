package io.hiveactor.runtime.diagnosis;

import java.util.List;
import java.util.stream.IntStream;

/** Which frames of a stack are the user's own, and how one reads. */
public final class Frames {
    private static final List<String> NOT_THE_USERS =
            List.of("java.", "jdk.", "sun.", "io.hiveactor.runtime.", "io.hiveactor.ipc.", "io.hiveactor.bus.");

    private static final int MOST_CUT = 20;

    private Frames() {}

    /** The topmost ones of the user's own code. */
    public static List<String> own(List<StackTraceElement> stack, int most) {
        return stack.stream().filter(Frames::isOwn).limit(most).map(Frames::text).toList();
    }

    /** The topmost one; empty if there is none. */
    public static String line(List<StackTraceElement> stack) {
        return own(stack, 1).stream().findFirst().orElse("");
    }

    /** The topmost one, or the topmost of all if none is the user's own; empty if there are no frames. */
    public static String lineOrTop(List<StackTraceElement> stack) {
        String line = line(stack);
        return line.isEmpty() && !stack.isEmpty() ? text(stack.getFirst()) : line;
    }

    /** What people need of a stack: its top, and the frames of the user's own code; the top ones if none is. */
    public static List<String> cut(List<StackTraceElement> stack) {
        boolean hasOwn = stack.stream().anyMatch(Frames::isOwn);
        List<String> kept = IntStream.range(0, stack.size())
                .filter(i -> i == 0 || !hasOwn || isOwn(stack.get(i)))
                .mapToObj(i -> text(stack.get(i))).toList();
        return kept.subList(0, Math.min(kept.size(), MOST_CUT));
    }

    /** Without class loader and module, which a frame's own {@code toString} puts first. */
    static String text(StackTraceElement frame) {
        String file = frame.getFileName();
        int line = frame.getLineNumber();
        String where = file == null ? "unknown source" : line < 0 ? file : file + ":" + line;
        return frame.getClassName() + "." + frame.getMethodName() + "(" + where + ")";
    }

    private static boolean isOwn(StackTraceElement frame) {
        return NOT_THE_USERS.stream().noneMatch(frame.getClassName()::startsWith);
    }
}
