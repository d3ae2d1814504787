package io.hiveactor.bus;

/** What a read gave: an {@link Entry}, or why there is none. */
public sealed interface ReadResult<T> permits Entry, NoEntry {}
