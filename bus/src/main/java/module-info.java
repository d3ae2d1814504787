/** Publish and subscribe. Start at {@link io.hiveactor.bus.Bus}. */
module io.hiveactor.bus {
    requires static transitive com.google.errorprone.annotations;
    requires static transitive org.jspecify;
    requires transitive io.hiveactor.runtime;
    requires jdk.jfr;

    exports io.hiveactor.bus;
}
