package io.hiveactor.runtime.console;

/** What a client has said: a line, or the reason there is none. */
sealed interface Heard {
    /** A whole line, without its end. */
    record Line(String text) implements Heard {}

    /** Why there is no line. */
    enum NoLine implements Heard {
        TOO_LONG("a request is one line of at most " + Exchange.LONGEST_REQUEST + " bytes"),
        TOO_LATE("no request came in time");

        private final String reason;

        NoLine(String reason) {
            this.reason = reason;
        }

        String answer() {
            return Console.error(reason);
        }
    }
}
