package io.hiveactor.runtime.console;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One conversation with one client: a line comes, a text goes. Neither takes longer than the console's patience.
 *
 * <p><b>Threads:</b> owner only. An interrupt ends it.
 */
final class Exchange implements AutoCloseable {
    /*
     * The channel does not block, because a write that does has no limit: it would wait for ever for a client that does
     * not read. One deadline for all of the reads, and one for all of the writes: a byte now and then gains nothing.
     */
    static final int LONGEST_REQUEST = 1024;

    private static final Duration FAREWELL = Duration.ofMillis(200);

    private final SocketChannel client;
    private final Selector selector;
    private final SelectionKey key;
    private final Duration patience;

    Exchange(SocketChannel client, Duration patience) throws IOException {
        this.client = client;
        this.patience = patience;
        client.configureBlocking(false);
        selector = Selector.open();
        key = client.register(selector, 0);
    }

    /** Waits for the client's line. What ends without a line's end is one as well. */
    Heard hear() throws IOException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        var bytes = ByteBuffer.allocate(LONGEST_REQUEST + 1);
        while (bytes.hasRemaining()) {
            if (!isReady(SelectionKey.OP_READ, deadlineNanos)) {
                return Heard.NoLine.TOO_LATE;
            }
            boolean hasEnded = client.read(bytes) < 0;
            int end = lineEnd(bytes);
            if (hasEnded || end < bytes.position()) {
                return new Heard.Line(new String(bytes.array(), 0, end, StandardCharsets.UTF_8));
            }
        }
        return Heard.NoLine.TOO_LONG;
    }

    private static int lineEnd(ByteBuffer bytes) {
        int at = 0;
        while (at < bytes.position() && bytes.get(at) != '\n') {
            at++;
        }
        return at;
    }

    /** Gives the client its answer, and tells it that there is no more. */
    void say(String text) throws IOException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
        while (bytes.hasRemaining()) {
            if (!isReady(SelectionKey.OP_WRITE, deadlineNanos)) {
                throw new SocketTimeoutException("it does not read; bytes left: " + bytes.remaining());
            }
            int written = client.write(bytes);
            assert written >= 0;
        }
        client.shutdownOutput();
        hearOut();
    }

    /** To hang up on a client that still talks is a reset, which may cost it our answer. */
    private void hearOut() throws IOException {
        long deadlineNanos = System.nanoTime() + FAREWELL.toNanos();
        var ignored = ByteBuffer.allocate(64 << 10);
        while (isReady(SelectionKey.OP_READ, deadlineNanos) && client.read(ignored.clear()) >= 0) {
            assert ignored.position() >= 0;
        }
    }

    /** Without this the channel would stay open behind its own close, for a selector that knows it. */
    @Override
    public void close() throws IOException {
        selector.close();
    }

    /** Waits until the channel can read or write; false at the deadline. */
    private boolean isReady(int operation, long deadlineNanos) throws IOException {
        key.interestOps(operation);
        long millis = Math.ceilDiv(deadlineNanos - System.nanoTime(), 1_000_000);
        selector.selectedKeys().clear();
        boolean isReady = millis > 0 && selector.select(millis) > 0;
        if (Thread.currentThread().isInterrupted()) {
            throw new ClosedByInterruptException();
        }
        return isReady;
    }
}
