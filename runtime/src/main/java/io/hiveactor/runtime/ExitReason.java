package io.hiveactor.runtime;

/**
 * Why an actor ended.
 *
 * @param code 0 to 0xFFFB are the application's; the four above are the runtime's
 */
public record ExitReason(int code) {
    /** It returned. */
    public static final ExitReason NORMAL = new ExitReason(0xFFFF);
    /** Somebody killed it, or the hive was closed. */
    public static final ExitReason KILLED = new ExitReason(0xFFFE);
    /** An exception escaped. */
    public static final ExitReason CRASH = new ExitReason(0xFFFD);
    /** A StackOverflowError escaped. */
    public static final ExitReason STACK_OVERFLOW = new ExitReason(0xFFFC);

    private static final int LAST_OF_APPLICATION = 0xFFFB;

    public ExitReason {
        if (code < 0 || code > 0xFFFF) {
            throw new IllegalArgumentException("an exit reason is 0 to 0xFFFF: " + code);
        }
    }

    /**
     * A reason of the application's own.
     *
     * @param code 0 to 0xFFFB
     */
    public static ExitReason of(int code) {
        if (code < 0 || code > LAST_OF_APPLICATION) {
            throw new IllegalArgumentException("an application's exit reason is 0 to 0xFFFB: " + code);
        }
        return new ExitReason(code);
    }

    /** Whether it is one of the application's own. */
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
