package io.hiveactor.ipc.channel;

/** The first part of a target, which decides who shares the name. In the order of their HSX numbers. */
public enum Namespace {
    /** One private channel of each pid: {@code pid:7}, or {@code pid:} for the caller's own. */
    PID("pid:"),
    /** Names of one pid: {@code svc:log} is the caller's, {@code svc:log@7} that of pid 7. */
    SVC("svc:"),
    /** Names for all: {@code app:control}; {@code app:control@7} is another channel. */
    APP("app:"),
    /** Names for all, fan-out unless the binder says otherwise: {@code shared:telemetry}. */
    SHARED("shared:");

    private final String prefix;

    Namespace(String prefix) {
        this.prefix = prefix;
    }

    /** Text before the name, with the colon. */
    public String prefix() {
        return prefix;
    }

    /** The HSX number. */
    public int code() {
        return ordinal();
    }
}
