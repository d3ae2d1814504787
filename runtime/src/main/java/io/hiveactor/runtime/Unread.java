package io.hiveactor.runtime;

/** What brings messages of the runtime's own to an actor, and has to know when one has left the mailbox. */
interface Unread {
    /** One has left the mailbox, read or not. By the actor's shard. */
    void taken();
}
