/** Mailboxes for actors, and actors for mailboxes. Start at {@link io.hiveactor.mailbox.actors.MailboxFeed}. */
module io.hiveactor.mailbox.actors {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.ipc;
    requires transitive io.hiveactor.mailbox;
    requires transitive io.hiveactor.runtime;

    exports io.hiveactor.mailbox.actors;
}
