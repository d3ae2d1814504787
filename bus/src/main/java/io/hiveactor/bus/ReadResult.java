package io.hiveactor.bus;

/** The result of a read: an {@link Entry}, or the reason there is none. */
public sealed interface ReadResult<T> permits Entry, NoEntry {}
