package io.hiveactor.service.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules {@code [[topic]]}, service 13.6. */
class TopicRulesTest {
    private static ServiceConfig parse(String text) {
        ConfigFile file = ConfigFile.parse("f", text.getBytes(UTF_8));
        return new ServiceConfig(file.values(), file.rules());
    }

    private static String refused(String text) {
        return assertThrows(ConfigException.class, () -> parse(text), text).getMessage();
    }

    @Test
    void withoutRulesATopicHasTheValuesOfTheKeys() {
        var config = parse("mailbox.max_attempts = 7\nretention.dlq_seconds = \"2d\"");
        assertEquals(new TopicPolicy("other", Duration.ofMinutes(5), 7, 2_000_000, Duration.ofDays(7),
                Duration.ofDays(2), 10), config.topics().policyOf("any"));
        assertEquals(Set.of("other"), config.topics().classes());
    }

    @Test
    void theFirstRuleThatMatchesCounts() {
        TopicRules rules = parse("""
                mailbox.max_attempts = 7
                [[topic]]
                match = "orders.eu"
                class = "eu"
                t_replay = "1h"
                max_attempts = 3
                capacity = 4
                ready_seconds = "1m"
                dlq_seconds = "2m"
                inflight_factor = 6
                [[topic]]
                match = "orders.*"
                class = "orders"
                [[topic]]
                match = "orders.us"
                class = "never"
                [[topic]]
                match = "*"
                capacity = 9
                """).topics();
        assertEquals(new TopicPolicy("eu", Duration.ofHours(1), 3, 4, Duration.ofMinutes(1), Duration.ofMinutes(2), 6),
                rules.policyOf("orders.eu"));
        assertEquals("orders", rules.policyOf("orders.eu.x").topicClass());
        assertEquals("orders", rules.policyOf("orders.us").topicClass());
        assertEquals(7, rules.policyOf("orders.us").maxAttempts());
        assertEquals("other", rules.policyOf("orders").topicClass());
        assertEquals(9, rules.policyOf("orders").capacity());
        assertEquals(Set.of("eu", "orders", "never", "other"), rules.classes());
    }

    @Test
    void theValuesOfARuleHaveTheLimitsOfTheirKeys() {
        String rule = "[[topic]]\nmatch = \"a*\"\n";
        assertEquals("hive service: topic[a*].t_replay = 1s: must be 10s (2 x mailbox.default_visibility) to 7d",
                refused(rule + "t_replay = \"1s\""));
        assertEquals("hive service: topic[a*].max_attempts = 1001: must be 1 to 1000",
                refused(rule + "max_attempts = 1001"));
        assertEquals("hive service: topic[a*].capacity = 5: must be a whole number, 1 to 1000000000",
                refused(rule + "capacity = \"5\""));
        assertEquals("hive service: topic[a*].none: unknown key", refused(rule + "none = 1"));
        assertEquals("hive service: topic[a*].class = A B: must be 1 to 32 of a-z 0-9 _ -",
                refused(rule + "class = \"A B\""));
        assertEquals("hive service: topic[a*]: the same match twice", refused(rule + rule));
    }

    @Test
    void aRuleNeedsAMatch() {
        String must = ": must be a topic, 1 to 256 of A-Z a-z 0-9 . _ : / -, or a prefix and *";
        assertEquals("hive service: topic 1.match = " + must, refused("[[topic]]\nclass = \"a\""));
        assertEquals("hive service: topic 1.match = a*b" + must, refused("[[topic]]\nmatch = \"a*b\""));
        assertEquals("hive service: topic 1.match = 1: must be text", refused("[[topic]]\nmatch = 1"));
    }

    @Test
    void theNumberOfRulesIsBounded() {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < TopicRules.MAX_RULES; i++) {
            rules.append("[[topic]]\nmatch = \"t").append(i).append("\"\nclass = \"c").append(i).append("\"\n");
        }
        assertEquals("c255", parse(rules.toString()).topics().policyOf("t255").topicClass());
        assertEquals("hive service: topic = 257 rules: must be at most 256",
                refused(rules + "[[topic]]\nmatch = \"one.more\""));
    }
}
