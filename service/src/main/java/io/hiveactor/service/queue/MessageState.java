package io.hiveactor.service.queue;

/** Where a stored message is in its life. The code is what the database holds. */
public enum MessageState {
    READY(0),
    LEASED(1),
    DELAYED(2),
    DEAD(3);

    private final int code;

    MessageState(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** Returns the state with a code, or throws for one that does not exist. */
    public static MessageState of(int code) {
        return switch (code) {
            case 0 -> READY;
            case 1 -> LEASED;
            case 2 -> DELAYED;
            case 3 -> DEAD;
            default -> throw new IllegalArgumentException("no state has code " + code);
        };
    }
}
