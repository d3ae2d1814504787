package io.hiveactor.bench;

/** Mailboxes of Pekko's that have a bound. */
final class PekkoMailboxes {
    /** Holds 64; a tell blocks while it is full, and what has waited for ten seconds is lost. */
    static final String BOUNDED = "bench-bounded";
    /** The same for 256. */
    static final String BOUNDED_256 = "bench-bounded-256";
    /** Holds 64, and drops what comes when it is full. */
    static final String DROPPING = "bench-dropping";

    static final String CONFIG = """
            pekko.log-dead-letters = off
            bench-bounded {
              mailbox-type = "org.apache.pekko.dispatch.BoundedMailbox"
              mailbox-capacity = 64
              mailbox-push-timeout-time = 10s
            }
            bench-bounded-256 = ${bench-bounded} { mailbox-capacity = 256 }
            bench-dropping {
              mailbox-type = "org.apache.pekko.dispatch.NonBlockingBoundedMailbox"
              mailbox-capacity = 64
            }
            """;

    private PekkoMailboxes() {}
}
