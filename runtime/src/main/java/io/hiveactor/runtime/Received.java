package io.hiveactor.runtime;

/** What a receive gave: a message, or the reason there is none. */
public sealed interface Received extends Matched permits Message, NoMessage {}
