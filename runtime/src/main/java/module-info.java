/**
 * Actors on a fixed message pool: shards, mailboxes, timers, fibers and simulated time.
 *
 * <p>Start at {@link io.hiveactor.runtime.Hive}.
 */
module io.hiveactor.runtime {
    requires static transitive com.google.errorprone.annotations;
    requires static transitive org.jspecify;
    requires java.management;
    requires jdk.management;
    requires org.agrona;

    exports io.hiveactor.runtime;
}
