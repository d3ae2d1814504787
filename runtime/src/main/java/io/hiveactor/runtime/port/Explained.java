package io.hiveactor.runtime.port;

import io.hiveactor.runtime.diagnosis.Wait;

/**
 * What a sister module lets an actor wait for, as it is explained to people and to the reduction.
 *
 * <p><b>Threads:</b> any thread. It must not block, lock or run what is a user's.
 */
public interface Explained {
    Wait explain();

    /** Whether who waits for this is idle, so that a hive may close: it wants to be given something, not to get rid of it. */
    boolean isIdle();
}
