package io.hiveactor.runtime.console;

import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Answers questions about one hive on a port of the loopback address: a client sends one line, gets a text, and is
 * hung up on. The questions are in {@link Answers}. Whoever has an account on this machine may ask.
 *
 * <p><b>Threads:</b> any thread. One thread of its own serves one client after the other.
 */
public final class Console implements AutoCloseable {
    /*
     * Everything that waits for a client has a limit, see Exchange: a client that does not speak, or does not read,
     * delays the others and no more. What waits for the hive is the suppliers' affair; close() interrupts them.
     */

    /** The system property that holds a port, for the hive that opens a console and for who asks it. */
    public static final String PROPERTY = "hive.console";

    /** What an answer begins with that gives a reason instead. */
    public static final String ERROR = "error: ";

    static final System.Logger LOG = System.getLogger("io.hiveactor.runtime.console");

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int BACKLOG = 8;

    private final ServerSocketChannel server;
    private final Answers answers;
    private final Duration patience;
    private final Thread thread;
    private volatile boolean isClosed;

    private Console(ServerSocketChannel server, String hive, Answers answers, Duration patience) {
        this.server = server;
        this.answers = answers;
        this.patience = patience;
        thread = new Thread(null, this::run, hive + "-console", 0, false);
        thread.setDaemon(true);
    }

    /**
     * Opens a console.
     *
     * @param port zero for any that is free
     * @param hiveName for the name of its thread
     * @param snapshots called by the console's thread, once for each question
     * @param diagnoses called by the console's thread, where one snapshot cannot tell
     * @throws UncheckedIOException if the port cannot be had
     */
    public static Console open(
            int port, String hiveName, Supplier<HiveSnapshot> snapshots, Supplier<Diagnosis> diagnoses) {
        return open(port, hiveName, new Answers(snapshots, diagnoses), PATIENCE);
    }

    /** @param patience how long a client may take to speak, and to read */
    static Console open(int port, String hiveName, Answers answers, Duration patience) {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            return listening(address, hiveName, answers, patience);
        } catch (IOException e) {
            throw new UncheckedIOException("the console of hive " + hiveName + " cannot listen on port " + port, e);
        }
    }

    private static Console listening(InetSocketAddress address, String hiveName, Answers answers, Duration patience)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            var console = new Console(server.bind(address, BACKLOG), hiveName, answers, patience);
            console.thread.start();
            return console;
        } catch (Throwable e) {
            server.close();
            throw e;
        }
    }

    /**
     * Reads a port as the property holds it.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static int portOf(String text) {
        try {
            int port = Integer.parseInt(text.strip());
            if (port >= 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(noPort(text), e);
        }
        throw new IllegalArgumentException(noPort(text));
    }

    private static String noPort(String text) {
        return "the port of a console (" + PROPERTY + ") must be 0 to 65535: " + text;
    }

    /** An answer of one line that gives a reason instead of what was asked for. */
    public static String error(String reason) {
        return ERROR + Line.printable(reason) + "\n";
    }

    /** Where it listens. */
    public int port() {
        return address().getPort();
    }

    InetSocketAddress address() {
        try {
            return (InetSocketAddress) server.getLocalAddress();
        } catch (IOException e) {
            throw new UncheckedIOException("the console is closed", e);
        }
    }

    private void run() {
        while (server.isOpen()) {
            try (SocketChannel client = server.accept()) {
                serve(client);
            } catch (IOException e) {
                failed(e);
            }
        }
    }

    private void serve(SocketChannel client) {
        try (var exchange = new Exchange(client, patience)) {
            exchange.say(switch (exchange.hear()) {
                case Heard.Line(String request) -> answers.to(request);
                case Heard.NoLine reason -> reason.answer();
            });
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client of the console went away", e);
        } catch (RuntimeException e) { // a bug, or a channel that was closed under us; the next one is served all the same
            LOG.log(Level.WARNING, "a client of the console could not be served", e);
        }
    }

    private void failed(IOException e) {
        if (!isClosed) {
            LOG.log(Level.WARNING, thread.getName() + " could not take a client", e);
            pause();
        }
    }

    /** What keeps it from taking clients, no more file handles for instance, would fill the log. */
    private void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Frees the port, and ends the thread unless one of the suppliers does not heed an interrupt. */
    @Override
    public void close() {
        close(PATIENCE);
    }

    /** Ends its thread, and waits for that as long as there is time. */
    public void close(Duration left) {
        isClosed = true;
        thread.interrupt();
        try {
            server.close();
            boolean hasEnded = thread.join(left.compareTo(PATIENCE) < 0 ? left : PATIENCE);
            if (!hasEnded) {
                LOG.log(Level.WARNING, thread.getName() + " has not ended: it waits for the hive");
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "closing " + thread.getName(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
