package io.hiveactor.mailbox.redis;

import static io.hiveactor.mailbox.redis.Boxes.LONG;
import static io.hiveactor.mailbox.redis.Boxes.got;
import static io.hiveactor.mailbox.redis.Boxes.newName;
import static io.hiveactor.mailbox.redis.Boxes.open;
import static io.hiveactor.mailbox.redis.Boxes.receiveOne;
import static io.hiveactor.mailbox.redis.Boxes.send;
import static io.hiveactor.mailbox.redis.Boxes.until;
import static io.hiveactor.mailbox.redis.Boxes.waiting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Delivery;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** The server dies, or the line to it. */
@Timeout(120)
class FaultTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.startedDurable();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void restart() {
        server.kill();
        server.start();
    }

    @Nested
    class GivenAServerThatIsKilledAndStartedAgain {
        @Test
        void betweenAnyTwoCallsNothingIsLostAndNoReceiptWorksTwice() throws Exception {
            try (var client = RedisClient.create(server.uri());
                    var backend = RedisBackend.connect(client, Duration.ofSeconds(20))) {
                var mailbox = open(backend, newName());
                var _ = mailbox.sendAll(List.of("a", "b", "c"));
                restart();
                var batch = mailbox.receive(2, LONG, Duration.ZERO);
                assertEquals(List.of("a", "b"), Boxes.bodies(batch));
                restart();
                assertEquals(AckStatus.DONE, batch.get(0).acknowledge());
                restart();
                assertEquals(AckStatus.LEASE_ENDED, batch.get(0).acknowledge());
                assertEquals(AckStatus.DONE, batch.get(1).extend(LONG));
                restart();
                assertEquals(AckStatus.DONE, batch.get(1).nack());
                restart();
                assertEquals(AckStatus.LEASE_ENDED, batch.get(1).nack());
                assertEquals(2, mailbox.approximateCount());
                var rest = mailbox.receive(10, LONG, Duration.ZERO);
                assertEquals(List.of("c", "b"), Boxes.bodies(rest));
                assertEquals(List.of(1, 2), rest.stream().map(Delivery::deliveryCount).toList());
                restart();
                assertEquals(Collections.nCopies(2, AckStatus.DONE), mailbox.acknowledgeAll(rest));
                restart();
                assertEquals(0, mailbox.approximateCount());
            }
        }

        @Test
        void whoWaitsIsWokenByTheNewOne() throws Exception {
            try (var client = RedisClient.create(server.uri());
                    var backend = RedisBackend.connect(client, Duration.ofSeconds(20))) {
                var mailbox = open(backend, newName());
                var waits = waiting(mailbox);
                restart();
                send(mailbox, "a");
                // the news may have come while the server still read what it had, and was told so
                boolean isTold = waits.handle((_, e) -> e != null).get(Boxes.GUARD_SECONDS, TimeUnit.SECONDS);
                assertEquals("a", got(isTold ? waiting(mailbox) : waits).body());
                var again = waiting(mailbox);
                send(mailbox, "b");
                assertEquals("b", got(again).body());
            }
        }

        @Test
        void whatWasSentWhileTheLineWasDownIsFoundOnceItIsBack() throws Exception {
            try (var proxy = new CuttingProxy(server.port());
                    var client = RedisClient.create(proxy.uri());
                    var direct = RedisClient.create(server.uri());
                    var backend = RedisBackend.connect(client, Duration.ofSeconds(20));
                    var sending = RedisBackend.connect(direct)) {
                var mailbox = open(backend, newName());
                var waits = waiting(mailbox);
                proxy.cutAfterAnswering(0); // the news itself does not come through
                send(open(sending, mailbox.name()), "a");
                assertEquals("a", got(waits).body());
                assertEquals(1, proxy.cuts());
            }
        }

        @Test
        void everyCallSaysWhatItCouldNotDoUntilTheServerIsBack() throws Exception {
            try (var client = RedisClient.create(server.uri());
                    var backend = RedisBackend.connect(client, Duration.ofMillis(200))) {
                var mailbox = open(backend, newName());
                send(mailbox, "a");
                var held = receiveOne(mailbox, LONG);
                server.kill();
                try {
                    unreachable("send", mailbox.name(), () -> send(mailbox, "b"));
                    unreachable("receive", mailbox.name(), () -> receiveOne(mailbox, LONG));
                    unreachable("listen", mailbox.name(), () -> {
                        var _ = mailbox.receive(1, LONG, LONG);
                    });
                    unreachable("acknowledge", mailbox.name(), held::acknowledge);
                    unreachable("give back", mailbox.name(), held::nack);
                    unreachable("extend", mailbox.name(), () -> {
                        var _ = held.extend(LONG);
                    });
                    unreachable("count", mailbox.name(), mailbox::approximateCount);
                    unreachable("purge", mailbox.name(), mailbox::purge);
                } finally {
                    server.start();
                }
                until(() -> isReachable(mailbox));
                assertEquals(1, mailbox.approximateCount()); // nothing that failed was done later
                assertEquals(AckStatus.DONE, held.acknowledge());
            }
        }
    }

    private static boolean isReachable(RedisMailbox<String, String> mailbox) {
        try {
            var _ = mailbox.approximateCount();
            return true;
        } catch (BackendException e) {
            return false;
        }
    }

    private static void unreachable(String call, String mailbox, Executable attempt) {
        var failure = assertThrows(BackendException.class, attempt);
        assertTrue(failure.getMessage().contains(call) && failure.getMessage().contains(mailbox), failure.getMessage());
        assertNotNull(failure.getCause());
    }

    @Nested
    class GivenNoServer {
        @Test
        void connectingFailsWithAClearError() {
            try (var client = RedisClient.create(RedisURI.create("redis://127.0.0.1:1"))) {
                var failure = assertThrows(BackendException.class, () -> RedisBackend.connect(client).close());
                assertTrue(failure.getMessage().contains("connect"), failure.getMessage());
                assertTrue(failure.getMessage().contains("127.0.0.1"), failure.getMessage());
            }
        }

        @Test
        void aClosedBackendFailsWithAClearError() throws Exception {
            try (var client = RedisClient.create(server.uri())) {
                var backend = RedisBackend.connect(client);
                var mailbox = open(backend, newName());
                send(mailbox, "a");
                var held = receiveOne(mailbox, LONG);
                backend.close();
                unreachable("acknowledge", mailbox.name(), held::acknowledge);
                unreachable("send", mailbox.name(), () -> send(mailbox, "b"));
                try (var again = RedisBackend.connect(client)) { // the client is not ours to close
                    assertEquals(1, open(again, mailbox.name()).purge());
                }
            }
        }
    }

    @Nested
    class GivenALineThatIsCutWhileTheServerAnswers {
        @Test
        void everyCallEndsAsIfItHadNotBeenCut() throws Exception {
            try (var proxy = new CuttingProxy(server.port());
                    var client = RedisClient.create(proxy.uri());
                    var backend = RedisBackend.connect(client, Duration.ofSeconds(20))) {
                int times = 0;
                for (int bytes = 0; bytes < 500; bytes += 27) { // in the course of which all of the answers are cut
                    proxy.cutAfterAnswering(bytes);
                    allCalls(open(backend, newName()));
                    times++;
                    assertEquals(times, proxy.cuts());
                }
            }
        }

        private void allCalls(RedisMailbox<String, String> mailbox) throws Exception {
            List<String> sent = IntStream.range(0, 4).mapToObj(i -> "m" + i).toList();
            for (String body : sent) {
                send(mailbox, body);
            }
            assertEquals(4, mailbox.approximateCount());
            var batch = mailbox.receive(3, LONG, Duration.ZERO);
            assertEquals(sent.subList(0, 3), Boxes.bodies(batch));
            assertEquals(AckStatus.DONE, batch.get(0).acknowledge());
            assertEquals(AckStatus.LEASE_ENDED, batch.get(0).acknowledge());
            assertEquals(AckStatus.DONE, batch.get(1).nack());
            assertEquals(AckStatus.LEASE_ENDED, batch.get(1).acknowledge());
            assertEquals(AckStatus.DONE, batch.get(2).extend(LONG));
            List<String> rest = new ArrayList<>(Boxes.bodies(mailbox.receive(10, LONG, Duration.ZERO)));
            assertEquals(List.of("m3", "m1"), rest);
            assertEquals(3, mailbox.purge());
        }

        @Test
        void whatFailedBecauseThereWasNoLineIsNotDoneOnceThereIsOne() throws Exception {
            try (var proxy = new CuttingProxy(server.port());
                    var client = RedisClient.create(proxy.uri());
                    var backend = RedisBackend.connect(client, Duration.ofMillis(300))) {
                var mailbox = open(backend, newName());
                send(mailbox, "a");
                proxy.refuse(true);
                proxy.cutAfterAnswering(0);
                assertThrows(BackendException.class, mailbox::approximateCount); // this is what is cut
                unreachable("send", mailbox.name(), () -> send(mailbox, "b"));
                proxy.refuse(false);
                until(() -> isReachable(mailbox));
                assertEquals(1, mailbox.approximateCount());
            }
        }

        @Test
        void manySendsSayHowManyOfThemAreSentAndOfHowManyItIsNotKnown() throws Exception {
            try (var proxy = new CuttingProxy(server.port());
                    var client = RedisClient.create(proxy.uri());
                    var backend = RedisBackend.connect(client, Duration.ofMillis(300))) {
                var mailbox = open(backend, newName());
                send(mailbox, "before"); // so that the server has the script
                int firstAnswer = "$3\r\n100\r\n".length();
                proxy.refuse(true);
                proxy.cutAfterAnswering(firstAnswer + 1);
                var failure = assertThrows(BackendException.class,
                        () -> mailbox.sendAll(IntStream.range(0, 230).mapToObj(i -> "m" + i).toList()));
                assertTrue(failure.getMessage().startsWith("100 of 230 are sent; of the next 100 it is not known: "),
                        failure.getMessage());
                proxy.refuse(false);
                until(() -> isReachable(mailbox));
                assertEquals(201, mailbox.approximateCount());
            }
        }

        @Test
        void anAcknowledgeThatWasDoneButNeverAnsweredFailsAndIsDone() throws Exception {
            var proxy = new CuttingProxy(server.port());
            try (var client = RedisClient.create(proxy.uri());
                    var direct = RedisClient.create(server.uri());
                    var backend = RedisBackend.connect(client, Duration.ofMillis(500));
                    var other = RedisBackend.connect(direct)) {
                var mailbox = open(backend, newName());
                var same = open(other, mailbox.name());
                send(mailbox, "before");
                assertEquals(AckStatus.DONE, receiveOne(mailbox, LONG).acknowledge()); // so that the server has the script
                send(mailbox, "a");
                var held = receiveOne(mailbox, LONG);
                proxy.cutAfterAnswering(0);
                proxy.refuse(true);
                unreachable("acknowledge", mailbox.name(), held::acknowledge);
                assertEquals(0, same.approximateCount());
                assertEquals(AckStatus.LEASE_ENDED, same.acknowledge(held.receipt()));
            } finally {
                proxy.close();
            }
        }
    }

    /** Nobody would know whether the call was done, if it were left. */
    @Test
    void anInterruptAndACloseAreHeardOnceTheCallUnderWayHasEnded() throws Exception {
        try (var client = RedisClient.create(server.uri());
                var admin = client.connect();
                var backend = RedisBackend.connect(client, Duration.ofMillis(300))) {
            var mailbox = open(backend, newName());
            send(mailbox, "a");
            admin.sync().clientPause(1_000);
            var told = new CompletableFuture<Boolean>();
            long start = System.nanoTime();
            Thread receiver = Thread.ofVirtual().start(() -> {
                assertThrows(BackendException.class, () -> receiveOne(mailbox, LONG));
                told.complete(Thread.currentThread().isInterrupted());
            });
            until(() -> receiver.getState() == Thread.State.TIMED_WAITING);
            receiver.interrupt();
            mailbox.close();
            assertTrue(told.get(Boxes.GUARD_SECONDS, TimeUnit.SECONDS), "the interrupt is kept");
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertTrue(millis >= 290, "after " + millis + " ms");
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForLongerThanSaid() throws Exception {
        try (var client = RedisClient.create(server.uri());
                var admin = client.connect();
                var backend = RedisBackend.connect(client, Duration.ofMillis(200))) {
            var mailbox = open(backend, newName());
            send(mailbox, "a");
            admin.sync().clientPause(1_000);
            long start = System.nanoTime();
            unreachable("send", mailbox.name(), () -> send(mailbox, "b"));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            assertTrue(millis >= 190 && millis < 900, "after " + millis + " ms");
        }
    }
}
