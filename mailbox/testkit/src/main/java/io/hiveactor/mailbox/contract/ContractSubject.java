package io.hiveactor.mailbox.contract;

import io.hiveactor.mailbox.Mailbox;
import java.time.Duration;
import java.util.Set;

/** What a test of a backend provides: mailboxes of that backend, and time. */
public interface ContractSubject {
    /**
     * Opens a mailbox that finds the reply addresses made by {@link #openReplies}. Opened twice by one name, it is twice the
     * same queue, unless the backend lives in this process.
     */
    Mailbox<String, String> open(String name);

    /** Opens a mailbox with a limit, if there is {@link Promise#CAPACITY}. */
    Mailbox<String, String> openLimited(String name, int maxSize);

    /** Opens a mailbox to which replies can be sent. */
    Mailbox<String, String> openReplies(String name);

    /** Lets time pass, by stepping a clock or by waiting. */
    void pass(Duration time) throws InterruptedException;

    /** What it cannot promise. */
    Set<Promise> lacks();

    /** The unit of time in which the checks lease and wait; a second, or more, if the backend counts in seconds. */
    default Duration unit() {
        return Duration.ofSeconds(1);
    }
}
