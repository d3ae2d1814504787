package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A class that the engine uses is loaded before there are actors, unless it is known to be used with room on the stack only. A new
 * class belongs into {@link EngineClasses} or, with its reason, into one of the sets here.
 */
class EngineClassesTest {
    /** Used by threads that look at a hive, and by the loop of a shard at the base of its stack. */
    private static final Set<String> DIAGNOSIS = Set.of("diagnosis.", "console.", "event.", "DeadlockWatch$", "ShardSurvey$",
            "Surveyor$", "Look", "Census", "HiveStats");

    /** Used to start and to end a hive. */
    private static final Set<String> START_AND_END = Set.of("Closing", "CloseReport", "Simulation", "SeededRunQueue", "Schedule",
            "Carrier", "fiber.CarriedSelfTest", "fiber.SchedulerRoom");

    /** Used by the watchdog's thread. */
    private static final Set<String> WATCHDOG = Set.of("ShardBlocked", "SlowHandler", "JvmReadings");

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    @Timeout(60)
    void whatActorsCallsUseIsLoadedBeforeThereAreActors(FiberMode mode) throws Exception {
        List<String> lines = lookInAnotherJvm(mode);

        assertTrue(lines.removeIf(line -> line.startsWith("looked at ")), lines.toString()); // or it saw nothing
        assertEquals(List.of(), lines.stream()
                .map(line -> line.replace("io.hiveactor.runtime.", ""))
                .filter(line -> !isIn(DIAGNOSIS, line) && !isIn(START_AND_END, line) && !isIn(WATCHDOG, line))
                .toList());
    }

    private static boolean isIn(Set<String> beginnings, String line) {
        return beginnings.stream().anyMatch(line::startsWith);
    }

    private static List<String> lookInAnotherJvm(FiberMode mode) throws Exception {
        String classes = Path.of("target", "classes").toAbsolutePath().toString();
        String classPath = String.join(System.getProperty("path.separator"), classes,
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                Path.of(Long2ObjectHashMap.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp", classPath,
                LoadedClasses.class.getName(), classes, mode.name()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var output = child.inputReader(StandardCharsets.UTF_8)) {
            List<String> lines = new ArrayList<>(output.readAllLines());
            assertTrue(child.waitFor(30, TimeUnit.SECONDS));
            assertEquals(0, child.exitValue());
            return lines;
        } finally {
            child.destroyForcibly();
        }
    }
}
