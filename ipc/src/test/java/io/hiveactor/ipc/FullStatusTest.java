package io.hiveactor.ipc;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A full mailbox and a full pool are two statuses, for every way to send. The sending actor is on shard 0. */
class FullStatusTest {
    private record Question() implements Request<Object, String> {}

    private static final int ROOM = 4;
    private static final ActorConfig HERE = ActorConfig.DEFAULT.onShard(0);

    private final TestRuntime runtime = new TestRuntime(
            TestRuntime.config().shards(2).messages(ROOM + 2).reservedMessages(2).build(), TestRuntime.freshSeed());

    @AfterEach
    void close() {
        runtime.close();
    }

    /** An actor that reads nothing for a second. */
    private Ref<Object> target(int shard, MailboxLimit limit) {
        ActorConfig config = ActorConfig.named("target").onShard(shard).withLimit(limit);
        return Ref.spawnBody(runtime.hive(), Object.class, self -> {
            self.context().sleep(ofSeconds(1));
            while (self.receive() != null) {
                // reads on
            }
        }, config);
    }

    private void fill(ActorId target) {
        int sent = 0;
        while (runtime.hive().notify(target, "filler") == NotifyStatus.SENT) {
            sent++;
            runtime.runUntilBlocked();
        }
        assertTrue(sent > 0, "or it proves nothing");
    }

    /** What each call that does not wait says. */
    private List<String> byActor(Ref<Object> target) {
        return runtime.start(self -> {
            var said = new ArrayList<Object>();
            said.add(self.notify(target.id(), "x"));
            said.add(self.notifyTag(target.id(), 1));
            said.add(self.send(target.id(), 0, "x", Duration.ZERO));
            said.add(target.notify("x"));
            said.add(target.send("x", ZERO));
            said.add(executed(target));
            return said.stream().map(Object::toString).distinct().toList();
        }, HERE).resultNow();
    }

    private List<String> byExternalThread(Ref<Object> target) throws InterruptedException {
        var said = new ArrayList<Object>();
        said.add(runtime.hive().notify(target.id(), "x"));
        said.add(runtime.hive().send(target.id(), 0, "x", ZERO));
        said.add(target.notify("x"));
        said.add(target.send("x", ZERO));
        said.add(executed(target));
        try (var inbox = runtime.hive().openInbox()) {
            said.add(inbox.notify(target.id(), "x"));
            said.add(inbox.send(target.id(), 0, "x", ZERO));
        }
        return said.stream().map(Object::toString).distinct().toList();
    }

    private static String executed(Ref<Object> target) {
        var refused = assertThrows(RejectedExecutionException.class, () -> target.asExecutor().execute(() -> {}));
        String message = String.valueOf(refused.getMessage());
        return message.substring(message.lastIndexOf(' ') + 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aFullMailbox(int shard) throws InterruptedException {
        Ref<Object> blocks = target(shard, MailboxLimit.blockSender(1));
        Ref<Object> fails = target(shard, MailboxLimit.fail(1));
        fill(blocks.id());
        fill(fails.id());
        for (Ref<Object> full : List.of(blocks, fails)) {
            assertEquals(List.of("MAILBOX_FULL"), byActor(full));
            assertEquals(List.of("MAILBOX_FULL"), byExternalThread(full));
        }
        assertEquals(SendStatus.MAILBOX_FULL, runtime.hive().send(fails.id(), 0, "x", ofMillis(10)));
        assertEquals(SendStatus.TIMEOUT, runtime.hive().send(blocks.id(), 0, "x", ofMillis(10)));
        assertEquals(NoReply.Reason.MAILBOX_FULL, why(fails.request(new Question(), ofMillis(10))));
        assertEquals(List.of(NoReply.Reason.MAILBOX_FULL, SendStatus.MAILBOX_FULL), runtime.start(self -> List.of(
                why(fails.request(new Question(), ofMillis(10))),
                self.send(fails.id(), 0, "x")), HERE).resultNow());
        assertEquals(NotifyStatus.MAILBOX_FULL, forwarded(fails.id()));
        assertEquals(NotifyStatus.MAILBOX_FULL, forwarded(blocks.id()));
    }

    private static Object why(Object answer) {
        return ((NoReply<?>) answer).reason();
    }

    /** What an actor that received a request is told when it hands that on. */
    private NotifyStatus forwarded(ActorId to) {
        var statuses = new ArrayList<NotifyStatus>();
        ActorId clerk = runtime.hive().spawn((self, request) ->
                statuses.add(self.forward(request, to)), HERE);
        var asked = runtime.start(self -> self.request(clerk, 0, "q", Duration.ofMillis(10)), HERE);
        runtime.advance(ofMillis(10));
        assertTrue(asked.isDone());
        return statuses.getFirst();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aFullPool(int shard) throws InterruptedException {
        Ref<Object> unlimited = Ref.spawn(runtime.hive(), Object.class, (self, message) -> {},
                ActorConfig.DEFAULT.onShard(shard));
        Ref<Object> limited = target(shard, MailboxLimit.fail(100));
        fill(target(1 - shard, MailboxLimit.blockSender(100)).id());
        for (Ref<Object> each : List.of(unlimited, limited, target(shard, MailboxLimit.blockSender(100)))) {
            assertEquals(List.of("NO_MEMORY"), byActor(each));
            assertEquals(List.of("NO_MEMORY"), byExternalThread(each));
        }
        assertEquals(SendStatus.TIMEOUT, runtime.hive().send(limited.id(), 0, "x", ofMillis(10)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void bothFull(int shard) throws InterruptedException {
        Ref<Object> full = target(shard, MailboxLimit.fail(1));
        fill(full.id());
        fill(target(shard, MailboxLimit.blockSender(100)).id());
        assertEquals(NotifyStatus.NO_MEMORY, target(shard, MailboxLimit.fail(1)).notify("x"), "or it proves nothing");
        assertEquals(List.of("MAILBOX_FULL"), byActor(full));
        assertEquals(List.of("MAILBOX_FULL"), byExternalThread(full));
    }
}
