package io.hiveactor.bench;

import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.redis.RedisBackend;
import io.hiveactor.mailbox.redis.RedisConfig;
import io.hiveactor.mailbox.redis.RedisMailbox;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import redis.embedded.RedisServer;

/** A real Redis on this machine, which keeps nothing on disk, and a client of it. */
final class RedisHost implements AutoCloseable {
    private final RedisServer server;
    final RedisClient client;
    final RedisBackend backend;

    RedisHost() {
        try {
            int port = freePort();
            server = RedisServer.newRedisServer().bind("127.0.0.1").port(port)
                    .setting("dir " + Files.createTempDirectory("bench")).setting("save \"\"").build();
            server.start();
            client = RedisClient.create("redis://127.0.0.1:" + port);
            backend = RedisBackend.connect(client);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    RedisMailbox<String, Void> mailbox() {
        return new RedisMailbox<>(backend, RedisConfig.named("bench", Codec.text()));
    }

    @Override
    public void close() {
        backend.close();
        client.close();
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
