package io.hiveactor.service.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Hot and cold keys, service 13.4. */
class ReloadTest {
    private static ServiceConfig parse(String text) {
        ConfigFile file = ConfigFile.parse("f", text.getBytes(UTF_8));
        return new ServiceConfig(file.values(), file.rules());
    }

    @Test
    void hotKeysChangeAndColdOnesAreNamedAndIgnored() {
        var before = parse("max_conns = 5\nmailbox.max_attempts = 6\nlog.level = \"warn\"");
        var fresh = parse("max_conns = 6\nbind_addr = \"127.0.0.1:1\"\nmailbox.max_attempts = 7");

        var reloaded = before.reloaded(fresh);

        assertEquals(List.of("log.level", "mailbox.max_attempts"), reloaded.changed());
        assertEquals(List.of("bind_addr", "max_conns"), reloaded.ignored());
        assertEquals(7, reloaded.config().mailbox().maxAttempts());
        assertEquals(LogLevel.INFO, reloaded.config().log().level());
        assertEquals(5, reloaded.config().maxConns());
        assertEquals(9410, reloaded.config().bindAddr().port());
        assertEquals(6, before.mailbox().maxAttempts());
    }

    @Test
    void nothingChangesWhereTheFileIsTheSameOrSpellsAValueInAnotherWay() {
        var reloaded = parse("op_timeout = \"60s\"").reloaded(parse("op_timeout = \"1m\"\nmailbox.max_attempts = 5"));
        assertEquals(List.of(), reloaded.changed());
        assertEquals(List.of(), reloaded.ignored());
    }

    @Test
    void topicRulesAreHotAndSeeTheFreshKeys() {
        var before = parse("[[topic]]\nmatch = \"a\"\nclass = \"one\"");
        var fresh = parse("mailbox.max_attempts = 9\n[[topic]]\nmatch = \"a\"\nclass = \"two\"");

        var reloaded = before.reloaded(fresh);

        assertEquals(List.of("mailbox.max_attempts", "topic"), reloaded.changed());
        assertEquals("two", reloaded.config().topics().policyOf("a").topicClass());
        assertEquals(9, reloaded.config().topics().policyOf("a").maxAttempts());
    }

    @Test
    void freshHotValuesMustFitTheColdOnesThatStay() {
        var before = parse("");
        var fresh = parse("mailbox.shard_capacity = 16\nmailbox.global_inflight = 100");
        assertEquals("hive service: mailbox.global_inflight = 100: must be 4096 (mailbox.shard_capacity) to 10000000",
                assertThrows(ConfigException.class, () -> before.reloaded(fresh)).getMessage());
    }

    @Test
    void aProfileThatIsIgnoredDoesNotTurnAmnesiaOn() {
        var reloaded = parse("").reloaded(parse("mailbox.profile = \"micronode\""));
        assertEquals(false, reloaded.config().amnesiaEnabled());
        assertEquals(List.of("amnesia.enabled", "mailbox.profile"), reloaded.ignored());
    }
}
