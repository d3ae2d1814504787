package io.hiveactor.ipc.channel;

/** The calls of a {@link ChannelClient}, as a {@link ChannelListener} receives them; the numbers are those of HSX. */
public enum ChannelOperation {
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

    ChannelOperation(int code) {
        this.code = code;
    }

    /** The HSX number. */
    public int code() {
        return code;
    }
}
