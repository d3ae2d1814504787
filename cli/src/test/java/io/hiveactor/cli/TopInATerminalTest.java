package io.hiveactor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hiveactor.runtime.console.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command top in a terminal of its own, which the command {@code script} makes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // an interrupt does not end a read of a pipe
class TopInATerminalTest {
    private final Console console = TestHive.open(TestHive::snapshot);
    private Process script;
    private final StringBuilder seen = new StringBuilder();

    @BeforeEach
    void start() throws IOException, InterruptedException {
        assumeTrue(hasScript(), "there is no command `script` of util-linux");
        String top = String.join(" ", Children.top("--port", String.valueOf(console.port()), "--interval", "0.1"));
        script = new ProcessBuilder(terminal(around(top))).redirectErrorStream(true).start();
    }

    /** Whoever runs the tests may ignore interrupts, as a job in the background does; a terminal's programs do not. */
    private static String[] terminal(String shown) {
        return new String[] {"env", "--default-signal=INT", "script", "-qec", shown, "/dev/null"};
    }

    /** Sets the size of a terminal that has none, and tells its modes before and after. Ctrl-C is not for the shell. */
    private static String around(String top) {
        return "trap : INT; stty rows 12 cols 60; echo before=$(stty -g); " + top
                + "; echo exit=$?; echo after=$(stty -g)";
    }

    private static boolean hasScript() throws InterruptedException {
        try {
            Process version = new ProcessBuilder("script", "--version").redirectErrorStream(true).start();
            String text = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return version.waitFor(10, TimeUnit.SECONDS) && text.contains("util-linux");
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    @AfterEach
    void end() {
        if (script != null) {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly();
        }
        console.close();
    }

    private void press(int key) throws IOException {
        script.getOutputStream().write(key);
        script.getOutputStream().flush();
    }

    /** Reads on until the terminal shows something. */
    private void see(String words) throws IOException {
        int from = seen.length();
        while (seen.indexOf(words, from) < 0) {
            int next = script.getInputStream().read();
            assertTrue(next >= 0, () -> "it ended before it showed " + words + ": " + seen);
            seen.append((char) next);
        }
    }

    private String find(String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(seen);
        assertTrue(matcher.find(), () -> pattern + " in " + seen);
        return matcher.group(1);
    }

    /** To the end of the shell. */
    private void assertEndsWith(int code) throws IOException, InterruptedException {
        seen.append(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertTrue(script.waitFor(10, TimeUnit.SECONDS));
        assertEquals(String.valueOf(code), find("exit=(\\d+)"));
        assertEquals(find("before=(\\S+)"), find("after=(\\S+)"), "the terminal is as it was");
        assertTrue(seen.lastIndexOf("\033[?25h") > seen.lastIndexOf("\033[?25l"), "the cursor is back");
    }

    @Test
    void aKeySortsAndQQuits() throws IOException, InterruptedException {
        see("calm#3");
        see("\033[12;1Hq quit | sorted by depth | d depth"); // in the last row
        press('n');
        see("sorted by name | ");
        press('x');
        see("sorted by name | ");
        press('q');
        assertEndsWith(0);
    }

    @Test
    void ctrlCQuitsAndLeavesTheTerminalAsItWas() throws IOException, InterruptedException {
        see("sorted by depth");
        press(3);
        assertEndsWith(130);
    }

    @Test
    void ctrlDIsTheEndOfInput() throws IOException, InterruptedException {
        see("sorted by depth");
        press(4);
        assertEndsWith(0);
    }

    @Test
    void itEndsWithItsTerminal() throws Exception {
        see("sorted by depth");
        ProcessHandle top = script.descendants().filter(ProcessHandle::isAlive)
                .filter(child -> child.info().command().orElse("").endsWith("java")).findAny().orElseThrow();
        script.destroyForcibly();
        assertFalse(top.onExit().get(10, TimeUnit.SECONDS).isAlive());
    }

    @Test
    void itEndsWhenTheProgramDoes() throws IOException, InterruptedException {
        see("sorted by depth");
        console.close();
        see("hive top: nobody listens on port");
        assertEndsWith(1);
    }
}
