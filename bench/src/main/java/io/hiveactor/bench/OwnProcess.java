package io.hiveactor.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Java process like this one, which does a part of its work and leaves its results, line by line, in a file. It shares the
 * terminal, and ends with this one.
 */
final class OwnProcess {
    private final String mainClass;

    OwnProcess(Class<?> main) {
        mainClass = main.getName();
    }

    /**
     * Runs it to its end.
     *
     * @param arguments what it is told, before the name of the file
     * @return the lines that it left
     * @throws IllegalStateException if it failed
     */
    List<String> run(List<String> arguments) throws IOException, InterruptedException {
        Path results = Files.createTempFile("hive-bench", null);
        try {
            int code = waitFor(new ProcessBuilder(command(arguments, results)).inheritIO().start());
            if (code != 0) {
                throw new IllegalStateException("a process of its own ended with " + code + ": " + String.join(" ", arguments));
            }
            return Files.readAllLines(results);
        } finally {
            Files.deleteIfExists(results);
        }
    }

    private List<String> command(List<String> arguments, Path results) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(mainClass);
        command.addAll(arguments);
        command.add(results.toString());
        return command;
    }

    private static int waitFor(Process process) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy)); // does nothing to one that has ended
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }
}
