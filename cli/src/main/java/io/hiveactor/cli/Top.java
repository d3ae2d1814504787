package io.hiveactor.cli;

import io.hiveactor.runtime.console.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command {@code top}: shows the hive of another program on this machine that was started with a {@link Console},
 * repeatedly in a terminal or once.
 */
public final class Top {
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    private Top() {}

    /** Exits with 0; with 1 if no console listens or answers; with 2 if an argument is invalid. */
    public static void main(String[] arguments) throws InterruptedException {
        int code = run(List.of(arguments), System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    static int run(List<String> arguments, PrintStream out, PrintStream err) throws InterruptedException {
        if (arguments.contains("--help")) {
            out.print(TopOptions.USAGE);
            return 0;
        }
        try {
            return show(TopOptions.of(arguments, defaultPort()), out, err);
        } catch (IllegalArgumentException e) {
            err.println("hive top: " + e.getMessage());
            return MISUSED;
        }
    }

    private static @Nullable String defaultPort() {
        String property = System.getProperty(Console.PROPERTY);
        return property == null ? System.getenv("HIVE_CONSOLE") : property;
    }

    private static int show(TopOptions options, PrintStream out, PrintStream err) throws InterruptedException {
        var client = new ConsoleClient(options.port());
        try {
            boolean isOnce = options.isOnce() || !Terminal.isThere();
            return isOnce ? once(client, options, out, err) : live(client, options, out);
        } catch (ConnectException e) {
            err.println("hive top: nobody listens on port " + options.port()
                    + "; is there a program that was started with -D" + Console.PROPERTY + "=" + options.port() + "?");
        } catch (IOException e) {
            err.println("hive top: port " + options.port() + " gave no answer: " + e.getMessage());
        }
        return FAILED;
    }

    private static int once(ConsoleClient client, TopOptions options, PrintStream out, PrintStream err)
            throws IOException {
        Terminal.Size page = Terminal.Size.PAGE;
        String screen = client.top(options.sort(), page.rows(), page.columns());
        if (screen.startsWith(Console.ERROR)) {
            err.print("hive top: " + screen);
            return FAILED;
        }
        out.print(screen);
        out.flush();
        return 0;
    }

    private static int live(ConsoleClient client, TopOptions options, PrintStream out)
            throws IOException, InterruptedException {
        try (Terminal terminal = Terminal.takeOver(out)) {
            new LiveScreen(client, options, terminal).show(Keys.of(System.in));
        }
        return 0;
    }
}
