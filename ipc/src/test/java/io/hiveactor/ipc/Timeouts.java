package io.hiveactor.ipc;

import io.hiveactor.runtime.Hive;
import java.time.Duration;

/** Timeouts that tests draw by chance or have as parameters. */
public final class Timeouts {
    private Timeouts() {}

    /** @param millis -1 for forever, 0 for not waiting */
    public static Duration ofMillis(long millis) {
        return millis == -1 ? Hive.FOREVER : Duration.ofMillis(millis);
    }
}
