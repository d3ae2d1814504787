package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.Hive;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is called for the first time at the end of a stack works later on. In a JVM of its own, for that. */
@Timeout(60)
class FirstCallsTest {
    @Test
    void eachChannelCallSurvivesAFirstTimeAtTheEndOfAStack() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process child = new ProcessBuilder(java, "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp", classPath(),
                FirstCalls.class.getName()).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, child.waitFor(), said);
        assertTrue(said.contains("all of them work"), said);
    }

    private static String classPath() throws ClassNotFoundException {
        Set<String> paths = new LinkedHashSet<>();
        for (Class<?> each : List.of(FirstCalls.class, Channels.class, Hive.class,
                Class.forName("org.agrona.DeadlineTimerWheel"))) {
            paths.add(Path.of(each.getProtectionDomain().getCodeSource().getLocation().getPath()).toString());
        }
        paths.add(Path.of("target", "test-classes").toAbsolutePath().toString()); // the module's are patched in
        return String.join(File.pathSeparator, paths);
    }
}
