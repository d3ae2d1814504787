package io.hiveactor.mailbox.worker;

/** What a worker does. */
public enum WorkerActivity {
    /** It does not run: not yet, or no more. */
    STOPPED,
    /** It waits for a request. */
    POLLING,
    /** It has a request in hand: handles, answers or settles it. */
    HANDLING,
    /** It waits before it asks a mailbox again that has failed. */
    PAUSING
}
