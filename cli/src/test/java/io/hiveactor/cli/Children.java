package io.hiveactor.cli;

import io.hiveactor.runtime.console.Console;
import java.io.File;
import java.net.URI;
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
                "-cp", pathOf(Top.class) + File.pathSeparator + pathOf(Console.class), Top.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String pathOf(Class<?> type) {
        return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString())).toString();
    }
}
