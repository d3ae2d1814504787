/** Waiting sends, requests and selective receives, on top of an actor's context. Start at {@link io.hiveactor.ipc.Ipc}. */
module io.hiveactor.ipc {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.runtime;

    exports io.hiveactor.ipc;
    exports io.hiveactor.ipc.channel;
    exports io.hiveactor.ipc.codec;
}
