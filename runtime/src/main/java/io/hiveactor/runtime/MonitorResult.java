package io.hiveactor.runtime;

/** The result of a monitor call: the monitor, or the reason there is none. */
public sealed interface MonitorResult permits Monitor, MonitorResult.NoMonitor {
    /**
     * Returns the monitor.
     *
     * @throws IllegalStateException if there is none
     */
    default Monitor orThrow() {
        if (this instanceof Monitor monitor) {
            return monitor;
        }
        throw new IllegalStateException("no monitor: " + this);
    }

    /** Why there is no monitor. */
    enum NoMonitor implements MonitorResult {
        /** The target has ended, or is not an actor. */
        NO_TARGET,
        /** This actor has {@link HiveConfig#maxActors()} links and monitors. */
        NO_MEMORY
    }
}
