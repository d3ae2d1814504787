package io.hiveactor.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A request was not answered.
 *
 * @param reason why not
 * @param target what the target was doing, if the request was sent and ended with {@link Reason#TIMEOUT} or
 *     {@link Reason#DEADLOCK}; otherwise null
 * @param <A> the answer that was expected
 */
public record NoReply<A>(Reason reason, @Nullable ActorActivity target)
        implements RequestResult<A>, StartRequestResult<A> {
    /** Why a request was not answered. */
    public enum Reason {
        /** No answer arrived in time, or there was no room to send the request until then. */
        TIMEOUT,
        /** The target's mailbox is at its limit, and its policy is {@link Overflow#FAIL}. Nothing was sent. */
        MAILBOX_FULL,
        /**
         * The pool has fewer slots than one request takes; or, for a request by an external thread, the hive has as
         * many actors as {@link HiveConfig#maxActors()} allows. Nothing was sent.
         */
        NO_MEMORY,
        /** The target has ended, or never lived. */
        NO_TARGET,
        /** No actor has the name. */
        NOT_FOUND,
        /** The payload is larger than {@link HiveConfig#maxPayload()}. */
        TOO_LARGE,
        /** The target ended before it answered, or the hive was closed. */
        CLOSED,
        /** The target's mailbox was at its limit and dropped the request, or the request is not of the target's type. */
        DROPPED,
        /** The wait had no timeout and could never have ended; see {@link DeadlockPolicy#FAIL}. */
        DEADLOCK,
        /** The external thread that asked was interrupted; its interrupt flag is set. */
        INTERRUPTED
    }

    static <A> NoReply<A> of(Reason reason) {
        return new NoReply<>(reason, null);
    }

    /** The request was not sent; the reasons have the names of the statuses. */
    static <A> NoReply<A> notSent(SendStatus status) {
        return of(Reason.valueOf(status.name()));
    }
}
