package io.hiveactor.runtime;

/** What happens to a deadlock besides the report. */
public enum DeadlockPolicy {
    /** Nothing: its actors stay blocked until one of them is killed or the hive closes. */
    REPORT,
    /** The wait that began last ends with DEADLOCK, so that its actor can continue. */
    FAIL
}
