package io.hiveactor.runtime.diagnosis;

/** An actor in words. */
final class ActorText {
    /** The line where it stands, and who called that. */
    private static final int FRAMES = 3;

    private ActorText() {}

    /** What is to be known of somebody who waits. */
    static void write(Lines lines, ActorView view, long atNanos) {
        lines.add(1, title(view) + " waits for " + view.waitsFor());
        lines.add(2, "for " + Span.of(atNanos - view.sinceNanos()) + ", " + deadline(view, atNanos) + mailbox(view));
        Frames.own(view.stack(), FRAMES).forEach(frame -> lines.add(2, "at " + frame));
    }

    /** The same in one line. */
    static String summary(ActorView view, long atNanos) {
        String line = view.line();
        return doing(view, atNanos) + mailbox(view) + (line.isEmpty() ? "" : ", at " + line);
    }

    private static String doing(ActorView view, long atNanos) {
        return switch (view.activity()) {
            case IDLE, READY -> "has not had its turn";
            case RUNNING -> "runs";
            case DEAD -> "was killed, and its code has not ended";
            case RECEIVING, SELECTING, SENDING, REQUESTING, AWAITING, SLEEPING, OFFLOADING, PARKED ->
                    "waits for " + view.waitsFor() + " for " + Span.of(atNanos - view.sinceNanos());
        };
    }

    static String title(ActorView view) {
        return view.identity() + " (" + (isOutside(view) ? "external" : "shard " + view.shard()) + ", " + view.priority()
                + (view.isZombie() ? ", killed, but its code has not ended" : "") + ")";
    }

    static boolean isOutside(ActorView view) {
        return view.shard() < 0;
    }

    private static String deadline(ActorView view, long atNanos) {
        return view.hasDeadline() ? "until its deadline in " + Span.of(view.deadlineNanos() - atNanos) : "no deadline";
    }

    private static String mailbox(ActorView view) {
        return isOutside(view) ? "" : ", " + Lines.count(view.depth(), "message") + " in its mailbox";
    }
}
