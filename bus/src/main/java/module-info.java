/** Publish and subscribe, on top of an actor's context. */
module io.hiveactor.bus {
    requires transitive io.hiveactor.runtime;
}
