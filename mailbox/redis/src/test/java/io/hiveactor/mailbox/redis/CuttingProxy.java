package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between a client and a server, and cuts their connections after so many more bytes. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int serverPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong answerBytesLeft = new AtomicLong(Long.MAX_VALUE);
    private volatile boolean isRefusing;
    private final AtomicInteger cuts = new AtomicInteger();

    CuttingProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    RedisURI uri() {
        return RedisURI.builder().withHost("127.0.0.1").withPort(listening.getLocalPort()).build();
    }

    /** Lets so many more bytes of answers through, and then cuts, once. */
    void cutAfterAnswering(long bytes) {
        answerBytesLeft.set(bytes);
    }

    /** Whoever is cut off stays so, until this is taken back. */
    void refuse(boolean whether) {
        isRefusing = whether;
    }

    /** How often it has cut. */
    int cuts() {
        return cuts.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                if (isRefusing) {
                    client.close();
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> pass(client, server, false));
                Thread.ofVirtual().start(() -> pass(server, client, true));
            }
        } catch (IOException e) {
            // it accepts no more
        }
    }

    private void pass(Socket from, Socket to, boolean isAnswer) {
        byte[] buffer = new byte[8192];
        try (from; to) {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                long left = isAnswer ? answerBytesLeft.getAndAdd(-read) : Long.MAX_VALUE;
                out.write(buffer, 0, (int) Math.min(read, left));
                if (left <= read) {
                    answerBytesLeft.set(Long.MAX_VALUE);
                    cuts.incrementAndGet();
                    cut();
                }
            }
        } catch (IOException e) {
            // it was cut, at either end
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void cut() {
        for (Socket each : sockets) {
            try {
                each.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
