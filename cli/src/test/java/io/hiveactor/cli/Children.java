package io.hiveactor.runtime.console;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Commands that start a JVM of their own. */
final class Children {
    private Children() {}

    /** The command top, as the script runs it. */
    static List<String> top(String... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-cp", Path.of("target", "classes").toAbsolutePath().toString(), Top.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
