package io.hiveactor.service;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.config.ConfigHelp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first steps of docs/guide/service.md work as written: bash runs its commands, and the output is the one shown. */
class GuideTest {
    private static final Path GUIDE = Path.of("../docs/guide/service.md");
    private static final String JAVA = ProcessHandle.current().info().command().orElseThrow();
    private static final long LIMIT_SECONDS = 180;
    private static final String END_OF_STEP = "--- end of step";
    private static final Pattern BLOCK = Pattern.compile("```(sh|text)\\n(.*?)```", Pattern.DOTALL);

    /** What differs from run to run. Two values that are equal on the page must be equal in the output, and vice versa. */
    private static final Pattern VARIABLE = Pattern.compile("(?<token>\\b[A-Za-z0-9_-]{80,}\\b|\\b[A-Za-z0-9_-]{30,}\\.\\.\\.)"
            + "|(?<chain>(?<=\"hash_chain\":\")b3:[0-9a-f]{64})"
            + "|(?<uuid>\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b)"
            + "|(?<lease>\\b[0-9a-f]{32}\\b)"
            + "|(?<ulid>\\b[0-7][0-9A-HJKMNP-TV-Z]{25}\\b)"
            + "|(?<time>\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?Z)"
            + "|(?<took>\\b\\d+ ms\\b)");
    private static final List<String> NUMBERED = List.of("token", "chain", "uuid", "lease", "ulid");

    /** Commands, and the output that the page shows under them; empty if it shows none. */
    private record Step(String commands, String output) {}

    @TempDir
    private Path folder;

    @Test
    void theFirstStepsWorkAsWritten() throws Exception {
        List<Step> steps = steps(section(Files.readString(GUIDE), "## First steps"));
        assertTrue(steps.size() >= 12, () -> "the page has " + steps.size() + " steps");
        int port = freePort();
        int metricsPort = freePort();
        installLauncher(port, metricsPort);

        List<String> outputs = run(steps, port);

        String shown = steps.stream().map(Step::output).collect(joining(END_OF_STEP)).replaceAll("\\n +", "");
        String seen = String.join(END_OF_STEP, outputs).replace(":" + port, ":9410").replace(":" + metricsPort, ":9600");
        List<String> expected = List.of(withoutValues(shown).split(END_OF_STEP, -1));
        List<String> actual = List.of(withoutValues(seen).split(END_OF_STEP, -1));
        for (int i = 0; i < steps.size(); i++) {
            String commands = steps.get(i).commands();
            assertEquals(expected.get(i), i < actual.size() ? actual.get(i) : "(the script ended before)",
                    () -> "after\n" + commands + "the log is\n" + read(folder.resolve("service.log")));
        }
    }

    @Test
    void theTableOfKeysIsThatOfTheService() throws IOException {
        assertTrue(Files.readString(GUIDE).contains("\n" + ConfigHelp.markdown()),
                () -> "the guide must contain:\n" + ConfigHelp.markdown());
    }

    // ---- the page ----

    private static String section(String page, String heading) {
        int begin = page.indexOf(heading + "\n");
        assertTrue(begin >= 0, "no " + heading);
        int end = page.indexOf("\n## ", begin);
        return page.substring(begin, end < 0 ? page.length() : end);
    }

    private static List<Step> steps(String section) {
        List<Step> steps = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(section);
        while (blocks.find()) {
            if (blocks.group(1).equals("sh")) {
                steps.add(new Step(blocks.group(2), ""));
            } else {
                steps.add(new Step(steps.removeLast().commands(), blocks.group(2)));
            }
        }
        return steps;
    }

    /** The text with each variable value replaced by its kind and, where values recur, by its place among them. */
    private static String withoutValues(String text) {
        Map<String, Integer> numbers = new HashMap<>();
        return VARIABLE.matcher(text).replaceAll(found -> {
            for (String kind : NUMBERED) {
                if (found.group(found.namedGroups().get(kind)) != null) {
                    return kind + " " + numbers.computeIfAbsent(kind + found.group(), value -> numbers.size() + 1);
                }
            }
            return found.group("time") != null ? "time" : "took";
        });
    }

    // ---- running it ----

    /** A file {@code hive} in place of the launcher: starts what is compiled, on ports of its own. */
    private void installLauncher(int port, int metricsPort) throws IOException {
        Path launcher = Files.writeString(folder.resolve("hive"), """
                #!/usr/bin/env bash
                echo $$ >> launched
                shift
                case ${1:-} in
                    cap | keys) [ "$2" != revoke ] || set -- "$@" --url http://127.0.0.1:%d ;;
                    *) set -- --bind_addr 127.0.0.1:%d --metrics_addr 127.0.0.1:%d --console.port 0 "$@" ;;
                esac
                exec '%s' -XX:TieredStopAtLevel=1 -Xmx256m --add-opens java.base/java.lang=ALL-UNNAMED \\
                    --enable-native-access=ALL-UNNAMED -cp '%s' io.hiveactor.service.ServiceMain "$@"
                """.formatted(port, port, metricsPort, JAVA, System.getProperty("java.class.path")));
        Path executable = Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        assertTrue(Files.isExecutable(executable));
    }

    private List<String> run(List<Step> steps, int port) throws Exception {
        var script = new StringBuilder("command -v curl > /dev/null || { echo 'install curl'; exit 1; }\n");
        steps.forEach(step -> script.append(step.commands().replace(":9410", ":" + port))
                .append("echo '").append(END_OF_STEP).append("'\n"));
        Path output = folder.resolve("output");
        Process bash = new ProcessBuilder("bash", Files.writeString(folder.resolve("steps"), script).toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded;
        List<ProcessHandle> left;
        try {
            hasEnded = bash.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            left = launched();
            Stream.concat(bash.descendants(), left.stream()).forEach(ProcessHandle::destroyForcibly);
            bash.destroyForcibly();
        }
        assertTrue(hasEnded, () -> "no end after:\n" + read(output) + read(folder.resolve("service.log")));
        assertEquals(List.of(), left, "the steps left a process behind");
        return List.of(read(output).split(END_OF_STEP + "\\n"));
    }

    /** The JVMs that the launcher has started and that still run. */
    private List<ProcessHandle> launched() throws IOException {
        Path pids = folder.resolve("launched");
        List<String> lines = Files.exists(pids) ? Files.readAllLines(pids) : List.of();
        return lines.stream()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .filter(process -> process.info().command().orElse("").equals(JAVA)) // the number may be another's by now
                .toList();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
