package io.hiveactor.examples;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.json.JsonCodec;
import io.hiveactor.mailbox.redis.RedisBackend;
import io.hiveactor.mailbox.redis.RedisConfig;
import io.hiveactor.mailbox.redis.RedisMailbox;
import io.hiveactor.mailbox.worker.LeaseExtension;
import io.hiveactor.mailbox.worker.MailboxWorker;
import io.hiveactor.mailbox.worker.WorkRequest;
import io.hiveactor.mailbox.worker.WorkResult;
import io.hiveactor.mailbox.worker.WorkerConfig;
import io.lettuce.core.RedisClient;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import redis.embedded.RedisServer;

/**
 * Orders to be billed wait in a mailbox in Redis, and two processes work on them. Half-way one of them gets stuck in an order and
 * is killed: when its lease ends, the other gets that order as well, and nothing is lost.
 */
public final class WorkQueue {
    private static final int ORDERS = 24;
    private static final int STUCK_IN = ORDERS / 2;
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** What is to be done. */
    public record Order(int number, int cents) {}

    /** What came of it, and at which attempt. */
    public record Bill(int order, String text, int attempt) {}

    private WorkQueue() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 2 && args[0].equals("worker")) {
            work(args[1]);
        } else {
            demonstrate();
        }
    }

    /** The same for both sides: how orders are kept, and how their answers. */
    private static Mailbox<WorkRequest<Order>, WorkResult<Bill>> orders(RedisBackend redis) {
        return RedisMailbox.open(redis, "orders",
                JsonCodec.of(WorkRequest.class, Order.class), JsonCodec.of(WorkResult.class, Bill.class));
    }

    /** One of the worker processes; it ends when it is killed. */
    private static void work(String url) throws InterruptedException {
        try (RedisClient client = RedisClient.create(url); RedisBackend redis = RedisBackend.connect(client)) {
            Mailbox<WorkRequest<Order>, WorkResult<Bill>> orders = orders(redis);
            var config = WorkerConfig.<Order>standard().withLease(SOON).withExtension(LeaseExtension.off());
            new MailboxWorker<Order, Bill>(orders, (order, attempt) -> {
                workOn(order, attempt.number(), redis); // it may be killed here
                return new Bill(order.number(), order.cents() / 100 + " euros", attempt.number());
            }, config).run();
        }
    }

    private static void workOn(Order order, int attempt, RedisBackend redis) throws InterruptedException {
        if (order.number() == STUCK_IN && attempt == 1) {
            require(stuck(redis).send(Long.toString(ProcessHandle.current().pid())) instanceof Sent, "there is room");
            Thread.sleep(LONG);
        }
        Thread.sleep(50);
    }

    /** Here a worker says which process it is, when it gets stuck. */
    private static Mailbox<String, Void> stuck(RedisBackend redis) {
        return new RedisMailbox<>(redis, RedisConfig.named("stuck", Codec.text()));
    }

    /** Sends orders, and counts the answers. */
    private static void ask(String url, Workers workers) throws Exception {
        try (RedisClient client = RedisClient.create(url); RedisBackend redis = RedisBackend.connect(client)) {
            Mailbox<WorkRequest<Order>, WorkResult<Bill>> orders = orders(redis);
            Mailbox<WorkResult<Bill>, Void> bills = new RedisMailbox<>(redis,
                    RedisConfig.named("bills", JsonCodec.of(WorkResult.class, Bill.class)));
            for (int i = 1; i <= ORDERS; i++) {
                require(orders.send(WorkRequest.of(new Order(i, 100 * i)), bills) instanceof Sent, "there is room");
            }
            System.out.println(ORDERS + " orders sent");
            workers.start();
            workers.kill(stuck(redis).receive(1, LONG, LONG).getFirst().body());
            System.out.println("half-way, the worker with order " + STUCK_IN + " is killed");
            Map<Integer, Bill> billed = new TreeMap<>();
            while (billed.size() < ORDERS) {
                for (Delivery<WorkResult<Bill>, Void> each : bills.receive(10, LONG, LONG)) {
                    Bill bill = each.body().output();
                    if (bill != null) {
                        billed.put(bill.order(), bill); // perhaps for the second time
                    }
                    require(each.acknowledge() == AckStatus.DONE, "settled in time");
                }
            }
            Bill late = Objects.requireNonNull(billed.get(STUCK_IN));
            System.out.println("order " + late.order() + " is billed at attempt " + late.attempt());
            System.out.println(billed.size() + " orders billed");
        }
    }

    // ---- the server and the processes ----

    private static void demonstrate() throws Exception {
        Path folder = Files.createTempDirectory("work-queue");
        int port = freePort();
        RedisServer server = RedisServer.newRedisServer().bind("127.0.0.1").port(port)
                .setting("dir " + folder).setting("save \"\"").build();
        server.start();
        String url = "redis://127.0.0.1:" + port;
        try (Workers workers = new Workers(url)) {
            ask(url, workers);
        } finally {
            server.stop();
            Files.deleteIfExists(folder);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("not so: " + what);
        }
    }

    /** Two processes of this program, of which one does not live long. */
    private static final class Workers implements AutoCloseable {
        private final String url;
        private final List<Process> processes = new ArrayList<>();

        Workers(String url) {
            this.url = url;
        }

        void start() throws IOException {
            while (processes.size() < 2) {
                String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
                String path = System.getProperty("java.class.path") + File.pathSeparator
                        + System.getProperty("jdk.module.path", "");
                processes.add(new ProcessBuilder(java, "-cp", path, WorkQueue.class.getName(), "worker", url)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
            }
        }

        void kill(String pid) {
            Process stuck = processes.stream().filter(each -> Long.toString(each.pid()).equals(pid)).findFirst().orElseThrow();
            require(stuck.isAlive(), "it is at work");
            stuck.destroyForcibly();
        }

        @Override
        public void close() {
            processes.forEach(Process::destroyForcibly);
        }
    }
}
