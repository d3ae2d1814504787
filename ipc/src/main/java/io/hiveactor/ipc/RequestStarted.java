package io.hiveactor.ipc;

/** Whether a request is on its way. */
public sealed interface RequestStarted {
    /**
     * It is.
     *
     * @param reply its answer to come
     */
    record Pending(PendingReply reply) implements RequestStarted {}

    /**
     * It is not.
     *
     * @param why the reason
     */
    record NotSent(NoReply why) implements RequestStarted {}
}
