package io.hiveactor.service.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which policy a topic has: that of the first rule that matches it.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class TopicRules {
    /** The class of topics that no rule gives another one. */
    public static final String OTHER = "other";
    /** Most rules of a file: each may be asked for each topic, and each class is a label. */
    public static final int MAX_RULES = 256;

    private final List<Entry> entries;
    private final TopicPolicy fallback;

    private record Entry(TopicRule rule, TopicPolicy policy) {}

    private TopicRules(List<Entry> entries, TopicPolicy fallback) {
        this.entries = List.copyOf(entries);
        this.fallback = fallback;
    }

    static TopicRules of(List<TopicRule> rules, Values values) {
        if (rules.size() > MAX_RULES) {
            throw ConfigException.value("topic", rules.size() + " rules", "at most " + MAX_RULES);
        }
        Set<String> matches = new HashSet<>();
        List<Entry> entries = new ArrayList<>();
        for (TopicRule rule : rules) {
            if (!matches.add(rule.match())) {
                throw ConfigException.about("topic[" + rule.match() + "]", "the same match twice");
            }
            entries.add(new Entry(rule, rule.policy(values)));
        }
        return new TopicRules(entries, TopicPolicy.of(OTHER, values));
    }

    public TopicPolicy policyOf(String topic) {
        for (Entry entry : entries) {
            if (entry.rule.matches(topic)) {
                return entry.policy;
            }
        }
        return fallback;
    }

    /** The shortest time that any topic keeps its messages. */
    public Duration shortestReadyTime() {
        Duration shortest = fallback.readySeconds();
        for (Entry entry : entries) {
            Duration time = entry.policy.readySeconds();
            shortest = time.compareTo(shortest) < 0 ? time : shortest;
        }
        return shortest;
    }

    /** All classes a topic can have, {@link #OTHER} included. */
    public Set<String> classes() {
        Set<String> classes = new TreeSet<>(Set.of(OTHER));
        entries.forEach(entry -> classes.add(entry.policy.topicClass()));
        return classes;
    }
}
