package io.hiveactor.runtime;

/**
 * Why an actor ended.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param code 0 to 0xFFFB for the application; the four above are defined by the runtime
 */
public record ExitReason(int code) {
    /** Its code returned. */
    public static final ExitReason NORMAL = new ExitReason(0xFFFF);
    /** It was killed, or the hive was closed. */
    public static final ExitReason KILLED = new ExitReason(0xFFFE);
    /** An exception escaped from its code. */
    public static final ExitReason CRASH = new ExitReason(0xFFFD);
    /** A {@link StackOverflowError} escaped from its code. */
    public static final ExitReason STACK_OVERFLOW = new ExitReason(0xFFFC);

    private static final int LAST_OF_APPLICATION = 0xFFFB;

    public ExitReason {
        if (code < 0 || code > 0xFFFF) {
            throw new IllegalArgumentException("an exit reason is 0 to 0xFFFF: " + code);
        }
    }

    /**
     * Returns a reason defined by the application.
     *
     * @param code 0 to 0xFFFB
     */
    public static ExitReason of(int code) {
        if (code < 0 || code > LAST_OF_APPLICATION) {
            throw new IllegalArgumentException("an application's exit reason is 0 to 0xFFFB: " + code);
        }
        return new ExitReason(code);
    }

    /** Whether the application defined it. */
    public boolean isApplication() {
        return code <= LAST_OF_APPLICATION;
    }

    @Override
    public String toString() {
        return switch (code) {
            case 0xFFFF -> "NORMAL";
            case 0xFFFE -> "KILLED";
            case 0xFFFD -> "CRASH";
            case 0xFFFC -> "STACK_OVERFLOW";
            default -> Integer.toString(code);
        };
    }
}
