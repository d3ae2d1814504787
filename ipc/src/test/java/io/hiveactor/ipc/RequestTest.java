package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorActivity;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.RegisterStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and their answers, between actors of one shard and of two. */
@ParameterizedClass
@ValueSource(ints = {1, 2})
class RequestTest {
    private static final int RESERVED = 2;
    private static final int USABLE = 12;

    private final TestRuntime runtime;
    private final int targetShard;
    private final List<Object> seen = new ArrayList<>();

    RequestTest(int shards) {
        runtime = new TestRuntime(TestRuntime.config().debug(false).shards(shards).messages(USABLE + RESERVED)
                .reservedMessages(RESERVED).maxPayload(16).build(), TestRuntime.freshSeed());
        targetShard = shards - 1;
    }

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    private ActorConfig there() {
        return ActorConfig.named("target").onShard(targetShard);
    }

    private static final ActorConfig HERE = ActorConfig.named("asker").onShard(0);

    private ActorId doubler() {
        return runtime.hive().spawn((self, message) ->
                seen.add(self.reply(message, message.as(Integer.class) * 2)), there());
    }

    private ActorId silent() {
        return runtime.hive().spawn((ActorBody) self -> {
            while (true) {
                seen.add(self.receive().messageClass());
            }
        }, there());
    }

    private static Object valueOf(RequestResult<Message> answer) {
        return switch (answer) {
            case Reply<Message> reply -> Objects.requireNonNull(reply.value().object());
            case NoReply<Message> none -> none.reason();
        };
    }

    @Test
    void anAnswerComesBackWhileOtherMessagesStay() {
        ActorId target = doubler();
        var outcome = runtime.start(self -> {
            assertEquals(NotifyStatus.SENT, self.notify(self.self(), "stays"));
            Object answer = valueOf(self.request(target, 7, 21));
            return List.of(answer, self.pending());
        }, HERE);
        assertEquals(List.of(42, 1), outcome.resultNow());
        assertEquals(List.of(ReplyStatus.SENT), seen);
    }

    @Test
    void bytesAreAnsweredWithBytes() {
        ActorId target = runtime.hive().spawn((self, message) -> {
            seen.add(message.messageClass());
            seen.add(self.reply(message, new byte[17]));
            seen.add(self.reply(message, new byte[] {message.byteAt(0), 9}));
            seen.add(message.byteAt(0)); // the request stays readable after its answer
        }, there());
        var outcome = runtime.start(self -> {
            var reply = (Reply<Message>) self.request(target, 7, new byte[] {5}, Duration.ofMillis(100));
            Message message = reply.value();
            return List.of(message.byteAt(0), message.byteAt(1), message.length(), message.messageClass(),
                    message.tag(), message.sender() == target);
        }, HERE);
        assertEquals(List.of((byte) 5, (byte) 9, 2, MessageClass.REPLY, 7, true), outcome.resultNow());
        assertEquals(List.of(MessageClass.REQUEST, ReplyStatus.TOO_LARGE, ReplyStatus.SENT, (byte) 5), seen);
    }

    @Test
    void noAnswerIsATimeoutThatSaysWhatTheTargetDid() {
        ActorId target = silent();
        var outcome = runtime.start(self -> self.request(target, 0, "q", Duration.ofMillis(10)), HERE);
        runtime.advance(ofMillis(9));
        assertFalse(outcome.isDone());
        runtime.advance(ofMillis(1));
        var none = assertInstanceOf(NoReply.class, outcome.resultNow());
        assertEquals(NoReply.Reason.TIMEOUT, none.reason());
        assertEquals(Activity.RECEIVING, Objects.requireNonNull(none.target()).state());
        runtime.runUntilBlocked();
        assertEquals(1, runtime.hive().stats().messagesInUse(), "only what the target reads: " + seen);
    }

    @Test
    void aTimeoutTellsOfAWaitingTargetWhatItWaitsFor() {
        ActorId other = silent();
        ActorId busy = runtime.hive().spawn((ActorBody) self -> {
            RequestResult<Message> answer = self.request(other, 0, "q");
            seen.add(answer);
        }, ActorConfig.named("busy").onShard(targetShard));
        var outcome = runtime.start(self -> (NoReply) self.request(busy, 0, "q", Duration.ofMillis(10)), HERE);
        runtime.advance(ofMillis(10));
        ActorActivity target = Objects.requireNonNull(outcome.resultNow().target());
        assertEquals(Activity.REQUESTING, target.state());
        assertEquals("the answer of " + other, target.waitingFor());
        assertEquals(1, target.pending());
    }

    @Test
    void aLateAnswerIsDroppedAndCountedAndMistakenForNoOther() {
        ActorId slow = runtime.hive().spawn((ActorBody) self -> {
            for (int i = 1; i <= 2; i++) {
                Message request = self.receive();
                if (i == 1) {
                    self.sleep(ofMillis(20));
                }
                seen.add(self.reply(request, "answer " + i));
            }
        }, there());
        var outcome = runtime.start(self -> {
            var first = valueOf(self.request(slow, 0, "one", Duration.ofMillis(10)));
            var second = valueOf(self.request(slow, 0, "two", Duration.ofMillis(100)));
            return List.of(first, second);
        }, HERE);
        runtime.advance(ofMillis(50));
        assertEquals(List.of(NoReply.Reason.TIMEOUT, "answer 2"), outcome.resultNow());
        assertEquals(List.of(ReplyStatus.NOT_WAITING, ReplyStatus.SENT), seen);
        assertEquals(1, runtime.hive().stats().lateReplies());
    }

    @Test
    void theDeathOfTheTargetEndsARequestAtOnce() {
        ActorId target = silent(); // has it in its hands
        ActorId full = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(1000)), there()); // has it queued
        var taken = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        var queued = runtime.start(self -> valueOf(self.request(full, 0, "q")), HERE);
        assertFalse(taken.isDone() || queued.isDone());
        runtime.hive().kill(target);
        runtime.hive().kill(full);
        runtime.runUntilBlocked();
        assertEquals(NoReply.Reason.CLOSED, taken.resultNow());
        assertEquals(NoReply.Reason.CLOSED, queued.resultNow());
        var dead = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        assertEquals(NoReply.Reason.NO_TARGET, dead.resultNow());
    }

    @Test
    void aTargetThatGoesOnWithoutAnsweringAndEndsClosesItLater() {
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            self.receive();
            assertEquals(NoMessage.TIMEOUT, self.receive(ofMillis(50)));
        }, there());
        var outcome = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        runtime.advance(ofMillis(49));
        assertFalse(outcome.isDone());
        runtime.advance(ofMillis(1));
        assertEquals(NoReply.Reason.CLOSED, outcome.resultNow());
    }

    @Test
    void theEndOfTheTargetEndsARequestWhoseAnswerItDeferred() {
        for (boolean isKilled : List.of(false, true)) {
            ActorId target = runtime.hive().spawn((ActorBody) self -> {
                seen.add(self.deferReply(self.receive()));
                assertEquals(NoMessage.TIMEOUT, self.receive(ofMillis(50)));
            }, there());
            var outcome = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
            runtime.advance(ofMillis(49));
            assertFalse(outcome.isDone());
            if (isKilled) {
                runtime.hive().kill(target);
                runtime.runUntilBlocked();
            } else {
                runtime.advance(ofMillis(1));
            }
            assertEquals(NoReply.Reason.CLOSED, outcome.resultNow());
        }
        assertEquals(2, seen.size());
    }

    @Test
    void anotherActorThanTheReceiverCannotAnswer() {
        var context = new AtomicReference<ActorContext>();
        var request = new AtomicReference<Message>();
        var right = new AtomicReference<DeferredReply<Object>>();
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            context.set(self);
            request.set(self.receive());
            self.sleep(ofMillis(10));
            seen.add(self.reply(request.get(), "first"));
            right.set(self.deferReply(self.receive()));
            self.sleep(ofMillis(10));
            seen.add(right.get().reply("second"));
        }, there());
        var first = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        for (ActorConfig place : List.of(HERE, there())) {
            assertEquals("refused", runtime.start(self -> {
                Message others = request.get();
                assertThrows(IllegalArgumentException.class, () -> self.reply(others, "forged"));
                assertThrows(IllegalArgumentException.class, () -> self.deferReply(others));
                assertThrows(IllegalArgumentException.class, () -> self.forward(others, self.self()));
                assertThrows(WrongThreadException.class, () -> context.get().reply(others, "forged"));
                return "refused";
            }, place).resultNow());
        }
        runtime.advance(ofMillis(10));
        assertEquals("first", first.resultNow());
        var second = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        runtime.advance(ofMillis(10));
        assertEquals("second", second.resultNow());
        assertEquals(List.of(ReplyStatus.SENT, ReplyStatus.SENT), seen);
    }

    @Test
    void anotherActorUsesADeferredReply() {
        var right = new AtomicReference<DeferredReply<Object>>();
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            right.set(self.deferReply(self.receive()));
            self.sleep(ofMillis(10));
            seen.add(assertThrows(IllegalStateException.class, () -> right.get().reply("second")) != null);
        }, there());
        var asked = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        assertEquals(ReplyStatus.SENT, runtime.start(self -> right.get().reply("first"), HERE).resultNow());
        runtime.advance(ofMillis(10));
        assertEquals("first", asked.resultNow());
        assertEquals(List.of(true), seen);
    }

    @Test
    void aDeferredReplyOfAnActorThatHasEndedReachesNobody() {
        var right = new AtomicReference<DeferredReply<Object>>();
        ActorId target = runtime.hive().spawn((ActorBody) self -> right.set(self.deferReply(self.receive())), there());
        var asked = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        assertEquals(NoReply.Reason.CLOSED, asked.resultNow());
        assertEquals(ReplyStatus.NOT_WAITING, runtime.start(self -> right.get().reply("late"), HERE).resultNow());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void aFutureAnswersADeferredRequest() {
        var future = new CompletableFuture<Integer>();
        ActorId target = runtime.hive().spawn((self, message) -> self.deferReply(message)
                .replyFrom(future, (value, failure) -> failure == null ? value + 1 : "failed"), there());
        var asked = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        assertFalse(asked.isDone());
        assertEquals(List.of(), runtime.hive().diagnose().deadlocks()); // the future is known
        future.complete(6);
        runtime.runUntilBlocked();
        assertEquals(7, asked.resultNow());
    }

    @Test
    void aFutureWhoseAnswerCannotBeMadeEndsTheRequest() {
        var future = new CompletableFuture<Integer>();
        ActorId target = runtime.hive().spawn((self, message) -> self.deferReply(message)
                .replyFrom(future, (value, failure) -> {
                    throw new IllegalStateException("no answer can be made");
                }), there());
        var asked = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        future.complete(6);
        runtime.runUntilBlocked();
        assertEquals(NoReply.Reason.DROPPED, asked.resultNow());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void aRequestIsForwardedWithAnotherMessage() {
        ActorId last = runtime.hive().spawn((self, message) -> {
            seen.add(message.tag() + " " + message.object());
            seen.add(self.reply(message, "answer"));
        }, there());
        ActorId between = runtime.hive().spawn((self, message) -> seen.add(self.forward(message, last, 8, "other")), HERE);
        assertEquals("answer", runtime.start(self -> valueOf(self.request(between, 7, "question")), HERE).resultNow());
        assertEquals(Set.of(NotifyStatus.SENT, "8 other", ReplyStatus.SENT), Set.copyOf(seen));
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void aRequestThatCannotBeForwardedIsWhatItWas() {
        ActorId full = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(10)),
                there().withLimit(MailboxLimit.fail(1)));
        ActorId between = runtime.hive().spawn((self, message) -> {
            seen.add(self.forward(message, full, 8, new byte[] {9, 9, 9}));
            seen.add(message.tag() + " " + message.byteAt(0) + " " + message.length());
            self.reply(message, "by myself");
        }, HERE);
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(full, "one"));
        assertEquals("by myself",
                runtime.start(self -> valueOf(self.request(between, 7, new byte[] {5, 6})), HERE).resultNow());
        assertEquals(List.of(NotifyStatus.MAILBOX_FULL, "7 5 2"), seen);
    }

    @Test
    void theDeathOfTheAskerLeavesNothingBehind() {
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            Message request = self.receive();
            self.sleep(ofMillis(10));
            seen.add(self.reply(request, "late"));
        }, there());
        ActorId asker = runtime.hive().spawn((ActorBody) self -> {
            RequestResult<Message> answer = self.request(target, 0, "q");
            seen.add(answer);
        }, HERE);
        runtime.runUntilBlocked();
        runtime.hive().kill(asker);
        runtime.advance(ofMillis(10));
        assertEquals(List.of(ReplyStatus.NOT_WAITING), seen);
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void aZombieKeepsTheAnswerThatItReads() {
        ActorId echo = runtime.hive().spawn((self, message) -> seen.add(self.reply(message, "pong")), there());
        var lock = new ReentrantLock();
        ActorId[] zombie = new ActorId[1];
        var holding = runtime.start(self -> {
            lock.lock();
            self.sleep(ofMillis(3000)); // longer than a killed actor is waited for
            lock.unlock();
            return "held";
        }, HERE);
        var reading = runtime.start(self -> {
            zombie[0] = self.self();
            Message answer = ((Reply<Message>) self.request(echo, 0, "ping")).value();
            lock.lock();
            lock.unlock();
            return Objects.requireNonNull(answer.object());
        }, HERE);
        runtime.hive().kill(zombie[0]);
        runtime.advance(ofMillis(2000));
        assertEquals(1, runtime.hive().stats().zombies());
        ActorId hoarder = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(2000)), there());
        while (runtime.hive().notify(hoarder, "other") == NotifyStatus.SENT) {
            // until the pool is empty
        }
        runtime.advance(ofMillis(5000));
        assertEquals("held", holding.resultNow());
        assertEquals("pong", reading.resultNow());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void aFullPoolDoesNotStopAnAnswer() {
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            Message request = self.receive();
            self.sleep(ofMillis(10));
            seen.add(self.reply(request, "answer"));
            self.sleep(ofMillis(10));
        }, there().withLimit(MailboxLimit.blockSender(USABLE)));
        var outcome = runtime.start(self -> valueOf(self.request(target, 0, "q")),
                HERE.withLimit(MailboxLimit.fail(1)));
        for (int i = 0; i < USABLE - 2; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, i));
        }
        assertEquals(NotifyStatus.NO_MEMORY, runtime.hive().notify(target, "full"));
        runtime.advance(ofMillis(10));
        assertEquals("answer", outcome.resultNow());
        runtime.advance(ofMillis(20));
    }

    @Test
    void aRequestWaitsForBothItsSlotsUnderOneDeadline() {
        ActorId hoarder = runtime.hive().spawn((ActorBody) self -> {
            for (int i = 0; i < USABLE; i++) {
                self.sleep(ofMillis(10));
                self.receive();
            }
        }, there());
        ActorId target = doubler();
        for (int i = 0; i < USABLE; i++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(hoarder, i));
        }
        var late = runtime.start(self -> (NoReply) self.request(target, 0, 1, Duration.ofMillis(25)), HERE);
        var asked = runtime.start(self -> valueOf(self.request(target, 0, 4, Duration.ofMillis(45))), HERE);
        runtime.advance(ofMillis(25)); // one slot is back by now
        assertEquals(NoReply.Reason.TIMEOUT, late.resultNow().reason());
        assertNull(late.resultNow().target(), "nothing was sent");
        assertFalse(asked.isDone());
        runtime.advance(ofMillis(5));
        assertEquals(8, asked.resultNow());
    }

    @Test
    void severalRequestsCanBeOpenAtOnce() {
        ActorId slow = runtime.hive().spawn((ActorBody) self -> {
            var later = new ArrayList<DeferredReply<Object>>();
            for (int i = 0; i < 3; i++) {
                later.add(self.deferReply(self.receive()));
            }
            for (int i = 2; i >= 0; i--) {
                seen.add(later.get(i).reply("answer " + i));
            }
        }, there());
        var outcome = runtime.start(self -> {
            var pending = new ArrayList<PendingReply<Message>>();
            for (int i = 0; i < 3; i++) {
                pending.add((PendingReply<Message>) self.startRequest(slow, 0, i, ofMillis(100)));
            }
            var answers = new ArrayList<Object>();
            for (PendingReply<Message> each : pending) {
                answers.add(valueOf(each.await()));
                assertTrue(each.isReady());
            }
            return answers;
        }, HERE);
        assertEquals(List.of("answer 0", "answer 1", "answer 2"), outcome.resultNow());
    }

    @Test
    void aRequestInTheSlotOfAnEarlierOneIsNotGivenUpWithIt() {
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            self.receive(); // and never answers it
            self.receive(); // so its slot is free now
            Message second = self.receive();
            self.sleep(ofMillis(20)); // the first asker gives up meanwhile
            seen.add(self.reply(second, "second"));
        }, there());
        var early = runtime.start(self -> valueOf(self.request(target, 0, "a", Duration.ofMillis(10))), HERE);
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(target, "x"));
        runtime.runUntilBlocked();
        var late = runtime.start(self -> valueOf(self.request(target, 0, "b")), HERE);
        runtime.advance(ofMillis(50));
        assertEquals(NoReply.Reason.TIMEOUT, early.resultNow());
        assertEquals("second", late.resultNow());
    }

    @Test
    void aPollAfterTheTimeoutSaysSo() {
        ActorId target = silent();
        var outcome = runtime.start(self -> {
            var pending = (PendingReply<Message>) self.startRequest(target, 0, 1, ofMillis(5));
            assertNull(pending.await(ofMillis(0)));
            self.sleep(ofMillis(10));
            return valueOf(Objects.requireNonNull(pending.await(ofMillis(0))));
        }, HERE);
        runtime.advance(ofMillis(10));
        assertEquals(NoReply.Reason.TIMEOUT, outcome.resultNow());
    }

    @Test
    void anAnswerThatCannotBeReadMayBeGivenAgain() {
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            DeferredReply<Object> right = self.deferReply(self.receive());
            MemorySegment closed;
            try (var arena = Arena.ofConfined()) {
                closed = arena.allocate(8);
            }
            assertThrows(IllegalStateException.class, () -> right.reply(closed));
            seen.add(right.reply("answer"));
        }, there());
        var outcome = runtime.start(self -> valueOf(self.request(target, 0, "q")), HERE);
        assertEquals("answer", outcome.resultNow());
    }

    @Test
    void aPendingRequestCanBeGivenUp() {
        ActorId target = silent();
        var outcome = runtime.start(self -> {
            var pending = (PendingReply<Message>) self.startRequest(target, 0, 1, ofMillis(100));
            assertNull(pending.await(ofMillis(5)));
            pending.abandon();
            pending.abandon();
            return valueOf(pending.await());
        }, HERE);
        runtime.advance(ofMillis(5));
        assertEquals(NoReply.Reason.CLOSED, outcome.resultNow());
        runtime.runUntilBlocked();
        assertEquals(1, runtime.hive().stats().messagesInUse(), "what the target reads");
    }

    @Test
    void aPoolWithoutRoomForAnAnswerTakesNoRequests() {
        var tiny = new TestRuntime(TestRuntime.config().messages(2).reservedMessages(1).build(), 1);
        ActorId target = tiny.hive().spawn((self, message) -> {});
        var outcome = tiny.start(self -> valueOf(self.request(target, 0, "q")));
        assertEquals(NoReply.Reason.NO_MEMORY, outcome.resultNow());
        assertEquals(NotifyStatus.SENT, tiny.hive().notify(target, "others are not held up"));
        tiny.close();
    }

    @Test
    void aRightIsUsedOnceAndByItsOwnerOnly() {
        ActorId target = runtime.hive().spawn((ActorBody) self -> {
            Message request = self.receive();
            assertThrows(IllegalArgumentException.class, () -> self.reply(self.receive(), 1));
            DeferredReply<Object> kept = self.deferReply(self.receive());
            assertEquals(ReplyStatus.SENT, kept.reply(1));
            assertThrows(IllegalStateException.class, () -> kept.reply(2));
            Message last = self.receive();
            assertThrows(IllegalArgumentException.class, () -> self.reply(request, 3), "not the last one");
            assertEquals(ReplyStatus.SENT, self.reply(last, 4));
            assertThrows(IllegalStateException.class, () -> self.reply(last, 5));
            assertThrows(IllegalStateException.class, () -> self.deferReply(last));
            seen.add("done");
        }, there());
        for (Object message : List.of(0, "not a request")) {
            assertEquals(NotifyStatus.SENT, runtime.start(self -> self.notify(target, message), HERE).resultNow());
        }
        var one = runtime.start(self -> valueOf(self.request(target, 0, "a")), HERE);
        var two = runtime.start(self -> valueOf(self.request(target, 0, "b")), HERE);
        assertEquals(List.of(1, 4, List.of("done")), List.of(one.resultNow(), two.resultNow(), seen));
    }

    @Test
    void whatIsDroppedEndsItsRequest() {
        ActorId newest = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(50)),
                there().withLimit(MailboxLimit.dropNewest(1)));
        ActorId oldest = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(50)),
                there().withLimit(MailboxLimit.dropOldest(1)));
        ActorId fails = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(50)),
                there().withLimit(MailboxLimit.fail(1)));
        ActorId conflates = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(50)),
                there().withLimit(MailboxLimit.conflate(1, message -> "key")));
        var replaced = runtime.start(self -> valueOf(self.request(conflates, 0, 1)), HERE);
        var first = runtime.start(self -> valueOf(self.request(oldest, 0, 1)), HERE);
        for (ActorId each : List.of(newest, oldest, fails, conflates)) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(each, 1));
        }
        runtime.runUntilBlocked();
        var second = runtime.start(self -> valueOf(self.request(newest, 0, 1)), HERE);
        var third = runtime.start(self -> valueOf(self.request(fails, 0, 1)), HERE);
        assertEquals(NoReply.Reason.DROPPED, first.resultNow());
        assertEquals(NoReply.Reason.DROPPED, second.resultNow());
        assertEquals(NoReply.Reason.MAILBOX_FULL, third.resultNow());
        assertEquals(NoReply.Reason.DROPPED, replaced.resultNow());
    }

    @Test
    void aRequestByNameFindsWhoHasItNow() {
        ActorId target = doubler();
        assertEquals(RegisterStatus.REGISTERED, runtime.hive().names().register("twice", target));
        assertEquals(RegisterStatus.TAKEN, runtime.hive().names().register("twice", target));
        var outcome = runtime.start(self -> List.of(
                valueOf(self.request("twice", 0, 4)),
                valueOf(self.request("thrice", 0, 4, ofMillis(1)))), HERE);
        assertEquals(List.of(8, NoReply.Reason.NOT_FOUND), outcome.resultNow());
    }

    @Test
    void bugsAreExceptionsAndCostNothing() {
        ActorId target = doubler();
        var outcome = runtime.start(self -> {
            assertThrows(IllegalArgumentException.class, () -> self.request(target, 0, 1, Duration.ZERO));
            assertThrows(IllegalArgumentException.class, () -> self.request(target, 0, 1, ofMillis(0)));
            assertThrows(IllegalArgumentException.class, () -> self.request(self.self(), 0, 1, Duration.ofMillis(1)));
            assertThrows(NullPointerException.class, () -> self.request(target, 0, null, Duration.ofMillis(1)));
            assertThrows(NullPointerException.class, () -> self.request((ActorId) null, 0, 1, Duration.ofMillis(1)));
            assertThrows(IllegalArgumentException.class, () -> self.request("", 0, 1, Duration.ofMillis(1)));
            assertThrows(IllegalArgumentException.class, () -> self.request("nobody", 0, 1, Duration.ZERO));
            assertThrows(NullPointerException.class, () -> self.request("nobody", 0, null, Duration.ofMillis(1)));
            assertThrows(IllegalArgumentException.class, () -> self.startRequest("nobody", 0, 1, ofMillis(0)));
            assertThrows(NullPointerException.class, () -> self.startRequest("nobody", 0, null, Duration.ofMillis(1)));
            assertThrows(NullPointerException.class, () -> self.send("nobody", 0, null, Duration.ofMillis(1)));
            assertThrows(NullPointerException.class, () -> self.send("nobody", 0, null, ofMillis(1)));
            assertEquals(NoReply.Reason.TOO_LARGE, valueOf(self.request(target, 0, new byte[17], Duration.ofMillis(1))));
            return true;
        }, HERE);
        assertTrue(outcome.resultNow());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }
}
