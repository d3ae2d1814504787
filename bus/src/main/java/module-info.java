/** Publish and subscribe. Start at {@link io.hiveactor.bus.Bus}. */
module io.hiveactor.bus {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires transitive io.hiveactor.runtime;
    requires jdk.jfr;

    exports io.hiveactor.bus;
}
