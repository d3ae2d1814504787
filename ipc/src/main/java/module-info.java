/** Waiting sends, requests and selective receives, on top of an actor's context. */
module io.hiveactor.ipc {
    requires transitive io.hiveactor.runtime;
}
