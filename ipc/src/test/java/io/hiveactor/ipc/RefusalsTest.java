package io.hiveactor.ipc;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sends that found no room are counted, and a full pool is logged. The pool has room for eight messages of users. */
class RefusalsTest {
    private static final int ROOM = 8;

    private final RuntimeLog log = new RuntimeLog();
    private final TestRuntime runtime = new TestRuntime(
            TestRuntime.config().shards(2).messages(ROOM + 2).reservedMessages(2).build(), TestRuntime.freshSeed());

    RefusalsTest() throws ReflectiveOperationException {}

    @AfterEach
    void close() throws ReflectiveOperationException {
        log.close();
        runtime.close();
    }

    /** An actor that reads a message each 10 s. */
    private ActorId slow(String name, int shard) {
        return slow(ActorConfig.named(name).onShard(shard));
    }

    private ActorId slow(ActorConfig config) {
        return runtime.hive().spawn((ActorBody) self -> {
            while (true) {
                self.sleep(ofSeconds(10));
                self.receive();
            }
        }, config);
    }

    private void fill(ActorId target, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, i));
        }
        runtime.runUntilBlocked();
    }

    private List<Long> counted() {
        var counters = runtime.hive().counters();
        assertEquals(runtime.hive().stats().poolRefusals(), counters.poolRefusals());
        assertEquals(runtime.hive().stats().mailboxRefusals(), counters.mailboxRefusals());
        return List.of(counters.poolRefusals(), counters.mailboxRefusals());
    }

    @Nested
    class Counters {
        @Test
        void eachSendThatFindsAFullPoolCountsOnce() throws InterruptedException {
            ActorId target = slow("slow", 0);
            ActorId limited = slow(ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(5)));
            fill(target, ROOM);
            assertEquals(List.of(0L, 0L), counted());
            assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(target, "x"));
            assertEquals(SendStatus.NO_MEMORY, runtime.hive().send(target, 0, "x", ZERO));
            assertEquals(List.of(2L, 0L), counted());
            for (int shard = 0; shard < 2; shard++) {
                assertEquals(List.of(NotifyStatus.NO_MEMORY, NotifyStatus.NO_MEMORY, NotifyStatus.NO_MEMORY,
                        SendStatus.NO_MEMORY), runtime.start(self -> List.of(
                                self.notify(target, "x"), self.notifyTag(target, 1), self.notify(limited, "x"),
                                self.send(target, 0, "x", Duration.ZERO)),
                        ActorConfig.DEFAULT.onShard(shard)).resultNow());
            }
            assertEquals(List.of(10L, 0L), counted());
        }

        @Test
        void eachSendThatFindsAFullMailboxCountsOnce() throws InterruptedException {
            ActorId blocks = slow(ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1)));
            ActorId fails = slow(ActorConfig.DEFAULT.withLimit(MailboxLimit.fail(1)));
            ActorId drops = slow(ActorConfig.DEFAULT.withLimit(MailboxLimit.dropNewest(1)));
            for (ActorId each : List.of(blocks, fails, drops)) {
                fill(each, 1);
            }
            assertEquals(NotifyStatus.MAILBOX_FULL, runtime.hive().notify(blocks, "x"));
            assertEquals(SendStatus.MAILBOX_FULL, runtime.hive().send(fails, 0, "x", ofMillis(10)));
            assertEquals(NotifyStatus.DROPPED, runtime.hive().notify(drops, "x"));
            assertEquals(List.of(0L, 2L), counted());
            assertEquals(List.of(NotifyStatus.MAILBOX_FULL, SendStatus.MAILBOX_FULL, SendStatus.MAILBOX_FULL,
                    SendStatus.DROPPED, new NoReply<>(NoReply.Reason.MAILBOX_FULL, null)), runtime.start(self -> {
                        return List.of(self.notify(fails, "x"), self.send(blocks, 0, "x", Duration.ZERO),
                                self.send(fails, 0, "x"), self.send(drops, 0, "x", Duration.ofMillis(10)),
                                self.request(fails, 0, "x", Duration.ofMillis(10)));
                    }).resultNow());
            assertEquals(List.of(0L, 6L), counted());
        }

        @Test
        void oneThatWaitsIsNotRefused() throws InterruptedException {
            ActorId target = slow("slow", 0);
            fill(target, ROOM);
            var sent = runtime.start(self -> self.send(target, 0, "x", Duration.ofMillis(60_000)));
            var late = runtime.start(self -> self.send(target, 0, "x", Duration.ofMillis(5)));
            assertEquals(SendStatus.SENT, runtime.hive().send(target, 0, "x", ofSeconds(60)));
            assertEquals(SendStatus.SENT, sent.resultNow());
            assertEquals(SendStatus.TIMEOUT, late.resultNow());
            assertEquals(List.of(0L, 0L), counted());
        }
    }

    @Nested
    class TheLog {
        @Test
        void aFullPoolIsNamedWithItsLargestMailboxes() {
            ActorId small = slow("small", 0);
            ActorId large = slow("large", 1);
            ActorId middle = slow("middle", 0);
            ActorId tiny = slow("tiny", 1);
            fill(tiny, 0);
            fill(small, 1);
            fill(large, 5);
            fill(middle, 2);
            assertEquals(List.of(), log.texts);
            assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(small, "x"));
            runtime.runUntilBlocked();
            assertEquals(1, log.texts.size(), log.texts.toString());
            String line = log.texts.getFirst();
            String largest = "largest mailboxes: " + large + " with 5, " + middle + " with 2, " + small + " with 1";
            assertTrue(line.endsWith(largest), line);
            assertTrue(line.contains("8 slots of 10 in use") && line.contains("1 sends refused"), line);
        }

        @Test
        void thereIsOneLineASecondAtMost() {
            ActorId target = slow("slow", 0);
            fill(target, ROOM);
            for (int shard = 0; shard < 2; shard++) {
                runtime.hive().spawn((ActorBody) self -> {
                    for (int i = 0; i < 400; i++) { // for 4 seconds
                        assertEquals(NotifyStatus.NO_MEMORY, self.notify(target, "x"));
                        self.sleep(ofMillis(10));
                    }
                }, ActorConfig.DEFAULT.onShard(shard));
            }
            for (int i = 0; i < 4; i++) {
                assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(target, "x"));
                runtime.advance(ofMillis(999));
            }
            assertEquals(4, log.texts.size(), log.texts.toString());
        }

        @Test
        void aSenderThatWaitsHasItLoggedAsWell() throws InterruptedException {
            ActorId target = slow("slow", 0);
            fill(target, ROOM);
            var inside = runtime.start(self -> self.send(target, 0, "x", Duration.ofMillis(5)));
            runtime.advance(ofMillis(5));
            assertEquals(SendStatus.TIMEOUT, inside.resultNow());
            assertEquals(1, log.texts.size(), log.texts.toString());
            runtime.advance(ofSeconds(1));
            assertEquals(SendStatus.TIMEOUT, runtime.hive().send(target, 0, "x", ofMillis(5)));
            assertEquals(2, log.texts.size(), log.texts.toString());
        }
    }
}
