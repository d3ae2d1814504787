/** Typed actors and HSX channels. Start at {@link io.hiveactor.ipc.Ref}. */
@SuppressWarnings("module") // conformance is built after this one
module io.hiveactor.ipc {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.runtime;

    exports io.hiveactor.ipc;
    exports io.hiveactor.ipc.channel;
    exports io.hiveactor.ipc.codec;
    exports io.hiveactor.ipc.port to io.hiveactor.conformance;
}
