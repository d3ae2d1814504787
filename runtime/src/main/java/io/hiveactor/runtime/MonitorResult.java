package io.hiveactor.runtime;

/** What a monitor gave: its number, or the reason there is none. */
public sealed interface MonitorResult permits Monitor, MonitorResult.NoMonitor {
    /** Why there is no monitor. */
    enum NoMonitor implements MonitorResult {
        /** The target is dead, or no actor. */
        NO_TARGET,
        /** This actor has as many links and monitors as a hive may have actors. */
        NO_MEMORY
    }
}
