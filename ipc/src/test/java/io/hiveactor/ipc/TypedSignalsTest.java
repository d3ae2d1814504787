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
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.NoReplyException;
import io.hiveactor.runtime.NotSentException;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.PendingReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import io.hiveactor.runtime.TimerId;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What reaches a typed actor besides messages that others send, as messages of its own type. */
class TypedSignalsTest {
    private final TestRuntime runtime = new TestRuntime();
    private final List<Object> log = new ArrayList<>();

    @AfterEach
    void close() {
        runtime.close();
    }

    private sealed interface Command {}

    private record Say(String text) implements Command {}

    private record Start(String what) implements Command {}

    private record Ask(String text) implements Command, Request<Command, String> {}

    private static Say say(String text) {
        return new Say(text);
    }

    private void send(Ref<Command> to, Command message) {
        to.notify(message).orThrow();
        runtime.runUntilBlocked();
    }

    @Nested
    class Timers {
        @Test
        void aTimerDeliversItsMessageOnceOrEachPeriod() {
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, (self, message) -> {
                switch (message) {
                    case Start(String what) when what.equals("once") -> self.after(ofMillis(5), say("tick"));
                    case Start _ -> self.every(ofMillis(5), say("again"));
                    case Say(String text) -> log.add(text);
                    case Ask _ -> {}
                }
            });
            send(actor, new Start("once"));
            runtime.advance(ofMillis(4));
            assertEquals(List.of(), log);
            runtime.advance(ofMillis(20));
            assertEquals(List.of("tick"), log);
            send(actor, new Start("periodic"));
            runtime.advance(ofMillis(5));
            runtime.advance(ofMillis(5));
            assertEquals(List.of("tick", "again", "again"), log);
        }

        @Test
        void aCancelledTimerDeliversNothingEvenIfItsTickIsInTheMailbox() {
            var cancelled = new ArrayList<Boolean>();
            Ref<Command> actor = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                TimerId timer = self.after(ofMillis(5), say("tick"));
                self.sleep(ofMillis(10)); // the tick lies in the mailbox
                cancelled.add(self.cancel(timer));
                cancelled.add(self.cancel(timer));
                log.add(Objects.requireNonNullElse(self.receive(ofMillis(5)), "nothing"));
            });
            runtime.advance(ofMillis(20));
            assertFalse(actor.isAlive());
            assertEquals(List.of("nothing"), log);
            assertEquals(List.of(true, false), cancelled);
        }

        @Test
        void theTicksOfCancelledTimersLeaveTheMailboxOfABody() {
            Ref<Command> actor = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                for (int i = 0; i < 10; i++) {
                    TimerId timer = self.after(ofMillis(1), say("tick"));
                    self.sleep(ofMillis(2));
                    self.cancel(timer);
                    assertNull(self.tryReceive());
                }
                log.add(self.context().pending());
            });
            runtime.advance(ofMillis(100));
            assertFalse(actor.isAlive());
            assertEquals(List.of(0), log);
        }

        @Test
        void aBodyReceivesTicksInTheirPlaceAmongMessages() {
            Ref<Command> actor = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                self.after(ofMillis(5), say("tick"));
                self.sleep(ofMillis(10));
                for (int i = 0; i < 2; i++) {
                    log.add(self.receive());
                }
            });
            runtime.advance(ofMillis(7));
            actor.notify(say("later")).orThrow();
            runtime.advance(ofMillis(10));
            assertEquals(List.of(say("tick"), say("later")), log);
        }
    }

    @Nested
    class Receiving {
        @Test
        void oneClassIsReceivedAndTheOthersStayInTheirOrder() {
            Ref<Command> actor = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                self.sleep(ofMillis(1));
                log.add(self.receive(Start.class));
                assertNull(self.receive(Start.class, ofMillis(2)));
                log.add(self.receive());
                log.add(self.receive());
                assertNull(self.tryReceive());
            });
            send(actor, say("1"));
            send(actor, new Start("now"));
            send(actor, say("2"));
            runtime.advance(ofMillis(10));
            assertEquals(List.of(new Start("now"), say("1"), say("2")), log);
            assertFalse(actor.isAlive());
        }

        @Test
        void aSelectTakesFromAFutureOrFromTheMailbox() {
            var future = new CompletableFuture<String>();
            Ref<Command> actor = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                Source ready = Source.of(future);
                var says = self.filterOf(Say.class::isInstance);
                for (int i = 0; i < 2; i++) {
                    log.add(switch (self.context().select(says, ready)) {
                        case SelectResult.Received(int index, Message message) -> index + ": " + self.contentOf(message);
                        case SelectResult.Ready(int index, var value) -> index + ": " + value;
                        case SelectResult.Nothing nothing -> nothing;
                    });
                }
            });
            send(actor, say("hello"));
            future.complete("done");
            runtime.runUntilBlocked();
            assertEquals(List.of("0: " + say("hello"), "1: done"), log);
            assertFalse(actor.isAlive());
        }
    }

    @Nested
    class Ends {
        private Ref<Command> mortal() {
            return Ref.spawn(runtime.hive(), Command.class, (self, message) -> {
                throw new IllegalStateException("it was told to");
            }, ActorConfig.named("mortal"));
        }

        @Test
        void theEndOfALinkedActorReachesOnExit() {
            Ref<Command> mortal = mortal();
            Ref<Command> linked = Ref.spawn(runtime.hive(), Command.class, new TypedHandler<Command>() {
                @Override
                public void onStart(TypedContext<Command> self) {
                    log.add(self.link(mortal));
                }

                @Override
                public void onMessage(TypedContext<Command> self, Command message) {}

                @Override
                public void onExit(TypedContext<Command> self, ActorExit exit) {
                    log.add(exit.reason());
                }
            });
            runtime.runUntilBlocked();
            send(mortal, say("die"));
            assertEquals(List.of(LinkStatus.LINKED, ExitReason.CRASH), log);
            assertTrue(linked.isAlive());
        }

        @Test
        void aMonitoredEndArrivesAsAMessage() {
            Ref<Command> mortal = mortal();
            Ref<Command> watching = Ref.spawn(runtime.hive(), Command.class, (self, message) -> {
                switch (message) {
                    case Start _ -> assertInstanceOf(Monitor.class,
                            self.monitor(mortal, exit -> say("gone: " + exit.reason())));
                    case Say(String text) -> log.add(text);
                    case Ask _ -> {}
                }
            });
            send(watching, new Start(""));
            mortal.kill();
            runtime.runUntilBlocked();
            assertEquals(List.of("gone: KILLED"), log);
        }

        @Test
        void aRemovedMonitorDeliversNothing() {
            Ref<Command> mortal = mortal();
            Ref<Command> watching = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                var monitor = (Monitor) self.monitor(mortal, exit -> say("gone"));
                self.sleep(ofMillis(5)); // the EXIT lies in the mailbox
                log.add(self.demonitor(monitor));
                assertNull(self.receive(ofMillis(5)));
            });
            runtime.runUntilBlocked();
            mortal.kill();
            runtime.advance(ofMillis(20));
            assertEquals(List.of(false), log);
            assertFalse(watching.isAlive());
        }
    }

    @Nested
    class Stopping {
        private final class Resource implements TypedHandler<Command> {
            @Override
            public void onStart(TypedContext<Command> self) {
                log.add("opened");
            }

            @Override
            public void onMessage(TypedContext<Command> self, Command message) {
                switch (message) {
                    case Start _ -> self.stop();
                    case Say(String text) -> throw new IllegalStateException(text);
                    case Ask ask -> self.context().sleep(ofMillis(1_000));
                }
            }

            @Override
            public void onStop(ExitReason reason) {
                log.add("closed: " + reason);
            }
        }

        private Ref<Command> resource() {
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, new Resource());
            runtime.runUntilBlocked();
            return actor;
        }

        @Test
        void onStopIsCalledOnceHoweverTheActorEnds() {
            send(resource(), new Start(""));
            send(resource(), say("crash"));
            resource().kill();
            runtime.runUntilBlocked();
            Ref<Command> busy = resource();
            send(busy, new Ask(""));
            busy.kill(); // in a wait of its handler
            runtime.runUntilBlocked();
            assertEquals(List.of("opened", "closed: NORMAL", "opened", "closed: CRASH", "opened", "closed: KILLED",
                    "opened", "closed: KILLED"), log);
        }

        @Test
        void whoMonitorsItHearsOfTheEndAfterOnStop() {
            Ref<Command> actor = resource();
            Ref<Command> watching = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                var unused = self.monitor(actor, exit -> say("heard"));
                log.add(((Say) self.receive()).text());
            });
            runtime.runUntilBlocked();
            actor.kill();
            runtime.runUntilBlocked();
            assertEquals(List.of("opened", "closed: KILLED", "heard"), log);
            assertFalse(watching.isAlive());
        }

        @Test
        void anActorThatNeverStartedIsNotStopped() {
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, new TypedHandler<Command>() {
                @Override
                public void onStart(TypedContext<Command> self) {
                    throw new IllegalStateException("cannot start");
                }

                @Override
                public void onMessage(TypedContext<Command> self, Command message) {}

                @Override
                public void onStop(ExitReason reason) {
                    log.add("stopped");
                }
            });
            runtime.runUntilBlocked();
            assertFalse(actor.isAlive());
            assertEquals(List.of(), log);
        }

        @Test
        void anOnStopThatDoesNotEndIsGivenUpAfterAKill() {
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, new TypedHandler<Command>() {
                @Override
                public void onMessage(TypedContext<Command> self, Command message) {
                    self.stop();
                }

                @Override
                public void onStop(ExitReason reason) throws InterruptedException {
                    Thread.sleep(100_000_000);
                }
            });
            send(actor, say("end"));
            assertEquals(1, runtime.hive().stats().actors());
            actor.kill();
            runtime.advance(runtime.hive().config().killGrace().plusMillis(1));
            assertEquals(0, runtime.hive().stats().actors());
        }

        @Test
        void anExceptionOfOnStopIsLoggedAndTheReasonStays() {
            var exits = new ArrayList<ExitReason>();
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, new TypedHandler<Command>() {
                @Override
                public void onMessage(TypedContext<Command> self, Command message) {
                    self.stop();
                }

                @Override
                public void onStop(ExitReason reason) {
                    throw new IllegalStateException("cannot close");
                }
            });
            Ref<Command> watching = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                var unused = self.monitor(actor, exit -> {
                    exits.add(exit.reason());
                    return say("");
                });
                log.add(self.receive());
            });
            runtime.runUntilBlocked();
            send(actor, say("end"));
            assertFalse(watching.isAlive());
            assertEquals(List.of(ExitReason.NORMAL), exits);
        }
    }

    @Nested
    class Futures {
        private final CompletableFuture<Integer> future = new CompletableFuture<>();

        private Ref<Command> piping() {
            return Ref.spawn(runtime.hive(), Command.class, (self, message) -> {
                switch (message) {
                    case Start _ -> self.pipeToSelf(future, (value, failure) ->
                            say(failure == null ? "value " + value : "failed: " + failure.getMessage()));
                    case Say(String text) -> log.add(text);
                    case Ask _ -> {}
                }
            });
        }

        @Test
        void theValueArrivesAsAMessage() {
            Ref<Command> actor = piping();
            send(actor, new Start(""));
            future.complete(7);
            runtime.runUntilBlocked();
            assertEquals(List.of("value 7"), log);
        }

        @Test
        void soDoesAFailure() {
            Ref<Command> actor = piping();
            send(actor, new Start(""));
            future.completeExceptionally(new IllegalStateException("down"));
            runtime.runUntilBlocked();
            assertEquals(List.of("failed: down"), log);
        }

        @Test
        void anActorThatEndedIsNotBothered() {
            Ref<Command> actor = piping();
            send(actor, new Start(""));
            actor.kill();
            runtime.runUntilBlocked();
            future.complete(7);
            runtime.runUntilBlocked();
            assertEquals(List.of(), log);
            assertEquals(List.of(), runtime.hive().snapshot().outsideSources()); // and it is not expected any more
        }

        @Test
        void itAnswersARequest() {
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, (self, message) -> {
                if (message instanceof Ask ask) {
                    self.replyFrom(ask, future, (value, failure) -> ask.text() + " " + value);
                }
            });
            var answer = actor.requestAsync(new Ask("the answer is"), ofMillis(100)).toCompletableFuture();
            runtime.runUntilBlocked();
            future.complete(42);
            runtime.runUntilBlocked();
            assertEquals("the answer is 42", answer.join().orThrow());
        }
    }

    @Nested
    class Requests {
        private record Lookup(String key) implements Request<Lookup, String> {}

        @Test
        void aRequestIsForwardedToAnActorOfAnotherTypeAndAnsweredThere() {
            Ref<Lookup> index = Ref.spawn(runtime.hive(), Lookup.class, (self, lookup) ->
                    self.reply(lookup, "found " + lookup.key()));
            Ref<Command> front = Ref.spawn(runtime.hive(), Command.class, (self, message) -> {
                if (message instanceof Ask ask) {
                    log.add(self.forward(ask, index, new Lookup(ask.text())));
                }
            });
            assertEquals("found key", front.request(new Ask("key"), ofMillis(10)).orThrow());
            assertEquals(List.of(NotifyStatus.SENT), log);
        }

        @Test
        void severalRequestsAreOpenAtOnce() {
            Ref<Lookup> index = Ref.spawn(runtime.hive(), Lookup.class, (self, lookup) -> self.reply(lookup, lookup.key()));
            Ref<Command> asking = Ref.spawnBody(runtime.hive(), Command.class, self -> {
                var a = self.startRequest(index, new Lookup("a"), ofMillis(10));
                var b = self.startRequest(index, new Lookup("b"), ofMillis(10));
                log.add(((PendingReply<String>) b).await().orThrow());
                log.add(((PendingReply<String>) a).await().orThrow());
            });
            runtime.runUntilBlocked();
            assertFalse(asking.isAlive());
            assertEquals(List.of("b", "a"), log);
        }

        @Test
        void aResultTellsTheReason() {
            Ref<Lookup> dead = Ref.spawn(runtime.hive(), Lookup.class, (self, lookup) -> {});
            dead.kill();
            runtime.runUntilBlocked();
            var result = dead.request(new Lookup("x"), ofMillis(10));
            assertEquals(NoReply.Reason.NO_TARGET, assertInstanceOf(NoReply.class, result).reason());
            assertEquals("other", result.orElse("other"));
            assertFalse(result.isReply());
            var thrown = assertThrows(NoReplyException.class, result::orThrow);
            assertEquals(NoReply.Reason.NO_TARGET, thrown.reason());
            assertThrows(NotSentException.class, () -> dead.notify(new Lookup("y")).orThrow());
        }

        @Test
        void aReusedReplyIsDetectedInDebugMode() {
            try (var debug = new TestRuntime(TestRuntime.config().debug(true).build(), 1)) {
                Ref<Lookup> index = Ref.spawn(debug.hive(), Lookup.class, (self, lookup) -> self.reply(lookup, lookup.key()));
                var outcome = debug.start(self -> {
                    var first = (Reply<String>) index.request(new Lookup("a"), ofMillis(10));
                    String value = first.value();
                    var second = (Reply<String>) index.request(new Lookup("b"), ofMillis(10));
                    assertThrows(IllegalStateException.class, first::value);
                    return value + second.value();
                });
                assertEquals("ab", outcome.resultNow());
            }
        }
    }

    @Nested
    class Names {
        @Test
        void aTypedActorIsFoundByItsName() {
            Ref<Command> actor = Ref.spawn(runtime.hive(), Command.class, (self, message) -> log.add(message),
                    ActorConfig.named("speaker").registered());
            Ref<Command> found = Objects.requireNonNull(Ref.find(runtime.hive(), Command.class, "speaker"));
            assertEquals(actor, found);
            send(found, say("hi"));
            assertEquals(List.of(say("hi")), log);
            assertNull(Ref.find(runtime.hive(), Command.class, "nobody"));
            var refusal = assertThrows(IllegalArgumentException.class,
                    () -> log.add(Ref.find(runtime.hive(), String.class, "speaker")));
            assertTrue(String.valueOf(refusal.getMessage()).contains("speaker"), refusal::getMessage);
        }
    }

    @Test
    void aMonitorOrALinkOfADeadActorThrowsIfItIsToldTo() {
        Ref<Command> dead = Ref.spawn(runtime.hive(), Command.class, (self, message) -> {});
        dead.kill();
        runtime.runUntilBlocked();
        var outcome = runtime.start(self -> {
            var monitored = assertThrows(IllegalStateException.class, () -> log.add(self.monitor(dead.id()).orThrow()));
            assertThrows(IllegalStateException.class, () -> self.link(dead.id()).orThrow());
            return String.valueOf(monitored.getMessage());
        });
        assertEquals("no monitor: NO_TARGET", outcome.resultNow());
    }

    @Test
    void joinWaitsUntilAllActorsHaveEnded() throws InterruptedException {
        Ref<Command> sleeper = Ref.spawnBody(runtime.hive(), Command.class, self -> self.sleep(ofMillis(10)));
        assertFalse(runtime.hive().join(ofMillis(9)));
        assertTrue(runtime.hive().join(ofMillis(1)));
        assertFalse(sleeper.isAlive());
        runtime.hive().join();
        assertInstanceOf(IllegalStateException.class,
                runtime.start(self -> assertThrows(IllegalStateException.class, () -> self.hive().join())).resultNow());
    }

    @Test
    void anActorIsLinkedBeforeItRuns() {
        var exit = new AtomicReference<ActorExit>();
        var linking = runtime.start(self -> {
            self.spawnLinked((ActorBody) child -> {}, ActorConfig.DEFAULT.onShard(0));
            Monitor monitor = self.spawnMonitored((ActorBody) child -> {}, ActorConfig.DEFAULT);
            exit.set(self.receive().as(ActorExit.class));
            Message second = self.receive();
            return exit.get().reason() + " " + second.as(ActorExit.class).reason() + " "
                    + (second.correlation() == monitor.number() || exit.get().actor() == monitor.target());
        });
        assertEquals("NORMAL NORMAL true", linking.resultNow());
    }
}
