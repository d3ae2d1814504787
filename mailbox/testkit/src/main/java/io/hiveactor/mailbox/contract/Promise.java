package io.hiveactor.mailbox.contract;

/** What not every backend can promise. Checks that need it are left out where it is missing. */
public enum Promise {
    /** First deliveries come in the order of the sends, and what is given back comes last. */
    FIFO,
    /** The count is right at once. */
    EXACT_COUNT,
    /** There may be a limit to how many messages it holds. */
    CAPACITY,
    /** A receipt is refused from the moment its lease ends. */
    EXACT_LEASES,
    /** A receipt is refused once it was acknowledged. */
    RECEIPTS_DIE,
    /** Purging takes effect at once and can be done again. */
    PURGE_AT_ONCE
}
