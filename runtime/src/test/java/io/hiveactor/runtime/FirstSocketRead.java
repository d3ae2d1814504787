package io.hiveactor.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** A program: the JVM's first socket read is an actor's, the hive closes, and a virtual thread reads after that. */
final class FirstSocketRead {
    private FirstSocketRead() {}

    public static void main(String[] args) throws Exception {
        var byActor = new CompletableFuture<Integer>();
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).messages(64).build())) {
            if (hive.fiberMode() != FiberMode.OWN_CARRIER) {
                throw new IllegalStateException("the wrong mode: " + hive.fiberMode());
            }
            ActorId reader = hive.spawn((self, message) -> byActor.complete(read(1)));
            NotifyStatus sent = hive.notify(reader, "read");
            System.out.println(sent);
            byActor.join();
        }
        var byThread = new CompletableFuture<Integer>();
        Thread.ofVirtual().start(() -> {
            try {
                byThread.complete(read(2));
            } catch (IOException e) {
                byThread.completeExceptionally(e);
            }
        });
        System.out.println("actor read " + byActor.join() + ", thread read " + byThread.join());
    }

    /** Reads a byte that comes only after the reader has had to wait. */
    private static int read(int value) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var client = new Socket(server.getInetAddress(), server.getLocalPort());
                var accepted = server.accept()) {
            Thread reader = Thread.currentThread();
            var reads = new CountDownLatch(1);
            Thread writer = Thread.ofPlatform().start(() -> {
                try {
                    reads.await();
                    while (reader.getState() == Thread.State.RUNNABLE) {
                        Thread.onSpinWait();
                    }
                    client.getOutputStream().write(value);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            var in = accepted.getInputStream();
            reads.countDown();
            int read = in.read();
            try {
                writer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return read;
        }
    }
}
