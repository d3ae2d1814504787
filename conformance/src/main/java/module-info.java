/**
 * Recorded results of reference implementations, replayed against ours: {@code ./hive vectors}. A program for the people
 * who develop Hive; nothing is exported.
 */
module io.hiveactor.conformance {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires io.hiveactor.ipc;
    requires io.hiveactor.mailbox;
    requires io.hiveactor.mailbox.testkit;
    requires tools.jackson.databind;
}
