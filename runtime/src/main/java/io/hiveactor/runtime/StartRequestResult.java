package io.hiveactor.runtime;

/**
 * The result of starting a request: the reply to wait for, or the reason nothing was sent.
 *
 * @param <A> what a reply carries: a {@link Message}, or the answer of a typed request
 */
public sealed interface StartRequestResult<A> permits PendingReply, NoReply {}
