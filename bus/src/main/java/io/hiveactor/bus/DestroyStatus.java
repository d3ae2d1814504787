package io.hiveactor.bus;

/** The outcome of {@link Bus#destroy}. */
public enum DestroyStatus {
    /** The bus is closed. */
    DESTROYED,
    /** The bus has subscribers and stays open. */
    HAS_SUBSCRIBERS
}
