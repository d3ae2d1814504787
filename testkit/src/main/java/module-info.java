/** Runs actors under simulated time, for tests. Start at {@link io.hiveactor.testkit.TestRuntime}. */
module io.hiveactor.testkit {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.ipc;
    requires transitive io.hiveactor.runtime;
    requires transitive org.junit.jupiter.api;

    exports io.hiveactor.testkit;
}
