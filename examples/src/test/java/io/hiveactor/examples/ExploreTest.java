package io.hiveactor.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.testkit.ExploreSchedules;
import io.hiveactor.testkit.TestRuntime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExploreTest {
    @ExploreSchedules(max = 1_000, requireAll = true)
    void noScheduleOverdrawsTheAccount(TestRuntime runtime) {
        Explore.transferByOneMessage(runtime);
    }

    @Test
    void theDefaultScheduleHidesTheRace() {
        try (var runtime = TestRuntime.inOrder(TestRuntime.config().build())) {
            Explore.transferByTwoMessages(runtime);
        }
    }

    @Test
    void theRaceIsFoundAndExplained() throws Exception {
        List<String> lines = Output.of("explore");

        assertEquals("check, then take: explored 2 schedules: the last of them failed", lines.getFirst());
        assertEquals("the account is overdrawn: -52, by schedule 1", lines.get(1));
        assertEquals("check and take: explored 2 schedules and 6 equivalent to them: these are all", lines.getLast());
        String guide = Files.readString(Path.of("../docs/guide/testing.md"));
        assertTrue(guide.contains("```\n" + String.join("\n", lines) + "\n```"), "the guide shows another output");
    }
}
