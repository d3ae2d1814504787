/** The terminal program that shows a running hive, {@code ./hive top}. Nothing is exported. */
module io.hiveactor.cli {
    requires static com.google.errorprone.annotations;
    requires static org.jspecify;
    requires io.hiveactor.runtime;
}
