package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.Hive;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The settings of the flight recorder can be had as a file, and a JVM takes it. */
@Timeout(120)
class RecorderSettingsTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "diagnosis.md");

    @TempDir
    private Path folder;

    /** A program of a user's. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            try (Hive hive = Hive.start()) {
                hive.spawn((ActorBody) self -> {}, ActorConfig.named("recorded"));
            }
        }
    }

    @Test
    void theLineOfTheGuideRecordsTheEventsOfAHive() throws Exception {
        List<String> guide = Files.readAllLines(GUIDE);
        assertTrue(guide.contains("./hive jfc hive.jfc"), "the guide says how to get the file");
        String line = guide.stream().filter(each -> each.startsWith("java -XX:StartFlightRecording")).findFirst()
                .orElseThrow();
        run(RecorderSettings.class, List.of(), List.of("hive.jfc"));

        run(Program.class, List.of(line.replaceFirst("java (\\S+).*", "$1")), List.of());

        assertTrue(RecordingFile.readAllEvents(folder.resolve("hive.jfr")).stream()
                        .anyMatch(event -> event.getEventType().getName().equals("hive.Exit")
                                && event.getString("actor").startsWith("recorded#")),
                "the end of the actor is recorded");
    }

    /** Runs a program in a JVM of its own, in the temporary folder. */
    private void run(Class<?> program, List<String> flags, List<String> arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), program.getName()));
        command.addAll(arguments);
        Process child = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        try {
            String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(child.waitFor(60, TimeUnit.SECONDS), output);
            assertEquals(0, child.exitValue(), output);
        } finally {
            child.destroyForcibly();
        }
    }

    private static String classPath() throws URISyntaxException {
        Path agrona = Path.of(Long2ObjectHashMap.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return Stream.of(Path.of("target", "classes"), Path.of("target", "test-classes"), agrona)
                .map(path -> path.toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void aFileThatExistsIsLeftAsItIs() throws IOException {
        Path file = Files.writeString(folder.resolve("mine.jfc"), "mine");
        var text = new ByteArrayOutputStream();
        var err = new PrintStream(text, true, StandardCharsets.UTF_8);

        assertEquals(1, RecorderSettings.run(new String[] {file.toString()}, System.out, err));
        assertEquals("mine", Files.readString(file));
        assertTrue(text.toString(StandardCharsets.UTF_8).contains("exists already"), text::toString);
        assertEquals(2, RecorderSettings.run(new String[] {"a", "b"}, System.out, err));
    }
}
