/**
 * For tests of mailbox backends, start at {@link io.hiveactor.mailbox.contract.MailboxContract}; for tests of code that
 * uses mailboxes, at {@link io.hiveactor.mailbox.doubles.FakeMailbox}.
 */
module io.hiveactor.mailbox.testkit {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.mailbox;

    exports io.hiveactor.mailbox.contract;
    exports io.hiveactor.mailbox.doubles;
}
