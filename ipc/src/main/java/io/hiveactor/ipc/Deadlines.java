package io.hiveactor.ipc;

import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Timeouts;
import java.time.Duration;

/** Deadlines from timeouts, in the hive's convention and as durations. */
final class Deadlines {
    private Deadlines() {}

    /** @param millis -1 for ever, 0 once, otherwise milliseconds */
    static long in(ActorPort port, long millis) {
        return in(port, Timeouts.nanos(millis), millis == -1);
    }

    static long in(ActorPort port, Duration timeout) {
        return in(port, Timeouts.nanos(timeout), false);
    }

    private static long in(ActorPort port, long nanos, boolean isEndless) {
        if (isEndless) {
            return ActorPort.NEVER;
        }
        return nanos == 0 ? 0 : port.deadlineIn(nanos);
    }
}
