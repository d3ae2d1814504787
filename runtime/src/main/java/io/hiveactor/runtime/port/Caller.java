package io.hiveactor.runtime.port;

/** Somebody who makes a {@link ShardCall} and waits until it is over. */
public abstract sealed class Caller permits ActorCaller, OutsideCaller {
    Caller() {}

    /**
     * Makes a call, and returns when it is over.
     *
     * @param timeoutNanos as {@link Timeouts} has it
     */
    public abstract void perform(ShardCall call, long timeoutNanos);

    /** The call is over. By the shard. */
    abstract void isOver();

    /** The call waits. By the shard. */
    abstract void isHeld(Explained call);
}
