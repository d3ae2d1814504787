package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Priority;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.ReservedId;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Sending to a seat, and asking whoever sits there; with seat and sender on one shard, and on two. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class ReservedIdSendTest {
    private final TestRuntime runtime;
    private final ActorConfig there;
    private final ActorConfig here = ActorConfig.named("sender").onShard(0);
    private final List<Object> seen = new ArrayList<>();
    private final List<ReservedId> seats = new ArrayList<>();
    private final ActorId owner;

    ReservedIdSendTest(int shards) {
        runtime = new TestRuntime(TestRuntime.config().shards(shards).messages(16).reservedMessages(2).build(),
                TestRuntime.freshSeed());
        runtime.simulation().afterEachStep(() -> Simulations.census(runtime.simulation()));
        there = ActorConfig.named("there").onShard(shards - 1);
        owner = runtime.hive().spawn((ActorBody) self -> {
            seats.add(assertInstanceOf(ReservedId.class, self.reserveId("worker")));
            while (true) {
                @SuppressWarnings("unchecked")
                var order = (Consumer<ActorContext>) Objects.requireNonNull(self.receive().object());
                order.accept(self);
            }
        }, there);
        runtime.runUntilBlocked();
    }

    @AfterEach
    void nothingIsLeft() {
        runtime.close();
        var stats = runtime.hive().stats();
        String where = stats + ", seed " + runtime.seed();
        assertEquals(0, stats.actors() + stats.messagesInUse() + stats.systemPlaces() + stats.names(), where);
        assertEquals(0, stats.deadlines() + stats.fibers() + stats.waitingForSlots(), where);
    }

    private ReservedId seat() {
        return seats.getFirst();
    }

    private void order(Consumer<ActorContext> order) {
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(owner, order));
        runtime.runUntilBlocked();
    }

    private void sit(Handler handler) {
        order(self -> self.spawn(handler, there.withReservedId(seat())));
    }

    private Handler noting(String name) {
        return (self, message) -> seen.add(name + ":" + message.object());
    }

    private void kill(ActorId actor) {
        assertTrue(runtime.hive().kill(actor));
        runtime.runUntilBlocked();
    }

    private CompletableFuture<SendStatus> send(long timeout) {
        return runtime.start(self -> self.send(seat().id(), 0, "hello", Timeouts.ofMillis(timeout)), here);
    }

    private CompletableFuture<Object> ask(long timeout) {
        return runtime.start(self -> switch (self.request(seat().id(), 0, "question", Timeouts.ofMillis(timeout))) {
            case Reply<Message> reply -> Objects.requireNonNull(reply.value().object());
            case NoReply<Message> none -> none.reason();
        }, here);
    }

    private static final Handler ANSWERING = (self, message) ->
            assertEquals(ReplyStatus.SENT, self.reply(message, "answer"));

    @Nested
    class WhileItIsVacant {
        @Test
        void aSendWaitsForSomebody() {
            var sent = send(-1);
            var second = send(1000);
            runtime.advance(ofMillis(999));
            assertFalse(sent.isDone() || second.isDone());
            assertEquals(2, runtime.waiterCount() - 1);
            sit(noting("first"));
            assertEquals(SendStatus.SENT, sent.resultNow());
            assertEquals(SendStatus.SENT, second.resultNow());
            assertEquals(List.of("first:hello", "first:hello"), seen);
        }

        @Test
        void aRequestWaitsForSomebody() {
            var asked = ask(-1);
            assertFalse(asked.isDone());
            sit(ANSWERING);
            assertEquals("answer", asked.resultNow());
        }

        @Test
        void bothEndAtTheirTimeoutAndNotBefore() {
            var sent = send(10);
            var asked = ask(10);
            runtime.advance(ofMillis(9));
            assertFalse(sent.isDone() || asked.isDone());
            runtime.advance(ofMillis(1));
            assertEquals(SendStatus.TIMEOUT, sent.resultNow());
            assertEquals(NoReply.Reason.TIMEOUT, asked.resultNow());
            sit(noting("late"));
            assertEquals(List.of(), seen);
        }

        @Test
        void aSendThatDoesNotWaitSaysSo() {
            assertEquals(SendStatus.NO_TARGET, send(0).resultNow());
        }

        @Test
        void aKilledSenderLeavesTheLine() {
            ActorId sender = runtime.hive().spawn((ActorBody) self -> {
                SendStatus status = self.send(seat().id(), 0, "never");
                seen.add(status);
            }, here);
            ActorId asker = runtime.hive().spawn((ActorBody) self ->
                    seen.add(self.request(seat().id(), 0, "never")), here);
            runtime.runUntilBlocked();
            kill(sender);
            kill(asker);
            assertEquals(ExitReason.KILLED, runtime.exitOf(sender).reason());
            var sent = send(-1);
            sit(noting("first"));
            assertEquals(SendStatus.SENT, sent.resultNow());
            assertEquals(List.of("first:hello"), seen);
        }

        @Test
        void itsCloseEndsTheWaits() {
            var sent = send(-1);
            var asked = ask(-1);
            order(self -> seat().close());
            assertEquals(SendStatus.CLOSED, sent.resultNow());
            assertEquals(NoReply.Reason.CLOSED, asked.resultNow());
            assertEquals(SendStatus.NO_TARGET, send(-1).resultNow());
            assertEquals(NoReply.Reason.NO_TARGET, ask(-1).resultNow());
        }

        @Test
        void theEndOfItsOwnerEndsTheWaits() {
            var sent = send(-1);
            var asked = ask(-1);
            kill(owner);
            assertEquals(SendStatus.CLOSED, sent.resultNow());
            assertEquals(NoReply.Reason.CLOSED, asked.resultNow());
        }

        @Test
        void anInitThatThrowsIsNobody() {
            var sent = send(100);
            order(self -> {
                try {
                    self.spawn(noting("stillborn"), there.withReservedId(seat()).withInit(id -> {
                        throw new IllegalStateException("no");
                    }));
                } catch (IllegalStateException e) {
                    seen.add(e.getMessage());
                }
            });
            assertEquals("no", seen.getFirst());
            runtime.advance(ofMillis(100));
            assertTrue(sent.isDone());
            assertEquals(1, seen.size());
        }

        @Test
        void aThreadOutsideWaitsToo() throws InterruptedException {
            runtime.simulation().afterEachStep(() -> {});
            assertEquals(SendStatus.NO_TARGET, runtime.hive().send(seat().id(), 0, "x", ofMillis(0)));
            assertEquals(SendStatus.TIMEOUT, runtime.hive().send(seat().id(), 0, "x", ofMillis(10)));
            assertEquals(ofMillis(10), runtime.now());
            ActorId later = runtime.hive().spawn((ActorBody) self -> {
                self.sleep(ofMillis(5));
                assertEquals(NotifyStatus.SENT, self.notify(owner, (Consumer<ActorContext>) inner ->
                        inner.spawn(noting("first"), there.withReservedId(seat()))));
                self.sleep(ofMillis(5));
                assertEquals(NotifyStatus.SENT, self.notify(owner, (Consumer<ActorContext>) inner -> {
                    inner.kill(seat().id());
                    inner.sleep(ofMillis(1));
                    seat().close();
                }));
            });
            assertEquals(SendStatus.SENT, runtime.hive().send(seat().id(), 0, "outside", ofSeconds(1)));
            assertEquals(ofMillis(15), runtime.now());
            runtime.runUntilBlocked();
            assertEquals(List.of("first:outside"), seen);
            runtime.advance(ofMillis(5));
            assertEquals(SendStatus.CLOSED, runtime.hive().send(seat().id(), 0, "too late", ofSeconds(1)));
            assertFalse(runtime.hive().isAlive(later));
        }
    }

    @Test
    void anOpenRequestEndsWithWhoWasAsked() {
        var handed = new ArrayList<DeferredReply<Object>>();
        sit((self, message) -> handed.add(self.deferReply(message)));
        var asked = ask(-1);
        assertFalse(asked.isDone());
        kill(seat().id());
        assertEquals(NoReply.Reason.CLOSED, asked.resultNow());
        sit(noting("next"));
        runtime.advance(ofSeconds(1));
        assertEquals(List.of(), seen);
    }

    @Test
    void theAnswerToARequestOfAnEarlierOneIsNotForTheNext() {
        ActorId slow = runtime.hive().spawn((self, message) -> {
            self.sleep(ofMillis(10));
            seen.add(self.reply(message, "late"));
        }, here);
        sit((self, message) -> seen.add(self.request(slow, 0, "question")));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat().id(), "ask"));
        runtime.advance(ofMillis(5));
        kill(seat().id());
        sit(noting("next"));
        runtime.advance(ofMillis(10));
        assertEquals(List.of(ReplyStatus.NOT_WAITING), seen);
    }

    @Test
    void roomThatAnEarlierOneWaitedForIsNotTheNexts() {
        ActorId full = runtime.hive().spawn((ActorBody) self -> {
            self.sleep(ofMillis(10));
            while (true) {
                seen.add(self.receive().object());
            }
        }, here.withLimit(MailboxLimit.blockSender(1)));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(full, "fills it"));
        sit((self, message) -> seen.add(self.send(full, 0, "of the first")));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat().id(), "send"));
        runtime.runUntilBlocked();
        kill(seat().id());
        sit(noting("next"));
        runtime.advance(ofMillis(10));
        assertEquals(List.of("fills it"), seen);
    }

    @Test
    void whoWaitsForRoomGoesOnToTheNext() {
        ActorConfig limited = there.withReservedId(seat()).withLimit(MailboxLimit.blockSender(1));
        order(self -> self.spawn((ActorBody) inner -> inner.sleep(ofSeconds(10)), limited));
        assertEquals(SendStatus.SENT, send(-1).resultNow());
        var sent = send(-1);
        var asked = runtime.start(self -> self.request(seat().id(), 0, "question", Duration.ofMillis(5000)), here);
        assertFalse(sent.isDone() || asked.isDone());
        kill(seat().id());
        assertFalse(sent.isDone() || asked.isDone());
        order(self -> self.spawn((Handler) (inner, message) -> seen.add(message.object()), limited));
        assertEquals(SendStatus.SENT, sent.resultNow());
        assertEquals(Set.of("hello", "question"), Set.copyOf(seen));
        kill(seat().id());
        assertEquals(NoReply.Reason.CLOSED, assertInstanceOf(NoReply.class, asked.resultNow()).reason());
    }

    @Test
    void whoWaitsForASlotGoesOnToTheNext() {
        order(self -> self.spawn((ActorBody) inner -> inner.sleep(ofSeconds(10)), there.withReservedId(seat())));
        ActorId hoarder = runtime.hive().spawn((ActorBody) self -> self.sleep(ofSeconds(10)), here);
        while (runtime.hive().notify(hoarder, "fill") == NotifyStatus.SENT) {
            runtime.runUntilBlocked();
        }
        var sent = send(-1);
        assertFalse(sent.isDone());
        kill(seat().id());
        assertFalse(sent.isDone());
        kill(hoarder);
        assertFalse(sent.isDone(), "there are slots, but nobody sits there");
        sit(noting("next"));
        assertEquals(SendStatus.SENT, sent.resultNow());
        assertEquals(List.of("next:hello"), seen);
    }

    @Test
    void allWhoWaitForASlotSendToTheNextActorInTheSeat() {
        order(self -> self.spawn((ActorBody) inner -> inner.sleep(ofSeconds(10)), there.withReservedId(seat())));
        ActorId hoarder = runtime.hive().spawn((ActorBody) self -> self.sleep(ofSeconds(10)), here);
        while (runtime.hive().notify(hoarder, "fill") == NotifyStatus.SENT) {
            runtime.runUntilBlocked();
        }
        for (int i = 0; i < 4; i++) {
            int number = i;
            assertFalse(runtime.start(self -> self.send(seat().id(), 0, number), here).isDone());
        }
        kill(seat().id());
        kill(hoarder);
        sit((self, message) -> seen.add(message.object()));
        assertEquals(Set.of(0, 1, 2, 3), Set.copyOf(seen));
        assertEquals(4, seen.size());
    }

    @Test
    void aClosedSeatsSitterIsStillSentTo() {
        sit(noting("last"));
        order(self -> seat().close());
        assertEquals(SendStatus.SENT, send(-1).resultNow());
        kill(seat().id());
        assertEquals(SendStatus.NO_TARGET, send(-1).resultNow());
        assertEquals(List.of("last:hello"), seen);
    }

    @Test
    void manyWaitInTheOrderOfTheirPriority() {
        var low = runtime.start(self -> self.send(seat().id(), 0, "low"), here.withPriority(Priority.LOW));
        var normal = runtime.start(self -> self.send(seat().id(), 0, "normal"), here);
        var critical = runtime.start(
                self -> self.send(seat().id(), 0, "critical"), here.withPriority(Priority.CRITICAL));
        sit((self, message) -> seen.add(message.object()));
        assertEquals(List.of("critical", "normal", "low"), seen);
        for (var sent : List.of(low, normal, critical)) {
            assertEquals(SendStatus.SENT, sent.resultNow());
        }
    }

    @Test
    void theSenderOfAMessageIsTheSeatAndAnAnswerFindsWhoeverSitsThere() {
        ActorId echo = runtime.hive().spawn((self, message) ->
                assertEquals(NotifyStatus.SENT, self.notify(message.sender(), "echo")), here);
        sit((self, message) -> {
            if (message.sender() == echo) {
                seen.add(message.object());
            } else {
                assertEquals(NotifyStatus.SENT, self.notify(echo, "call"));
            }
        });
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(seat().id(), "begin"));
        runtime.runUntilBlocked();
        assertEquals(List.of("echo"), seen);
    }
}
