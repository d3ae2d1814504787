package io.hiveactor.mailbox.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three servers that share the slots, and a backend on them. */
final class TestCluster implements AutoCloseable {
    private static final int NODES = 3;

    private final List<TestServer> servers;
    private final RedisClusterClient client;
    final RedisBackend backend;

    TestCluster() {
        servers = Stream.generate(() -> TestServer.started("--save", "", "--cluster-enabled", "yes")).limit(NODES).toList();
        for (int i = 0; i < NODES; i++) {
            join(i);
        }
        servers.forEach(TestCluster::awaitReady);
        client = RedisClusterClient.create(servers.getFirst().uri());
        backend = RedisBackend.connect(client);
    }

    private void join(int node) {
        int from = SlotHash.SLOT_COUNT * node / NODES;
        int to = SlotHash.SLOT_COUNT * (node + 1) / NODES;
        try (var one = RedisClient.create(servers.get(node).uri());
                var open = one.connect()) {
            var commands = open.sync();
            commands.clusterAddSlots(IntStream.range(from, to).toArray());
            commands.clusterSetConfigEpoch(node + 1L);
            commands.clusterMeet("127.0.0.1", servers.getFirst().port());
        }
    }

    private static void awaitReady(TestServer server) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        try (var one = RedisClient.create(server.uri());
                var open = one.connect()) {
            String info = open.sync().clusterInfo();
            while (!info.contains("cluster_state:ok") || !info.contains("cluster_known_nodes:" + NODES)) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("the cluster does not come together: " + info);
                }
                Thread.onSpinWait();
                info = open.sync().clusterInfo();
            }
        }
    }

    @Override
    public void close() {
        backend.close();
        client.close();
        servers.forEach(TestServer::close);
    }
}
