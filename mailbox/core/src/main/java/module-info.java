/** Typed mailboxes whose messages are leased, not given away. Start at {@link io.hiveactor.mailbox.Mailbox}. */
@SuppressWarnings("module") // conformance is built after this one
module io.hiveactor.mailbox {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires static tools.jackson.databind;

    exports io.hiveactor.mailbox;
    exports io.hiveactor.mailbox.json;
    exports io.hiveactor.mailbox.memory;
    exports io.hiveactor.mailbox.worker;
    exports io.hiveactor.mailbox.lease to io.hiveactor.conformance;
}
