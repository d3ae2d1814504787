package io.hiveactor.testkit;

import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ALL;
import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ONE;
import static io.hiveactor.runtime.supervision.Strategy.REST_FOR_ONE;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.supervision.Backoff;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.RestartsExceededException;
import io.hiveactor.runtime.supervision.Stop;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How children, supervisors and whole trees are stopped, and that nobody is left behind. */
class SupervisorStopTest {
    private final Workers workers = new Workers();
    private final TestRuntime runtime = workers.runtime;

    @AfterEach
    void nothingIsLeft() {
        workers.close();
    }

    private String now() {
        return "@" + runtime.now().toNanos() / 1_000_000.0;
    }

    @Nested
    class GivenAStopOrder {
        @Test
        void theChildrenAreStoppedInReverseThenTheHookIsCalledAndTheEndIsNormal() {
            for (Strategy strategy : Strategy.values()) {
                ActorId root = workers.start(SupervisorSpec.of(strategy,
                                workers.worker("a"), workers.worker("b").registered(), workers.worker("c"))
                        .withShutdownHook(() -> workers.log.add("hook")));
                workers.news();
                workers.stop(root);
                workers.expect("-c", "-b", "-a", "hook");
                assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
                workers.assertAllIsBack();
            }
        }

        @Test
        void anActorThatIsNoSupervisorIsSentNothing() {
            MessageProbe probe = runtime.probe();
            Puppet puppet = new Puppet(runtime, ActorConfig.named("puppet"));
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")));
            try (var inbox = runtime.hive().openInbox()) {
                for (ActorId other : List.of(probe.id(), puppet.id, inbox.id())) {
                    assertEquals(StopStatus.NOT_A_SUPERVISOR, Supervisor.stop(runtime.hive(), other));
                    assertEquals(StopStatus.NOT_A_SUPERVISOR, Supervisor.stop(inbox, other));
                }
                assertEquals(StopStatus.NOT_A_SUPERVISOR, puppet.does(self -> Supervisor.stop(self, probe.id())));
                runtime.runUntilBlocked();
                assertEquals(NoMessage.WOULD_BLOCK, inbox.tryReceive());
            }
            probe.expectNothing();
            puppet.expectNothing();
            assertEquals(StopStatus.ASKED, puppet.does(self -> Supervisor.stop(self, root)));
            runtime.runUntilBlocked();
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
            assertEquals(StopStatus.NO_TARGET, Supervisor.stop(runtime.hive(), root));
            runtime.hive().kill(probe.id());
            runtime.hive().kill(puppet.id);
            runtime.runUntilBlocked();
            assertEquals(StopStatus.NO_TARGET, Supervisor.stop(runtime.hive(), puppet.id));
        }

        @Test
        void whoWaitsForItsRestartIsNotStartedAnyMore() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a").registered(), workers.worker("b"))
                    .withBackoff(Backoff.exponential(ofSeconds(100), ofSeconds(100))));
            workers.crash("a");
            workers.news();
            workers.stop(root);
            runtime.advance(ofSeconds(1000));
            workers.expect("-b");
            workers.assertAllIsBack();
        }

        @Test
        void anOrderThatComesDuringARestartIsObeyedBeforeAnybodyIsStarted() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                    workers.worker("a").withStop(Stop.ask((Workers.Order) self -> {
                        self.sleep(ofMillis(10));
                        self.exit(ExitReason.NORMAL);
                    }, ofSeconds(1))),
                    workers.worker("b")));
            workers.crash("b");
            workers.stop(root);
            workers.news();
            runtime.advance(ofMillis(10));
            workers.expect("-a");
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
        }

        @Test
        void aHookThatThrowsIsTheSupervisorsCrash() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"))
                    .withShutdownHook(() -> {
                        throw new IllegalArgumentException("hook");
                    }));
            workers.stop(root);
            assertEquals("hook", runtime.exitOf(root).cause().getMessage());
            workers.assertAllIsBack();
        }
    }

    @Nested
    class GivenAChildThatIsAskedToStop {
        @CanIgnoreReturnValue
        private ActorId start(Object order, Duration deadline) {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                    workers.worker("a").withStop(Stop.ask(order, deadline)), workers.worker("b")));
            workers.news();
            return root;
        }

        @Test
        void itEndsByItselfAndNobodyWaitsForTheDeadline() {
            ActorId root = start((Workers.Order) self -> {
                self.sleep(ofMillis(3));
                workers.log.add("tidy" + now());
                self.exit(ExitReason.NORMAL);
            }, ofSeconds(1));
            workers.stop(root);
            workers.expect("-b");
            runtime.advance(ofMillis(3));
            workers.expect("tidy@3.0", "-a");
            assertFalse(workers.isAlive(root));
            workers.assertAllIsBack();
        }

        @Test
        void itIsKilledAtTheDeadlineAndNotBefore() {
            ActorId root = start((Workers.Order) self -> self.sleep(ofSeconds(1000)), ofMillis(10));
            workers.stop(root);
            runtime.advance(ofMillis(10).minusNanos(1));
            workers.expect("-b");
            assertTrue(workers.isAlive(workers.ids.get("a")));
            runtime.advance(Duration.ofNanos(1));
            workers.expect("-a");
            assertEquals(ExitReason.KILLED, workers.reasonOf(workers.ids.get("a")));
            workers.assertAllIsBack();
        }

        @Test
        void itHasNoTimeAtAllWithADeadlineOfZero() {
            ActorId root = start("end", Duration.ZERO);
            workers.stop(root);
            workers.expect("-b", "-a");
        }

        @Test
        void itIsStartedAgainAfterItWasKilledAtItsDeadline() {
            start((Workers.Order) self -> self.sleep(ofSeconds(1000)), ofMillis(10));
            workers.crash("b");
            workers.expect("-b");
            runtime.advance(ofMillis(10));
            workers.expect("-a", "+a", "+b");
        }

        @Test
        void itMayCrashInsteadAndThatIsNoRestart() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                            workers.worker("a").withStop(Stop.ask((Workers.Order) self -> {
                                throw new IllegalStateException("while stopping");
                            }, ofSeconds(1))),
                            workers.worker("b"))
                    .withIntensity(1, ofSeconds(5)));
            workers.news();
            workers.crash("b");
            workers.expect("-b", "-a", "+a", "+b");
            assertTrue(workers.isAlive(root));
        }

        @Test
        void itReadsWhatItHadBeforeTheOrder() {
            ActorId root = start(Workers.RETURN, ofSeconds(1));
            workers.order("a", (Workers.Order) self -> workers.log.add("first"));
            workers.stop(root);
            List<String> news = workers.news(); // when b stops, beside what a reads, is open
            assertEquals(Set.of("first", "-a", "-b"), Set.copyOf(news), workers.seed());
            assertEquals("-a", news.getLast(), workers.seed());
        }

        @Test
        void theOrderIsRepeatedUntilThePoolHasRoomForIt() {
            try (var few = new Workers(TestRuntime.config().messages(8).reservedMessages(2))) {
                ActorId sink = few.runtime.hive().spawn((ActorBody) self -> self.sleep(ofSeconds(1000)));
                few.start(SupervisorSpec.of(ONE_FOR_ALL,
                        few.worker("a").withStop(Stop.ask(Workers.RETURN, ofSeconds(1))), few.worker("b")));
                while (few.runtime.hive().notify(sink, "fill") == NotifyStatus.SENT) {
                    few.runtime.runUntilBlocked();
                }
                few.news();
                few.kill("b");
                few.runtime.advance(ofMillis(25));
                few.expect("-b");
                few.runtime.hive().kill(sink);
                few.runtime.advance(ofMillis(5).minusNanos(1));
                few.expect();
                few.runtime.advance(Duration.ofNanos(1));
                few.expect("-a", "+a", "+b");
                assertEquals(ExitReason.NORMAL, few.runtime.exits().stream()
                        .filter(exit -> exit.actor().name().equals("a")).findFirst().orElseThrow().reason());
            }
        }

        @Test
        void itIsKilledAtTheDeadlineIfThePoolNeverHasRoom() {
            try (var few = new Workers(TestRuntime.config().messages(8).reservedMessages(2))) {
                ActorId sink = few.runtime.hive().spawn((ActorBody) self -> self.sleep(ofSeconds(1000)));
                few.start(SupervisorSpec.of(ONE_FOR_ALL,
                        few.worker("a").withStop(Stop.ask(Workers.RETURN, ofMillis(35))), few.worker("b")));
                while (few.runtime.hive().notify(sink, "fill") == NotifyStatus.SENT) {
                    few.runtime.runUntilBlocked();
                }
                few.news();
                few.kill("b");
                few.runtime.advance(ofMillis(35).minusNanos(1));
                few.expect("-b");
                few.runtime.advance(Duration.ofNanos(1));
                few.expect("-a", "+a", "+b");
            }
        }

        @Test
        void theOrderIsRepeatedUntilItsMailboxHasRoomForIt() {
            for (MailboxLimit limit : new MailboxLimit[] {
                MailboxLimit.blockSender(1), MailboxLimit.fail(1), MailboxLimit.dropNewest(1)}) {
                ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                        workers.worker("a").withStop(Stop.ask(Workers.RETURN, ofSeconds(1)))
                                .withConfig(ActorConfig.DEFAULT.withLimit(limit)),
                        workers.worker("b")));
                workers.order("a", (Workers.Order) self -> self.sleep(ofMillis(15)));
                runtime.runUntilBlocked();
                workers.order("a", "it fills the mailbox");
                workers.news();
                workers.stop(root);
                runtime.advance(ofMillis(20).minusNanos(1));
                workers.expect("-b");
                runtime.advance(Duration.ofNanos(1));
                workers.expect("-a");
                assertEquals(ExitReason.NORMAL, workers.reasonOf(workers.ids.get("a")), limit + workers.seed());
            }
        }

        @Test
        void anOrderThatItsMailboxCannotTakeIsTheSameAsNone() {
            MailboxLimit limit = MailboxLimit.conflate(1, order -> ((Integer) order).toString());
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                            workers.worker("a"),
                            workers.worker("b").withStop(Stop.ask("not a number", ofMillis(10)))
                                    .withConfig(ActorConfig.DEFAULT.withLimit(limit)))
                    .withShutdownHook(() -> workers.log.add("hook")));
            workers.news();
            workers.stop(root);
            runtime.advance(ofMillis(10));
            workers.expect("-b", "-a", "hook");
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
        }
    }

    @Nested
    class GivenATreeThreeDeep {
        private final ActorId[] supervisors = new ActorId[3];

        private SupervisorSpec hooked(String name, SupervisorSpec spec) {
            return spec.withShutdownHook(() -> workers.log.add("/" + name));
        }

        /** root: first, middle (m, inner (x, y)), last. */
        @CanIgnoreReturnValue
        private ActorId start(Strategy strategy) {
            var inner = hooked("inner", SupervisorSpec.of(strategy,
                    workers.worker("x"), workers.worker("y").withConfig(ActorConfig.DEFAULT)));
            var middle = hooked("middle", SupervisorSpec.of(strategy,
                    workers.worker("m"), ChildSpec.supervisor("inner", inner).registered()));
            var root = hooked("root", SupervisorSpec.of(strategy,
                    workers.worker("first"), ChildSpec.supervisor("middle", middle).registered(), workers.worker("last")));
            ActorId id = workers.start(root);
            supervisors[0] = id;
            supervisors[1] = runtime.hive().names().find("middle");
            supervisors[2] = runtime.hive().names().find("inner");
            return id;
        }

        @Test
        void aStopGoesThroughItInReverse() {
            ActorId root = start(ONE_FOR_ONE);
            workers.news();
            workers.stop(root);
            workers.expect("-last", "-y", "-x", "/inner", "-m", "/middle", "-first", "/root");
            workers.assertAllIsBack();
        }

        @Test
        void aCrashStaysWithItsOwnSupervisor() {
            start(ONE_FOR_ALL);
            workers.news();
            workers.crash("x");
            workers.expect("-x", "-y", "+x", "+y");
        }

        @Test
        void anInnerFailureEscalatesAndTheOneAboveRestartsTheWholeInnerTree() {
            start(ONE_FOR_ONE);
            for (int i = 0; i < 3; i++) {
                workers.crash("x");
            }
            workers.news();
            workers.crash("x");
            workers.expect("-x", "-y", "/inner", "+x", "+y");
            // inner has begun anew: three restarts are free again
            for (int i = 0; i < 3; i++) {
                workers.crash("x");
            }
            workers.expect("-x", "+x", "-x", "+x", "-x", "+x");
        }

        @Test
        void failuresEscalateLevelByLevelToTheTop() {
            ActorId root = start(ONE_FOR_ONE);
            int crashes = 0;
            while (workers.isAlive(root)) {
                workers.crash("x");
                crashes++;
            }
            assertEquals(4 * 4 * 4, crashes, workers.seed());
            assertEquals(64, workers.lives("x"));
            assertEquals(16, workers.lives("y"));
            assertEquals(4, workers.lives("m"));
            assertEquals(1, workers.lives("first"));
            Throwable cause = runtime.exitOf(root).cause();
            for (int i = 0; i < 3; i++) {
                cause = assertInstanceOf(RestartsExceededException.class, cause).getCause();
            }
            assertEquals("boom", cause.getMessage());
            workers.assertAllIsBack();
        }

        @Test
        void anInnerTreeIsStoppedBeforeItsElderSiblingsWhenAllAreStartedAgain() {
            start(ONE_FOR_ALL);
            workers.news();
            workers.crash("first");
            assertEquals(java.util.List.of("-first", "-last", "-y", "-x", "/inner", "-m", "/middle", "+first"),
                    workers.startsInOrder(workers.news()).subList(0, 8), workers.seed());
            assertEquals(2, workers.lives("y"));
            assertEquals(9, runtime.hive().stats().actors() + 1); // 3 supervisors, 5 workers
        }

        @Test
        void killingAnInnerSupervisorTakesItsChildrenAlongAndTheTreeIsStartedAgain() {
            start(REST_FOR_ONE);
            for (int level = 2; level >= 1; level--) {
                ActorId x = workers.ids.get("x");
                ActorId y = workers.ids.get("y");
                int actors = runtime.hive().stats().actors();
                assertTrue(runtime.hive().kill(supervisors[level]));
                runtime.runUntilBlocked();
                assertFalse(workers.isAlive(x));
                assertFalse(workers.isAlive(y));
                assertTrue(workers.isAlive(workers.ids.get("x")));
                assertTrue(workers.isAlive(workers.ids.get("y")));
                assertEquals(actors, runtime.hive().stats().actors());
                assertFalse(workers.news().contains("/inner"), "a kill calls no hook");
            }
        }

        @Test
        void killingTheOutermostLeavesNobody() {
            ActorId root = start(ONE_FOR_ONE);
            workers.news();
            assertTrue(runtime.hive().kill(root));
            runtime.runUntilBlocked();
            assertEquals(5, workers.news().size());
            workers.assertAllIsBack();
        }

        @Test
        void killingASupervisorThatWaitsForAStopLeavesNobody() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                    workers.worker("a"),
                    workers.worker("b").withStop(Stop.ask("never", ofSeconds(1000))),
                    workers.worker("c").withConfig(ActorConfig.DEFAULT.onShard(1))));
            workers.stop(root);
            assertTrue(workers.isAlive(workers.ids.get("b")));
            assertTrue(runtime.hive().kill(root));
            runtime.runUntilBlocked();
            workers.assertAllIsBack();
        }

        @Test
        void killingASupervisorWhoseChildHangsLeavesOnlyAZombie() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL, workers.worker("a"), workers.worker("b")));
            workers.hang("a");
            assertTrue(runtime.hive().kill(root));
            runtime.advance(ofSeconds(2));
            assertEquals(0, runtime.hive().stats().actors());
            assertEquals(1, runtime.hive().stats().zombies());
            workers.release("a");
            workers.assertAllIsBack();
        }

        @Test
        void aSupervisorSpawnedByAnActorDoesNotEndWithIt() {
            var parent = runtime.start(self -> Supervisor.start(self, SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"))));
            ActorId supervisor = parent.resultNow();
            runtime.runUntilBlocked();
            workers.crash("a");
            assertTrue(workers.isAlive(supervisor));
        }

        @Test
        void anInnerSupervisorIsGivenAllTheTimeItsChildrenTake() {
            var inner = SupervisorSpec.of(ONE_FOR_ONE,
                    workers.worker("x").withStop(Stop.ask((Workers.Order) self -> {
                        self.sleep(ofSeconds(3600));
                        self.exit(ExitReason.NORMAL);
                    }, ofSeconds(7200))));
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL, workers.worker("a"), ChildSpec.supervisor("inner", inner)));
            workers.news();
            workers.stop(root);
            runtime.advance(ofSeconds(3599));
            workers.expect();
            runtime.advance(ofSeconds(1));
            workers.expect("-x", "-a");
        }

        @Test
        void anInnerSupervisorCanBeGivenADeadlineAndIsThenKilledWithItsChildren() {
            var inner = SupervisorSpec.of(ONE_FOR_ONE,
                    workers.worker("x").withStop(Stop.ask("never", ofSeconds(7200))));
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL, workers.worker("a"),
                    ChildSpec.supervisor("inner", inner).withStop(Stop.ask("not understood", ofSeconds(1)))));
            workers.stop(root);
            runtime.advance(ofSeconds(1));
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
            workers.assertAllIsBack();
        }
    }

    @Nested
    class GivenAMailboxThatDropsWhatIsOld {
        @Test
        void anOrderThatIsDroppedIsGivenAgain() {
            ChildSpec busy = ChildSpec.body("busy", (self, siblings) -> {
                do {
                    self.sleep(ofMillis(3));
                } while (!"end".equals(self.receive().object()));
            }).withConfig(ActorConfig.DEFAULT.withLimit(MailboxLimit.dropOldest(1))).registered()
                    .withStop(new Stop("end", null));
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, busy));
            ActorId child = workers.runtime.hive().names().find("busy");
            assertEquals(StopStatus.ASKED, Supervisor.stop(workers.runtime.hive(), root));
            workers.runtime.runUntilBlocked();
            assertEquals(NotifyStatus.SENT, workers.runtime.hive().notify(child, "noise"));
            workers.runtime.advance(ofMillis(20));
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
        }
    }
}
