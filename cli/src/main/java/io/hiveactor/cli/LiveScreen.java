package io.hiveactor.cli;

import io.hiveactor.runtime.console.Console;
import io.hiveactor.runtime.console.Line;
import io.hiveactor.runtime.console.Sort;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The screen of a hive, painted again and again until the user has seen enough. */
final class LiveScreen {
    private static final int CTRL_D = 4;
    private static final String KEYS = Arrays.stream(Sort.values()).map(sort -> sort.key() + " " + sort.word())
            .collect(Collectors.joining(", "));

    private final ConsoleClient client;
    private final TopOptions options;
    private final Terminal terminal;
    private Sort sort;

    LiveScreen(ConsoleClient client, TopOptions options, Terminal terminal) {
        this.client = client;
        this.options = options;
        this.terminal = terminal;
        sort = options.sort();
    }

    /**
     * Returns when the user quits, or at the end of input.
     *
     * @throws ConnectException if nobody listens, any more or at all
     */
    void show(Keys keys) throws IOException, InterruptedException {
        int key = Keys.NONE;
        while (key != 'q' && key != CTRL_D && key != Keys.END_OF_INPUT) {
            paint();
            key = keys.next(options.interval());
            Sort chosen = Sort.at(key);
            sort = chosen == null ? sort : chosen;
        }
    }

    private void paint() throws IOException {
        Terminal.Size size = terminal.size();
        String footer = "q quit | sorted by " + sort.word() + " | " + KEYS;
        terminal.paint(body(size), Line.cut(footer, size.columns()), size);
    }

    /** A hive that is too busy to answer is no reason to end: it may be just what the user looks for. */
    private String body(Terminal.Size size) throws ConnectException {
        try {
            return client.top(sort, Math.max(1, size.rows() - 1), size.columns());
        } catch (ConnectException e) {
            throw e;
        } catch (IOException e) {
            return Console.error("no answer: " + e.getMessage());
        }
    }
}
