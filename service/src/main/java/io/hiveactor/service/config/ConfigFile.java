package io.hiveactor.service.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * What one file {@code service.toml} says.
 *
 * <p><b>Threads:</b> immutable.
 */
record ConfigFile(Values values, List<TopicRule> rules) {
    static final ConfigFile EMPTY = new ConfigFile(Values.DEFAULTS, List.of());
    /** The name of the tables that are rules. */
    static final String TOPIC = "topic";
    /** Largest file; the whole of it is held in memory. */
    private static final int MAX_BYTES = 1 << 20;

    private static final TomlMapper TOML = new TomlMapper();

    static ConfigFile read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return parse(file.toString(), in.readNBytes(MAX_BYTES + 1));
        } catch (NoSuchFileException missing) {
            throw ConfigException.about(file.toString(), "does not exist");
        } catch (IOException failed) {
            throw ConfigException.about(file.toString(), "cannot be read: " + failed.getMessage());
        }
    }

    /** Reads the bytes of a file; {@code name} is the file in messages. */
    static ConfigFile parse(String name, byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw ConfigException.about(name, "larger than 1MiB");
        }
        JsonNode root = tree(name, bytes);
        Map<Key<?>, Object> set = new HashMap<>();
        List<TopicRule> rules = new ArrayList<>();
        root.properties().forEach(field -> {
            if (field.getKey().equals(TOPIC)) {
                readRules(field.getValue(), rules);
            } else {
                readKey(field.getKey(), field.getValue(), set);
            }
        });
        return new ConfigFile(new Values(set), List.copyOf(rules));
    }

    private static JsonNode tree(String name, byte[] bytes) {
        try {
            return TOML.readTree(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException notUtf8) {
            throw ConfigException.about(name, "not UTF-8");
        } catch (JacksonException notToml) {
            var at = notToml.getLocation();
            String place = at == null ? name : name + " line " + at.getLineNr();
            throw ConfigException.about(place, notToml.getOriginalMessage());
        }
    }

    /** Descends only into groups of the table, so no deeper than names of keys have parts. */
    private static void readKey(String name, JsonNode node, Map<Key<?>, Object> set) {
        Key<?> key = Keys.find(name);
        if (key != null) {
            if (set.put(key, key.read(node, name)) != null) {
                throw ConfigException.about(name, "set twice");
            }
        } else if (Keys.isGroup(name) && node.isObject()) {
            node.properties().forEach(field -> readKey(name + "." + field.getKey(), field.getValue(), set));
        } else {
            throw ConfigException.about(name, "unknown key");
        }
    }

    private static void readRules(JsonNode tables, List<TopicRule> rules) {
        if (!tables.isArray()) {
            throw ConfigException.about(TOPIC, "must be tables [[topic]]");
        }
        for (JsonNode table : tables) {
            rules.add(TopicRule.read(rules.size() + 1, table));
        }
    }
}
