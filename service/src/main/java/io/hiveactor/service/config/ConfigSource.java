package io.hiveactor.service.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the configuration of one process comes from. Arguments {@code --KEY VALUE} override the environment, which
 * overrides the file, which overrides the defaults.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class ConfigSource {
    private static final String CONFIG = "config";
    private static final String ACCEPT_LOSS = "--accept-loss";

    private final Values given;
    private final @Nullable Path file;
    private final boolean acceptLoss;

    private ConfigSource(Values given, @Nullable Path file, boolean acceptLoss) {
        this.given = given;
        this.file = file;
        this.acceptLoss = acceptLoss;
    }

    /**
     * Reads the arguments {@code --KEY VALUE}, {@code --KEY=VALUE}, {@code --config FILE} and {@code --accept-loss},
     * and the environment variables named after a key. Throws a {@link ConfigException}.
     */
    public static ConfigSource of(List<String> arguments, Map<String, String> environment) {
        Map<Key<?>, Object> set = new HashMap<>();
        Path file = null;
        boolean acceptLoss = false;
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            if (argument.equals(ACCEPT_LOSS)) {
                acceptLoss = true;
                continue;
            }
            Option option = Option.read(argument, rest);
            if (!option.name.equals(CONFIG)) {
                put(set, "--" + option.name, option.name, option.value);
            } else if (file == null) {
                file = path(option.value);
            } else {
                throw ConfigException.about("--config", "set twice");
            }
        }
        return new ConfigSource(new Values(set).over(ofEnvironment(environment)), file, acceptLoss);
    }

    private record Option(String name, String value) {
        static Option read(String argument, Iterator<String> rest) {
            if (!argument.startsWith("--")) {
                throw ConfigException.about(argument, "unexpected argument");
            }
            int equals = argument.indexOf('=');
            if (equals >= 0) {
                return new Option(argument.substring(2, equals), argument.substring(equals + 1));
            }
            String value = rest.hasNext() ? rest.next() : "--";
            String name = argument.substring(2);
            if (value.startsWith("--")) {
                boolean known = name.equals(CONFIG) || Keys.find(name) != null;
                throw ConfigException.about(argument, known ? "value missing" : "unknown key");
            }
            return new Option(name, value);
        }
    }

    private static Values ofEnvironment(Map<String, String> environment) {
        Map<Key<?>, Object> set = new HashMap<>();
        for (Key<?> key : Keys.all()) {
            String text = environment.get(key.variable());
            if (text != null) {
                set.put(key, key.read(text));
            }
        }
        return new Values(set);
    }

    /** Adds the value of a key that must be known and not be there yet; {@code shown} is its name in messages. */
    static void put(Map<Key<?>, Object> set, String shown, String name, String text) {
        Key<?> key = Keys.find(name);
        if (key == null) {
            throw ConfigException.about(shown, "unknown key");
        }
        if (set.put(key, key.read(text)) != null) {
            throw ConfigException.about(shown, "set twice");
        }
    }

    private static Path path(String text) {
        Path path = ValueType.PATH.parse(text);
        if (path == null || text.isEmpty()) {
            throw ConfigException.value("--config", text, "a path");
        }
        return path;
    }

    /** Whether to start although the store has lost answered operations. A flag of the start, not a key. */
    public boolean acceptLoss() {
        return acceptLoss;
    }

    /**
     * Reads the file, if there is one, and returns the whole configuration. Call it again to reload. Throws a {@link
     * ConfigException}, also if the file of {@code --config} does not exist.
     */
    public ServiceConfig load() {
        Path standard = given.get(Keys.DATA_DIR).resolve("service.toml");
        ConfigFile said = file != null ? ConfigFile.read(file)
                : Files.notExists(standard) ? ConfigFile.EMPTY : ConfigFile.read(standard);
        return new ServiceConfig(given.over(said.values()), said.rules());
    }
}
