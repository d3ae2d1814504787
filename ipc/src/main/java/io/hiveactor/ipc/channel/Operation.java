package io.hiveactor.ipc.channel;

/** What a task can ask of the table; the numbers are those of HSX. */
public enum Operation {
    OPEN(0),
    BIND(1),
    SEND(2),
    RECEIVE(3),
    PEEK(4),
    TAP(5),
    CLOSE(6),
    /** Not an HSX operation. */
    COALESCE(7);

    private final int code;

    Operation(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
