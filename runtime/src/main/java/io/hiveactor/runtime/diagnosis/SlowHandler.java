package io.hiveactor.runtime.diagnosis;

import java.util.List;

/**
 * Somebody whose code has kept a shard busy for longer than it may.
 *
 * @param identity whose code
 * @param shard which shard
 * @param nanos for how long it had run at least, when it was looked at
 * @param cause what it does, by its stack
 * @param stack where it stood while it still ran
 */
public record SlowHandler(Identity identity, int shard, long nanos, Cause cause, List<StackTraceElement> stack) {
    /** Why code keeps its shard. */
    public enum Cause {
        /**
         * It computes, or spins. Or it waits, at the first use of a class, for another thread to initialise that: no stack
         * tells the two apart.
         */
        RUNS("split the work, or hand it to context.offload(() -> ...); "
                + "if it stands at the first use of a class, another thread may be initialising that"),
        /** A class is being initialised: whoever waits there holds the shard. */
        INITIALISES_A_CLASS("initialise the class before the actors start, or inside context.offload(() -> ...)"),
        /** It reads or writes a file, or looks a name up. */
        FILE_OR_NAME("wrap it in context.offload(() -> ...), which does it on another thread"),
        /** It waits where it cannot be set aside: under a native frame. */
        IS_PINNED("wrap the wait in context.offload(() -> ...)"),
        /** Mode JDK_SCHEDULER: it waits for something that the runtime does not know. */
        PARKED_OUTSIDE("it is parked outside the runtime: wrap the wait in context.blocking(() -> ...)");

        private final String remedy;

        Cause(String remedy) {
            this.remedy = remedy;
        }

        /** What to change. */
        public String remedy() {
            return remedy;
        }
    }

    public SlowHandler {
        stack = List.copyOf(stack);
    }

    /** Where in its own code it stood, as {@code Class.method(File.java:line)}; empty if that is not known. */
    public String line() {
        return Frames.line(stack);
    }

    /** Tells from a stack why its code keeps a shard. */
    public static Cause causeOf(List<StackTraceElement> stack, boolean isWaiting) {
        if (stack.stream().anyMatch(frame -> frame.getMethodName().equals("<clinit>"))) {
            return Cause.INITIALISES_A_CLASS;
        }
        int looked = Math.min(stack.size(), 12);
        if (stack.subList(0, looked).stream().anyMatch(SlowHandler::isFileOrName)) {
            return Cause.FILE_OR_NAME;
        }
        return isWaiting ? Cause.IS_PINNED : Cause.RUNS;
    }

    private static boolean isFileOrName(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java.io.File") || name.startsWith("java.io.RandomAccessFile")
                || name.startsWith("java.nio.file.") || name.startsWith("sun.nio.fs.")
                || name.startsWith("sun.nio.ch.File") || name.startsWith("sun.nio.ch.UnixFile")
                || name.startsWith("java.net.InetAddress") || name.startsWith("java.net.Inet4AddressImpl")
                || name.startsWith("java.net.Inet6AddressImpl") || name.startsWith("java.lang.ProcessImpl");
    }

    /** All of it, for programs. */
    public String toJson() {
        return Json.of(this);
    }

    /** For people: with the top of the stack and the frames of the user's own code. */
    @Override
    public String toString() {
        var text = new StringBuilder("actor ").append(identity).append(" has kept shard ").append(shard).append(" for ")
                .append(nanos / 1_000_000).append(" ms (").append(cause).append("); ").append(cause.remedy());
        Frames.cut(stack).forEach(frame -> text.append("\n\tat ").append(frame));
        return text.toString();
    }
}
