package io.hiveactor.runtime;

/** What happens when a deadlock is found, besides that it is told. */
public enum DeadlockPolicy {
    /** Nothing: its actors stay where they are, until somebody kills one of them or the hive closes. */
    REPORT,
    /** The wait that was begun last ends with DEADLOCK, so that its actor can give way. */
    FAIL
}
