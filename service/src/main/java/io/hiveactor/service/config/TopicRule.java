package io.hiveactor.service.config;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One table {@code [[topic]]} of the file.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param match a topic, or a prefix of topics before a final {@code *}
 * @param overrides values of its own for keys that hold for all topics
 */
record TopicRule(String match, String topicClass, Values overrides) {
    /** Names in a rule, and the keys that hold where no rule says otherwise. */
    static final Map<String, Key<?>> NAMES = Map.of("t_replay", Keys.T_REPLAY, "max_attempts", Keys.MAX_ATTEMPTS,
            "capacity", Keys.TOPIC_CAPACITY, "ready_seconds", Keys.READY_SECONDS, "dlq_seconds", Keys.DLQ_SECONDS,
            "inflight_factor", Keys.INFLIGHT_FACTOR);

    /** Reads a rule; {@code number} names it in messages until its match is known. */
    static TopicRule read(int number, JsonNode table) {
        if (!table.isObject()) {
            throw ConfigException.about("topic " + number, "must be a table [[topic]]");
        }
        String match = text(table, "match", "topic " + number, "");
        if (!match.matches("[A-Za-z0-9._:/-]{1,256}|[A-Za-z0-9._:/-]{0,256}\\*")) {
            throw ConfigException.value("topic " + number + ".match", match,
                    "a topic, 1 to 256 of A-Z a-z 0-9 . _ : / -, or a prefix and *");
        }
        String shown = shown(match);
        String topicClass = text(table, "class", shown, TopicRules.OTHER);
        if (!topicClass.matches("[a-z0-9_-]{1,32}")) {
            throw ConfigException.value(shown + ".class", topicClass, "1 to 32 of a-z 0-9 _ -");
        }
        return new TopicRule(match, topicClass, new Values(overrides(table, shown)));
    }

    private static String text(JsonNode table, String name, String shown, String absent) {
        JsonNode node = table.get(name);
        if (node != null && !node.isString()) {
            throw ConfigException.value(shown + "." + name, node.toString(), "text");
        }
        return node == null ? absent : node.asString();
    }

    private static Map<Key<?>, Object> overrides(JsonNode table, String shown) {
        Map<Key<?>, Object> set = new HashMap<>();
        table.properties().forEach(field -> {
            Key<?> key = NAMES.get(field.getKey());
            if (key != null) {
                set.put(key, key.read(field.getValue(), shown + "." + field.getKey()));
            } else if (!field.getKey().equals("match") && !field.getKey().equals("class")) {
                throw ConfigException.about(shown + "." + field.getKey(), "unknown key");
            }
        });
        return set;
    }

    /** Throws a {@link ConfigException} if one of its values is outside its key's limits. */
    TopicPolicy policy(Values values) {
        Values all = overrides.over(values);
        NAMES.forEach((name, key) -> {
            if (overrides.sets(key)) {
                key.check(all, shown(match) + "." + name);
            }
        });
        return TopicPolicy.of(topicClass, all);
    }

    boolean matches(String topic) {
        int last = match.length() - 1;
        return match.charAt(last) == '*' ? topic.startsWith(match.substring(0, last)) : topic.equals(match);
    }

    private static String shown(String match) {
        return "topic[" + match + "]";
    }
}
