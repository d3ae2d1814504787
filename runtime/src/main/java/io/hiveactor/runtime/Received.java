package io.hiveactor.runtime;

/** The result of a receive: a message, or the reason there is none. */
public sealed interface Received extends Matched permits Message, NoMessage {}
