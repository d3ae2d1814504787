/** Complete small programs; the guide's snippets come from here. */
module io.hiveactor.examples {
    requires io.hiveactor.bus;
    requires io.hiveactor.ipc;
    requires io.hiveactor.runtime;
    requires static org.jspecify;
    requires static com.google.errorprone.annotations;
}
