package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What makes no sense is refused before anything is measured. */
class BenchArgumentsTest {
    private static void assertRefused(String expected, String... arguments) {
        var errors = new StringWriter();
        int code = new CommandLine(new Bench()).setErr(new PrintWriter(errors, true)).execute(arguments);
        assertEquals(CommandLine.ExitCode.USAGE, code);
        assertTrue(errors.toString().startsWith(expected), errors.toString());
    }

    @Test
    void fewerRoundsThanAMedianNeedsAreRefused() {
        String least = "--rounds must be at least 9, or 3 with --quick: ";
        assertRefused(least + "8", "pingpong-handler", "--rounds", "8");
        assertRefused(least + "-1", "pingpong-handler", "--rounds", "-1");
        assertRefused(least + "2", "pingpong-handler", "--rounds", "2", "--quick");
    }

    @Test
    void aSystemThatDoesNotTakePartIsRefusedByItsName() {
        assertRefused("--only: no system nonsense takes part, but [hive, ",
                "pingpong-handler", "--only", "hive,nonsense");
        assertRefused("--only: no system pekko-typed takes part, but [hive", "memory", "--only", "pekko-typed");
    }

    @Test
    void anUnknownWorkloadIsRefusedByItsName() {
        assertRefused("no workload 'nonsense'; there are ", "nonsense");
    }
}
