package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Typed references, and what Java programs expect besides: futures and executors. */
class TypedTest {
    sealed interface Command {}

    record Add(int amount) implements Command {}

    record Total() implements Command, Request<Command, Integer> {}

    record Later() implements Command, Request<Command, String> {}

    /** Without debug mode, which finds some of the misuse tested here earlier, by the message that was read too late. */
    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().debug(false).build(), TestRuntime.freshSeed());
    private final List<Object> seen = new ArrayList<>();

    @AfterEach
    void everySlotIsBack() {
        runtime.close();
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    private final class Counter implements TypedHandler<Command> {
        private int total;

        @Override
        public void onMessage(TypedContext<Command> self, Command command) {
            switch (command) {
                case Add add -> total += add.amount();
                case Total question -> assertEquals(ReplyStatus.SENT, self.reply(question, total));
                case Later question -> {
                    DeferredReply<String> later = self.deferReply(question);
                    self.context().sleep(ofMillis(10));
                    seen.add(later.reply("later"));
                }
            }
        }

        @Override
        public void onSignal(TypedContext<Command> self, Message message) {
            seen.add(message.messageClass());
        }
    }

    private Ref<Command> counter() {
        return Ref.spawn(runtime.hive(), Command.class, new Counter());
    }

    private static <A> Object valueOf(RequestResult<A> answer) {
        return switch (answer) {
            case Reply<A> answered -> answered.value();
            case NoReply<A> none -> none.reason();
        };
    }

    @Test
    void anActorAsksAndIsAnswered() {
        Ref<Command> counter = counter();
        var outcome = runtime.start(self -> {
            assertEquals(NotifyStatus.SENT, counter.notify(new Add(3)));
            assertEquals(SendStatus.SENT, counter.send(new Add(4), ofMillis(10)));
            return valueOf(counter.request(new Total(), ofMillis(10)));
        });
        assertEquals(7, outcome.resultNow());
    }

    @Test
    void theSenderIsTheActorThatSends() {
        Ref<String> target = Ref.spawnBody(runtime.hive(), String.class,
                self -> seen.add(self.context().receive().sender()));
        var outcome = runtime.start(self -> {
            assertEquals(NotifyStatus.SENT, target.notify("x"));
            return self.self();
        });
        assertEquals(List.of(outcome.resultNow()), seen);
    }

    @Test
    void aThreadOutsideAsksTheSameWay() {
        Ref<Command> counter = counter();
        assertEquals(NotifyStatus.SENT, counter.notify(new Add(3)));
        assertEquals(SendStatus.SENT, counter.send(new Add(4), ofMillis(10)));
        assertEquals(7, valueOf(counter.request(new Total(), ofMillis(10))));
        var stage = counter.requestAsync(new Total(), ofMillis(10)).toCompletableFuture();
        assertFalse(stage.isDone());
        runtime.runUntilBlocked();
        assertEquals(7, valueOf(stage.resultNow()));
    }

    @Test
    void aDeadTargetIsToldAsSuch() {
        Ref<Command> counter = counter();
        runtime.hive().kill(counter.id());
        assertEquals(NoReply.Reason.NO_TARGET, valueOf(counter.request(new Total(), ofMillis(10))));
        assertEquals(NotifyStatus.NO_TARGET, counter.notify(new Add(1)));
    }

    @Test
    void anAnswerMayComeLater() {
        Ref<Command> counter = counter();
        var stage = counter.requestAsync(new Later(), ofMillis(100)).toCompletableFuture();
        runtime.advance(ofMillis(10));
        assertEquals("later", valueOf(stage.resultNow()));
        assertEquals(List.of(ReplyStatus.SENT), seen);
    }

    record Bytes() implements Command2, Request<Command2, byte[]> {}

    sealed interface Command2 {}

    @Test
    void anAnswerOfBytesIsTheObjectThatWasGiven() {
        byte[] given = {1, 2, 3};
        Ref<Command2> target = Ref.spawn(runtime.hive(), Command2.class,
                (self, question) -> seen.add(self.reply((Bytes) question, given)));
        assertTrue(valueOf(target.request(new Bytes(), ofMillis(10))) == given);
    }

    @Test
    void aFullPoolDoesNotHoldAThreadBeyondItsTimeout() {
        Ref<Command> counter = counter();
        var sleeper = runtime.hive().spawn((ActorBody) self -> self.sleep(ofMillis(5000)));
        while (runtime.hive().notify(sleeper, "filler") == NotifyStatus.SENT) {
            // until the pool is empty
        }
        long before = runtime.hive().nowNanos();
        assertEquals(NoReply.Reason.TIMEOUT, valueOf(counter.request(new Total(), ofMillis(200))));
        assertEquals(200_000_000, runtime.hive().nowNanos() - before);
        runtime.advance(ofMillis(5000));
    }

    @Test
    void anAnswerByAnotherThreadIsRefusedForThatReasonAndTheRemedyIsNamed() {
        var asked = new AtomicReference<TypedContext<Command>>();
        Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, (self, command) -> asked.set(self));
        var question = new Total();
        var stage = actor.requestAsync(question, ofMillis(3_600_000)).toCompletableFuture();
        runtime.runUntilBlocked();

        assertNamesTheRemedy(() -> asked.get().reply(question, 1)); // as the callback of a future does
        assertEquals(NotifyStatus.SENT, actor.notify(new Add(1)));
        runtime.runUntilBlocked();
        assertNamesTheRemedy(() -> asked.get().reply(question, 1)); // also when it is not the last message any more
        assertTrue(stage.cancel(false));
    }

    @Test
    void aDeferredReplyIsGivenByAnotherThread() {
        var stage = silent().requestAsync(new Total(), ofMillis(3_600_000)).toCompletableFuture();
        runtime.runUntilBlocked();
        var kept = (DeferredReply<?>) seen.getFirst();
        assertEquals(ReplyStatus.SENT, reply(kept));
        runtime.runUntilBlocked();
        assertEquals(1, valueOf(stage.join()));
        assertThrows(IllegalStateException.class, () -> reply(kept));
    }

    @Test
    void aDeferredReplyIsGivenAsTheActor() {
        Ref<Command> asked = Ref.spawn(runtime.hive(), Command.class, (self, command) -> {
            DeferredReply<Integer> later = self.deferReply((Total) command);
            seen.add(CompletableFuture.completedFuture(7).thenApplyAsync(later::reply, self.ref().asExecutor()));
        });
        var answer = asked.requestAsync(new Total(), ofMillis(3_600_000)).toCompletableFuture();
        runtime.runUntilBlocked();
        assertEquals(7, valueOf(answer.join()));
    }

    @SuppressWarnings("unchecked")
    private static ReplyStatus reply(DeferredReply<?> kept) {
        return ((DeferredReply<Object>) kept).reply(1);
    }

    private static void assertNamesTheRemedy(Supplier<ReplyStatus> answer) {
        var refusal = assertThrows(WrongThreadException.class, answer::get);
        String message = String.valueOf(refusal.getMessage());
        assertTrue(message.contains(Thread.currentThread().toString()), message);
        assertTrue(message.contains("replyFrom") && message.contains("deferReply"), message);
    }

    @Test
    void aTypedActorWithoutANameIsNamedAfterItsHandler() {
        Ref<Command> handler = counter();
        Ref<Command> straight = Ref.spawnBody(runtime.hive(), Command.class, self -> seen.add(self.receive()));

        assertEquals("Counter#" + handler.id().number(), handler.toString());
        assertEquals("TypedTest.lambda#" + straight.id().number(), straight.toString());
    }

    /** Who has a question and keeps it. */
    private Ref<Command> silent() {
        return Ref.spawn(runtime.hive(), Command.class, (self, command) -> {
            DeferredReply<Integer> kept = self.deferReply((Total) command);
            seen.add(kept);
        });
    }

    @Test
    @Timeout(30)
    void anInterruptedThreadLeavesNothingBehind() throws InterruptedException {
        var outcome = new AtomicReference<RequestResult<Integer>>();
        var kept = new AtomicReference<DeferredReply<Integer>>();
        var isAsked = new CountDownLatch(1);
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            Ref<Command> silent = Ref.spawn(hive, Command.class, (self, command) -> {
                kept.set(self.deferReply((Total) command));
                isAsked.countDown();
            });
            Thread asking = Thread.ofPlatform().start(
                    () -> outcome.set(silent.request(new Total(), ofMillis(3_600_000))));
            isAsked.await();
            asking.interrupt();
            asking.join();
            assertEquals(NoReply.Reason.INTERRUPTED, valueOf(outcome.get()));
            while (hive.stats().actors() > 1 || hive.stats().messagesInUse() > 0) {
                Thread.onSpinWait(); // until who asked for it has gone, with the room for its answer
            }
        }
    }

    @Test
    void aCancelledStageLeavesNothingBehind() {
        Ref<Command> silent = silent();
        var stage = silent.requestAsync(new Total(), ofMillis(3_600_000)).toCompletableFuture();
        runtime.runUntilBlocked();
        assertEquals(2, runtime.hive().stats().actors());
        assertEquals(1, seen.size());
        assertTrue(stage.cancel(false));
        runtime.runUntilBlocked();
        assertEquals(1, runtime.hive().stats().actors());
        assertEquals(0, runtime.hive().stats().messagesInUse());
    }

    @Test
    void aTaskDoesNotUseUpTheTimeOfAReceive() {
        var received = new ArrayList<Object>();
        Ref<Command> ref = Ref.spawnBody(runtime.hive(), Command.class, self -> {
            self.context().sleep(ofMillis(1));
            received.add(self.receive(ofMillis(0)));
            received.add(self.receive(ofMillis(0)));
        });
        ref.asExecutor().execute(() -> seen.add("work"));
        ref.asExecutor().execute(() -> seen.add("more work"));
        assertEquals(NotifyStatus.SENT, ref.notify(new Add(5)));
        runtime.advance(ofMillis(1));
        assertEquals(List.of("work", "more work"), seen);
        assertEquals(Arrays.asList(new Add(5), null), received);
    }

    @Test
    void aStageIsCompletedWhenTheHiveCloses() {
        Ref<Command> silent = Ref.spawn(runtime.hive(), Command.class, (self, command) -> {});
        var waits = silent.requestAsync(new Total(), ofMillis(100_000)).toCompletableFuture();
        runtime.runUntilBlocked();
        runtime.close();
        assertEquals(NoReply.Reason.CLOSED, valueOf(waits.resultNow()));
        var late = silent.requestAsync(new Total(), ofMillis(1)).toCompletableFuture();
        assertEquals(NoReply.Reason.CLOSED, valueOf(late.resultNow()));
        assertEquals(NoReply.Reason.CLOSED, valueOf(silent.request(new Total(), ofMillis(1))));
    }

    @Test
    void workRunsAlsoWhereEveryObjectIsAMessage() {
        Ref<Object> all = Ref.spawn(runtime.hive(), Object.class, (self, message) -> seen.add("message"));
        all.asExecutor().execute(() -> seen.add("work"));
        runtime.runUntilBlocked();
        assertEquals(List.of("work"), seen);
    }

    @Test
    void aVeryLongTimeoutIsNoBug() {
        Ref<Integer> target = Ref.spawnBody(runtime.hive(), Integer.class,
                self -> seen.add(self.receive(java.time.Duration.ofSeconds(Long.MAX_VALUE))));
        assertEquals(NotifyStatus.SENT, target.notify(1));
        runtime.runUntilBlocked();
        assertEquals(List.of(1), seen);
    }

    @Test
    void anIdOfAnotherHiveIsRefused() {
        try (var other = new TestRuntime()) {
            var id = other.hive().spawn((self, message) -> {});
            assertThrows(IllegalArgumentException.class, () -> Ref.of(runtime.hive(), id));
        }
    }

    @Test
    void aMailboxThatDropsIsNoExecutor() {
        Ref<Command> dropping = Ref.spawn(runtime.hive(), Command.class, new Counter(),
                ActorConfig.DEFAULT.withLimit(MailboxLimit.dropOldest(1)));
        assertThrows(IllegalStateException.class, dropping::asExecutor);
    }

    @Test
    void whatIsNotOfItsTypeIsASignal() {
        Ref<Command> counter = counter();
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(counter.id(), "not a command"));
        runtime.runUntilBlocked();
        assertEquals(List.of(MessageClass.NOTIFY), seen);
    }

    @Test
    void aStraightLineActorReceivesItsTypeAndLeavesTicks() {
        Ref<Integer> adder = Ref.spawnBody(runtime.hive(), Integer.class, self -> {
            var timer = self.context().after(ofMillis(1));
            seen.add(self.receive());
            seen.add(String.valueOf(self.receive(ofMillis(10))));
            seen.add(self.context().receive().isTickOf(timer));
        });
        runtime.advance(ofMillis(1));
        assertEquals(NotifyStatus.SENT, runtime.hive().notify(adder.id(), "other"));
        assertEquals(NotifyStatus.SENT, adder.notify(5));
        runtime.advance(ofMillis(10));
        assertEquals(List.of(5, "null", true), seen);
    }

    @Test
    void anotherQuestionThanTheLastIsRefused() {
        Ref<Command> odd = Ref.spawn(runtime.hive(), Command.class, (self, command) -> {
            assertThrows(IllegalArgumentException.class, () -> self.reply(new Total(), 1));
            seen.add("refused");
        });
        assertEquals(NoReply.Reason.TIMEOUT, valueOf(odd.request(new Total(), ofMillis(1))));
        assertEquals(List.of("refused"), seen);
        assertThrows(IllegalArgumentException.class, () -> odd.request(new Total(), ofMillis(0)));
        assertThrows(NullPointerException.class, () -> odd.request(null, ofMillis(1)));
        assertThrows(NullPointerException.class, () -> odd.notify(null));
    }

    @Test
    void anActorIsAnExecutor() {
        Ref<Command> counter = counter();
        counter.asExecutor().execute(() -> seen.add(java.util.Objects.requireNonNull(runtime.hive().current()).self()));
        Ref<Integer> straight = Ref.spawnBody(runtime.hive(), Integer.class, self -> seen.add(self.receive()));
        straight.asExecutor().execute(() -> seen.add("task"));
        assertEquals(NotifyStatus.SENT, straight.notify(1));
        runtime.runUntilBlocked();
        assertEquals(List.of(counter.id(), "task", 1), seen);
        runtime.hive().kill(counter.id());
        assertThrows(RejectedExecutionException.class, () -> counter.asExecutor().execute(() -> {}));
    }

    @Test
    void anActorAwaitsAFuture() {
        var good = new CompletableFuture<String>();
        var bad = new CompletableFuture<String>();
        var cancelled = new CompletableFuture<String>();
        var never = new CompletableFuture<String>();
        var outcome = runtime.start(self -> {
            String value = self.await(good, ofMillis(100));
            var failure = assertThrows(ExecutionException.class, () -> self.await(bad, ofMillis(100)));
            assertInstanceOf(ArithmeticException.class, failure.getCause());
            assertThrows(CancellationException.class, () -> self.await(cancelled, ofMillis(100)));
            assertThrows(TimeoutException.class, () -> self.await(never, ofMillis(5)));
            return value;
        });
        assertFalse(outcome.isDone());
        assertTrue(runtime.start(self -> good.complete("value")
                && bad.completeExceptionally(new ArithmeticException())
                && cancelled.cancel(false)).resultNow());
        runtime.advance(ofMillis(5));
        assertEquals("value", outcome.resultNow());
    }

    @Test
    void nobodyIsCurrentOutside() {
        assertNull(runtime.hive().current());
        assertTrue(runtime.start(self -> runtime.hive().current() == self).resultNow());
    }
}
