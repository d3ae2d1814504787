package io.hiveactor.runtime;

/** What a selective receive gave: what any receive gives, or that there can be nothing. */
public sealed interface Matched permits Received, NoMatch {}
