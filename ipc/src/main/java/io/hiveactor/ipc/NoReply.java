package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorActivity;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Overflow;
import org.jspecify.annotations.Nullable;

/**
 * Why a request has no answer.
 *
 * @param why the reason
 * @param target for {@link Why#TIMEOUT} and {@link Why#DEADLOCK} of a request that was sent: what its target was doing; otherwise null
 */
public record NoReply(Why why, @Nullable ActorActivity target) implements Answer, RequestStarted {
    static final NoReply MAILBOX_FULL = new NoReply(Why.MAILBOX_FULL, null);
    static final NoReply NO_MEMORY = new NoReply(Why.NO_MEMORY, null);
    static final NoReply NO_TARGET = new NoReply(Why.NO_TARGET, null);
    static final NoReply NOT_FOUND = new NoReply(Why.NOT_FOUND, null);
    static final NoReply TOO_LARGE = new NoReply(Why.TOO_LARGE, null);
    static final NoReply CLOSED = new NoReply(Why.CLOSED, null);
    static final NoReply INTERRUPTED = new NoReply(Why.INTERRUPTED, null);
    static final NoReply DROPPED = new NoReply(Why.DROPPED, null);

    /** The reasons. */
    public enum Why {
        /** It did not come in time; or there was no room to ask until then, and nothing was sent. */
        TIMEOUT,
        /** The target's mailbox is at its limit, and its policy is {@link Overflow#FAIL}. Nothing was sent. */
        MAILBOX_FULL,
        /**
         * The pool has fewer slots than one request takes; or, for a request by an external thread, the hive has as
         * many actors as {@link HiveConfig#maxActors()} allows. Nothing was sent.
         */
        NO_MEMORY,
        /** The target is dead, or was never alive. */
        NO_TARGET,
        /** Nobody has the name. */
        NOT_FOUND,
        /** The payload is larger than {@link HiveConfig#maxPayload()}. */
        TOO_LARGE,
        /** The target died before it answered, or the hive was closed. */
        CLOSED,
        /** The target's mailbox was at its limit and dropped the request, or the request is not of its type. */
        DROPPED,
        /** The wait, which had no timeout, could never have ended; see {@link DeadlockPolicy#FAIL}. */
        DEADLOCK,
        /** The thread outside that asked was interrupted, and still is. */
        INTERRUPTED
    }
}
