package io.hiveactor.service.config;

import java.util.List;

/** What must hold for a configuration as a whole. All methods throw a {@link ConfigException} where it does not. */
final class Validation {
    private Validation() {}

    static void check(Values values) {
        // A key that was set is the likelier mistake than one that has its default and no longer fits.
        Keys.all().stream().filter(values::sets).forEach(key -> key.check(values, key.name()));
        Keys.all().forEach(key -> key.check(values, key.name()));
        checkListeners(values);
        checkTls(values);
        if (values.get(Keys.AMNESIA_ENABLED) && !values.get(Keys.URL).isEmpty()) {
            throw ConfigException.value(Keys.AMNESIA_ENABLED.name(), "true", "false with store.url");
        }
    }

    private static void checkListeners(Values values) {
        if (values.get(Keys.TLS_ENABLED) || values.get(Keys.TLS_PLAINTEXT)) {
            return;
        }
        for (Key<Address> key : List.of(Keys.BIND_ADDR, Keys.GRPC_ADDR, Keys.METRICS_ADDR)) {
            Address address = values.get(key);
            if (!address.isLoopback()) {
                throw ConfigException.value(key.name(), address.toString(),
                        "a loopback address unless tls.enabled or tls.plaintext is true");
            }
        }
    }

    private static void checkTls(Values values) {
        for (var key : List.of(Keys.TLS_CERT_PATH, Keys.TLS_KEY_PATH)) {
            if (values.get(Keys.TLS_ENABLED) && values.get(key).toString().isEmpty()) {
                throw ConfigException.value(key.name(), "\"\"", "the path of a file with tls.enabled");
            }
        }
    }
}
