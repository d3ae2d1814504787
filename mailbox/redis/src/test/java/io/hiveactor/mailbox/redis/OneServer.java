package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;

/** A server, a backend on it, and a look behind its back. */
final class OneServer implements AutoCloseable {
    final TestServer server;
    final RedisClient client;
    final RedisBackend backend;
    private final StatefulRedisConnection<String, String> connection;

    OneServer() {
        this(TestServer.started());
    }

    /** The one that all tests use that leave it as it is. It ends with the program. */
    static OneServer shared() {
        return Shared.SERVER;
    }

    private static final class Shared {
        static final OneServer SERVER = new OneServer();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(SERVER.server::close));
        }
    }

    OneServer(TestServer server) {
        this.server = server;
        client = RedisClient.create(server.uri());
        backend = RedisBackend.connect(client);
        connection = client.connect();
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    /** How often the server has run a script. */
    long scriptCalls() {
        return commands().info("commandstats").lines()
                .filter(line -> line.startsWith("cmdstat_evalsha:") || line.startsWith("cmdstat_eval:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }

    @Override
    public void close() {
        backend.close();
        connection.close();
        client.close();
        server.close();
    }
}
