package io.hiveactor.runtime.port;

/** The parts above the runtime that may keep something for an actor. */
public enum Tenant {
    IPC,
    CHANNELS,
    BUS
}
