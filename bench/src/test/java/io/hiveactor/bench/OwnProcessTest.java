package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnProcessTest {
    /** Leaves what it was told, and how its JVM was started. */
    static final class Parrot {
        public static void main(String[] args) throws IOException {
            var lines = new ArrayList<>(Arrays.asList(args).subList(0, args.length - 1));
            lines.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            Files.write(Path.of(args[args.length - 1]), lines);
            System.exit(args[0].equals("fail") ? 3 : 0);
        }
    }

    private final OwnProcess process = new OwnProcess(Parrot.class);

    @Test
    void itIsToldWhatItShallDoAndStartedLikeThisOne() throws Exception {
        var expected = new ArrayList<>(List.of("walk", "--only", "dog"));
        expected.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());

        assertEquals(expected, process.run(List.of("walk", "--only", "dog")));
    }

    @Test
    void ifItFailsThatIsSaid() {
        var failure = assertThrows(IllegalStateException.class, () -> process.run(List.of("fail", "now")));

        assertEquals("a process of its own ended with 3: fail now", failure.getMessage());
    }
}
