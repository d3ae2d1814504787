/**
 * Actors on a fixed message pool: shards, mailboxes, timers, fibers and simulated time.
 *
 * <p>Start at {@link io.hiveactor.runtime.Hive}.
 */
@SuppressWarnings("module") // the sister modules are built after this one
module io.hiveactor.runtime {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires static micrometer.core;
    requires java.management;
    requires jdk.jfr;
    requires jdk.management;
    requires org.agrona;

    exports io.hiveactor.runtime;
    exports io.hiveactor.runtime.diagnosis;
    exports io.hiveactor.runtime.metrics;
    exports io.hiveactor.runtime.supervision;
    exports io.hiveactor.runtime.console to io.hiveactor.cli;
    exports io.hiveactor.runtime.explore to io.hiveactor.testkit;
    exports io.hiveactor.runtime.port
            to io.hiveactor.ipc, io.hiveactor.bus, io.hiveactor.mailbox.actors, io.hiveactor.testkit;
}
