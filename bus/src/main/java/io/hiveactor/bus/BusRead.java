package io.hiveactor.bus;

/** What a read gave: an {@link Entry}, or why there is none. */
public sealed interface BusRead<T> permits Entry, NoEntry {}
