package io.hiveactor.cli;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal that standard input and output are, in a mode that gives each key as it is pressed. Closing it, or the
 * end of the JVM, gives it back as it was.
 *
 * <p><b>Threads:</b> owner only, but any thread may close it.
 */
final class Terminal implements AutoCloseable {
    /** @param rows lines */
    record Size(int rows, int columns) {
        /** Where nothing can scroll away or wrap: a file, a pipe. */
        static final Size PAGE = new Size(1000, 200);

        private static final Size USUAL = new Size(24, 80);
        private static final Pattern KNOWN = Pattern.compile("([1-9][0-9]{0,4}) ([1-9][0-9]{0,4})\\s*");

        /** Reads "24 80". A terminal that does not know its size says that it is 0 by 0. */
        static Size of(String text) {
            Matcher known = KNOWN.matcher(text);
            return known.matches()
                    ? new Size(Integer.parseInt(known.group(1)), Integer.parseInt(known.group(2)))
                    : USUAL;
        }
    }

    private static final String ESCAPE = "\033[";
    private static final String HOME = ESCAPE + "H";
    private static final String CLEAR_LINE = ESCAPE + "K";
    private static final String CLEAR_BELOW = ESCAPE + "J";
    private static final String BEGIN = ESCAPE + "?25l" + ESCAPE + "?7l" + HOME + CLEAR_BELOW; // no cursor, no wrapping
    private static final String END = ESCAPE + "?7h" + ESCAPE + "?25h\n";
    private static final long STTY_SECONDS = 5;

    private final PrintStream out;
    private final String before;
    private final Thread atExit = new Thread(this::restore, "terminal");
    private Size size = Size.USUAL;
    private boolean isRestored;

    private Terminal(PrintStream out, String before) {
        this.out = out;
        this.before = before;
    }

    /** Whether both standard input and standard output are a terminal, and can be set. */
    static boolean isThere() {
        try {
            var test = new ProcessBuilder("sh", "-c", "test -t 0 && test -t 1 && stty -g >/dev/null").inheritIO();
            return await(test.start()) == 0;
        } catch (IOException noShell) {
            return false;
        }
    }

    /** Takes the terminal over from the shell. */
    static Terminal takeOver(PrintStream out) throws IOException {
        var terminal = new Terminal(out, stty("-g").strip());
        Runtime.getRuntime().addShutdownHook(terminal.atExit);
        stty("-icanon", "-echo", "min", "1", "time", "0");
        out.print(BEGIN);
        return terminal;
    }

    /** As it is now; the user may have changed it. */
    Size size() {
        try {
            size = Size.of(stty("size"));
        } catch (IOException interrupted) {
            return size; // by Ctrl-C, which is for our children as well
        }
        return size;
    }

    /** Paints a body at the top and a footer at the bottom, over what was there. */
    void paint(String body, String footer, Size now) {
        out.print(HOME + body.replace("\n", CLEAR_LINE + "\n") + CLEAR_BELOW
                + ESCAPE + now.rows() + ";1H" + footer + CLEAR_LINE);
        out.flush();
    }

    @Override
    public void close() {
        restore();
        try {
            boolean wasThere = Runtime.getRuntime().removeShutdownHook(atExit);
            assert wasThere;
        } catch (IllegalStateException exiting) {
            return; // then the hook runs, and finds nothing to do
        }
    }

    /** Held until it is done: a hook that returned earlier would let the JVM end half way. */
    private synchronized void restore() {
        if (isRestored) {
            return;
        }
        out.print(END);
        out.flush();
        try {
            stty(before);
            isRestored = true;
        } catch (IOException e) {
            System.err.println("hive top: the terminal could not be restored (" + e.getMessage() + "); try: stty sane");
        }
    }

    @CanIgnoreReturnValue
    private static String stty(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectInput(Redirect.INHERIT).redirectError(Redirect.DISCARD).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        int code = await(process);
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code);
        }
        return output;
    }

    private static int await(Process process) throws IOException {
        try {
            if (!process.waitFor(STTY_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("stty does not end");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("waiting for stty").initCause(e);
        }
    }
}
