package io.hiveactor.bus;

/** Somebody who waits for an entry, or for the end of the bus. */
interface Awaiting {
    /** There is one, or the bus is closed. By the shard of the bus; it does not wait any more. */
    void available();
}
