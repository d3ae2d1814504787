package io.hiveactor.runtime;

/** The result of a selective receive: a message, or the reason there is none. */
public sealed interface Matched permits Received, NoMatch {}
