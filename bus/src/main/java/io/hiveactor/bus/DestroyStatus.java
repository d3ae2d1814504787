package io.hiveactor.bus;

/** How the destruction of a bus ended. */
public enum DestroyStatus {
    DESTROYED,
    /** Somebody reads it; nothing has happened. */
    HAS_SUBSCRIBERS
}
