/** Mailboxes on SQS. Start at {@link io.hiveactor.mailbox.sqs.SqsMailbox}. */
module io.hiveactor.mailbox.sqs {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.mailbox;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.services.sqs;

    exports io.hiveactor.mailbox.sqs;
}
