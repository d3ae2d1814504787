package io.hiveactor.testkit;

import static io.hiveactor.runtime.supervision.Restart.PERMANENT;
import static io.hiveactor.runtime.supervision.Restart.TEMPORARY;
import static io.hiveactor.runtime.supervision.Restart.TRANSIENT;
import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ALL;
import static io.hiveactor.runtime.supervision.Strategy.ONE_FOR_ONE;
import static io.hiveactor.runtime.supervision.Strategy.REST_FOR_ONE;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.port.Simulations;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Restart;
import io.hiveactor.runtime.supervision.RestartsExceededException;
import io.hiveactor.runtime.supervision.Stop;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Who is started again, in which order, how often, and how a supervisor ends that has had enough. */
class SupervisorTest {
    private final Workers workers = new Workers();
    private final TestRuntime runtime = workers.runtime;

    @AfterEach
    void nothingIsLeft() {
        workers.close();
    }

    /** How a child can end. */
    private enum Ending {
        BY_RETURNING {
            @Override
            void happen(Workers workers, String child) {
                workers.order(child, Workers.RETURN);
                workers.runtime.runUntilBlocked();
            }
        },
        BY_NORMAL_EXIT {
            @Override
            void happen(Workers workers, String child) {
                workers.tell(child, self -> self.exit(ExitReason.NORMAL));
            }
        },
        BY_EXIT {
            @Override
            void happen(Workers workers, String child) {
                workers.tell(child, self -> self.exit(ExitReason.of(7)));
            }
        },
        BY_CRASH {
            @Override
            void happen(Workers workers, String child) {
                workers.crash(child);
            }
        },
        BY_KILL {
            @Override
            void happen(Workers workers, String child) {
                workers.kill(child);
            }
        },
        BY_STACK_OVERFLOW {
            @Override
            void happen(Workers workers, String child) {
                workers.tell(child, self -> assertTrue(dive(1) > 0));
            }
        };

        abstract void happen(Workers workers, String child);

        @SuppressWarnings("InfiniteRecursion") // the subject
        private static int dive(int depth) {
            return dive(depth + 1) + depth;
        }

        boolean isNormal() {
            return this == BY_RETURNING || this == BY_NORMAL_EXIT;
        }
    }

    @Nested
    class GivenEachKindOfRestart {
        private void expectAfterEachEnding(Restart restart, Predicate<Ending> isStartedAgain) {
            for (Strategy strategy : Strategy.values()) {
                for (Ending ending : Ending.values()) {
                    String name = strategy + " " + restart + " " + ending;
                    ActorId root = workers.start(SupervisorSpec.of(strategy, workers.worker(name).withRestart(restart))
                            .withIntensity(1, ofSeconds(1)));

                    ending.happen(workers, name);

                    assertEquals(isStartedAgain.test(ending) ? 2 : 1, workers.lives(name), name + workers.seed());
                    assertTrue(workers.isAlive(root), name);
                    workers.stop(root);
                    assertEquals(ExitReason.NORMAL, workers.reasonOf(root), name);
                    workers.assertAllIsBack();
                }
            }
        }

        @Test
        void aPermanentChildIsStartedAgainHoweverItEnded() {
            expectAfterEachEnding(PERMANENT, ending -> true);
        }

        @Test
        void aTransientChildIsStartedAgainUnlessItEndedNormally() {
            expectAfterEachEnding(TRANSIENT, ending -> !ending.isNormal());
        }

        @Test
        void aTemporaryChildIsNeverStartedAgain() {
            expectAfterEachEnding(TEMPORARY, ending -> false);
        }

        @Test
        void aChildIsPermanentUnlessSaidOtherwise() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")));
            Ending.BY_RETURNING.happen(workers, "a");
            assertEquals(2, workers.lives("a"));
            assertTrue(workers.isAlive(root));
        }

        @Test
        void whatIsNotStartedAgainDoesNotCountAsARestart() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE,
                            workers.worker("a").withRestart(TEMPORARY),
                            workers.worker("b").withRestart(TRANSIENT),
                            workers.worker("c"))
                    .withIntensity(1, ofSeconds(5)));
            workers.crash("a");
            Ending.BY_RETURNING.happen(workers, "b");
            workers.crash("c");
            assertTrue(workers.isAlive(root));
        }

        private static List<Object> state(List<List<Object>> made) {
            made.add(new ArrayList<>());
            return made.getLast();
        }

        @Test
        void aHandlerIsMadeAnewForEachLife() {
            var made = new ArrayList<List<Object>>();
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, ChildSpec.handler("h", siblings -> {
                List<Object> state = state(made);
                return (self, message) -> {
                    state.add(message.object());
                    throw new IllegalStateException("on " + message.object());
                };
            }).registered()));
            for (int i = 0; i < 3; i++) {
                assertEquals(NotifyStatus.SENT, runtime.hive().notify(runtime.hive().names().find("h"), i));
                runtime.runUntilBlocked();
            }
            assertEquals(List.of(List.of(0), List.of(1), List.of(2), List.of()), made);
            assertTrue(workers.isAlive(root));
        }
    }

    @Nested
    class GivenFourChildren {
        @CanIgnoreReturnValue
        private ActorId start(Strategy strategy) {
            ActorId root = workers.start(SupervisorSpec.of(strategy,
                    workers.worker("a"), workers.worker("b"), workers.worker("c"), workers.worker("d")));
            workers.expect("+a", "+b", "+c", "+d");
            return root;
        }

        @Test
        void oneForOneStartsThatOneAgain() {
            start(ONE_FOR_ONE);
            workers.crash("b");
            workers.expect("-b", "+b");
        }

        @Test
        void oneForAllStopsTheOthersInReverseAndStartsAllInTheirOrder() {
            start(ONE_FOR_ALL);
            workers.crash("b");
            workers.expect("-b", "-d", "-c", "-a", "+a", "+b", "+c", "+d");
            workers.crash("d");
            workers.expect("-d", "-c", "-b", "-a", "+a", "+b", "+c", "+d");
        }

        @Test
        void restForOneStopsThoseBehindItInReverseAndStartsTheRestInItsOrder() {
            start(REST_FOR_ONE);
            workers.crash("b");
            workers.expect("-b", "-d", "-c", "+b", "+c", "+d");
            workers.crash("d");
            workers.expect("-d", "+d");
            workers.crash("a");
            workers.expect("-a", "-d", "-c", "-b", "+a", "+b", "+c", "+d");
        }

        @Test
        void twoThatCrashTogetherAreOneRestartWhereTheyShareTheirFate() {
            for (Strategy strategy : List.of(ONE_FOR_ALL, REST_FOR_ONE)) {
                try (var both = new Workers(TestRuntime.inOrder(TestRuntime.config().build()))) { // both end before it acts
                    ActorId root = both.start(SupervisorSpec.of(strategy, both.worker("a"), both.worker("b"), both.worker("c"))
                            .withIntensity(1, ofSeconds(5)));
                    both.news();
                    Workers.Order crash = self -> {
                        throw new IllegalStateException("together");
                    };
                    both.order("a", crash);
                    both.order("c", crash);
                    both.runtime.runUntilBlocked();

                    both.expect("-a", "-c", "-b", "+a", "+b", "+c");
                    assertTrue(both.isAlive(root), strategy.toString());
                    both.stop(root);
                }
            }
        }

        @Test
        void twoThatCrashTogetherAreTwoRestartsOneByOne() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"), workers.worker("b"))
                    .withIntensity(1, ofSeconds(5)));
            Workers.Order crash = self -> {
                throw new IllegalStateException("together");
            };
            workers.order("a", crash);
            workers.order("b", crash);
            runtime.runUntilBlocked();
            assertFalse(workers.isAlive(root));
        }

        @Test
        void whoIsStoppedForAnotherIsNotStartedAgainIfItIsTemporary() {
            workers.start(SupervisorSpec.of(ONE_FOR_ALL,
                    workers.worker("a").withRestart(TEMPORARY),
                    workers.worker("b"),
                    workers.worker("c").withRestart(TRANSIENT),
                    workers.worker("d").withRestart(TEMPORARY)));
            workers.news();
            workers.crash("b");
            workers.expect("-b", "-d", "-c", "-a", "+b", "+c");
            assertEquals(List.of("c"), List.copyOf(workers.siblings.get("b").all().keySet()));
        }

        @Test
        void whoHasEndedForGoodStaysSoWhenAnotherOneIsStartedAgain() {
            for (Strategy strategy : List.of(ONE_FOR_ALL, REST_FOR_ONE)) {
                ActorId root = workers.start(SupervisorSpec.of(strategy,
                        workers.worker("a"), workers.worker("b").withRestart(TRANSIENT), workers.worker("c")));
                workers.order("b", Workers.RETURN);
                runtime.runUntilBlocked();
                workers.news();
                workers.crash("a");
                workers.expect("-a", "-c", "+a", "+c");
                workers.stop(root);
            }
        }

        @Test
        void theNextOneIsStoppedOnlyWhenTheOneBehindItHasEnded() {
            var stops = new ArrayList<String>();
            ChildSpec[] slow = new ChildSpec[3];
            for (int i = 0; i < 3; i++) {
                String name = "s" + i;
                slow[i] = ChildSpec.body(name, (self, siblings) -> {
                    workers.ids.put(name, self.self());
                    self.receive();
                    stops.add(name + " asked at " + runtime.now().toMillis());
                    self.sleep(ofMillis(10));
                }).withStop(Stop.ask("end", ofSeconds(1)));
            }
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL, slow));
            workers.stop(root);
            runtime.advance(ofMillis(30));
            assertEquals(List.of("s2 asked at 0", "s1 asked at 10", "s0 asked at 20"), stops);
            assertEquals(ExitReason.NORMAL, workers.reasonOf(root));
        }

        @Test
        void whatCrashesWhileOthersAreStoppedIsActedOnAfterwards() {
            ChildSpec slow = ChildSpec.body("slow", (self, siblings) -> {
                workers.log.add("+slow");
                self.receive();
                self.sleep(ofMillis(10));
                workers.log.add("-slow");
            }).withStop(Stop.ask("end", ofSeconds(1)));
            workers.start(SupervisorSpec.of(REST_FOR_ONE, workers.worker("a"), workers.worker("b"), slow));
            workers.news();
            workers.crash("b"); // slow is asked
            runtime.advance(ofMillis(5));
            workers.crash("a"); // nobody's concern yet
            workers.expect("-b", "-a");
            runtime.advance(ofMillis(5));
            assertEquals(List.of("-slow"), workers.news().subList(0, 1));
            runtime.advance(ofMillis(10));
            assertEquals(2, workers.lives("a"));
            assertEquals(1, runtime.hive().stats().actors() - 3); // all of them, and the supervisor
        }
    }

    @Nested
    class GivenCrashesWhileOthersAreStopped {
        @Test
        void whoShallBeStartedAgainWithAnotherIsOneRestartWithIt() {
            ActorId root = workers.start(SupervisorSpec.of(REST_FOR_ONE,
                            workers.worker("a"), workers.worker("b"), workers.worker("c"),
                            workers.worker("slow").withStop(Stop.ask((Workers.Order) self -> {
                                self.sleep(ofMillis(10));
                                self.exit(ExitReason.NORMAL);
                            }, ofSeconds(1))))
                    .withIntensity(2, ofSeconds(5)));
            workers.crash("c"); // the first restart: slow is asked
            workers.crash("a"); // the second one, of all
            workers.crash("b");
            runtime.advance(ofMillis(30));
            assertTrue(workers.isAlive(root), workers.seed());
            assertEquals(5, runtime.hive().stats().actors());
            assertEquals(List.of(2, 2, 2, 2),
                    List.of(workers.lives("a"), workers.lives("b"), workers.lives("c"), workers.lives("slow")));
        }
    }

    @Nested
    class GivenAnIntensity {
        @CanIgnoreReturnValue
        private ActorId start(Strategy strategy, int restarts, Duration period) {
            return workers.start(SupervisorSpec.of(strategy, workers.worker("a"), workers.worker("b"))
                    .withIntensity(restarts, period));
        }

        private void crashTimes(int times) {
            for (int i = 0; i < times; i++) {
                workers.crash("a");
            }
        }

        @Test
        void threeRestartsInFiveSecondsAreTheDefaultAndTheFourthEndsIt() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")));
            crashTimes(3);
            assertTrue(workers.isAlive(root));
            assertEquals(4, workers.lives("a"));
            runtime.advance(ofSeconds(5)); // the three are exactly five seconds old
            workers.crash("a");
            assertFalse(workers.isAlive(root), workers.seed());
            assertEquals(4, workers.lives("a"));
        }

        @Test
        void aNanosecondAfterTheDefaultPeriodTheyDoNotCountAnyMore() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")));
            crashTimes(3);
            runtime.advance(ofSeconds(5).plusNanos(1));
            crashTimes(3);
            assertTrue(workers.isAlive(root), workers.seed());
            workers.crash("a");
            assertFalse(workers.isAlive(root), workers.seed());
        }

        @Test
        void theBoundaryIsExactForEveryStrategyAndNumber() {
            for (Strategy strategy : Strategy.values()) {
                for (int most : new int[] {1, 2, 5}) {
                    for (Duration period : List.of(ofNanos(1), ofMillis(1), ofSeconds(60))) {
                        String which = strategy + " " + most + " in " + period + workers.seed();
                        ActorId ends = start(strategy, most, period);
                        crashTimes(most);
                        runtime.advance(period);
                        assertTrue(workers.isAlive(ends), which);
                        crashTimes(1);
                        assertFalse(workers.isAlive(ends), which);

                        ActorId goesOn = start(strategy, most, period);
                        crashTimes(most);
                        runtime.advance(period.plusNanos(1));
                        crashTimes(most);
                        assertTrue(workers.isAlive(goesOn), which);
                        workers.stop(goesOn);
                    }
                }
            }
        }

        @Test
        void thePeriodMovesAlong() {
            ActorId root = start(ONE_FOR_ONE, 3, ofSeconds(5));
            workers.crash("a");
            runtime.advance(ofSeconds(2));
            workers.crash("b");
            runtime.advance(ofSeconds(2));
            workers.crash("a");
            runtime.advance(ofSeconds(1).plusNanos(1)); // the first is too old
            workers.crash("b");
            assertTrue(workers.isAlive(root));
            runtime.advance(ofSeconds(2).minusNanos(1)); // 7 s: the second is exactly five seconds old
            workers.crash("a");
            assertFalse(workers.isAlive(root), workers.seed());
        }

        @Test
        void zeroIsWithoutLimit() {
            ActorId root = start(ONE_FOR_ONE, 0, ofSeconds(5));
            crashTimes(1000);
            assertTrue(workers.isAlive(root));
            assertEquals(1001, workers.lives("a"));
        }

        @Test
        void restartsOfAllChildrenCountTogether() {
            ActorId root = start(ONE_FOR_ONE, 1, ofSeconds(5));
            workers.crash("a");
            workers.crash("b");
            assertFalse(workers.isAlive(root));
        }
    }

    @Nested
    class GivenTooManyRestarts {
        @Test
        void theChildrenAreStoppedInReverseThenTheHookIsCalledThenItEnds() {
            for (Strategy strategy : Strategy.values()) {
                var hookSaw = new ArrayList<Boolean>();
                ActorId root = workers.start(SupervisorSpec.of(strategy,
                                workers.worker("a"), workers.worker("b"), workers.worker("c"))
                        .withIntensity(1, ofSeconds(5))
                        .withShutdownHook(() -> {
                            workers.log.add("hook");
                            for (String name : List.of("a", "b", "c")) {
                                hookSaw.add(workers.isAlive(workers.ids.get(name)));
                            }
                        }));
                workers.crash("b");
                workers.news();
                var failure = new IllegalStateException("the last straw");
                workers.crash("b", failure);

                workers.expect("-b", "-c", "-a", "hook");
                assertEquals(List.of(false, false, false), hookSaw);
                ActorExit exit = runtime.exitOf(root);
                assertEquals(ExitReason.CRASH, exit.reason());
                var cause = assertInstanceOf(RestartsExceededException.class, exit.cause());
                assertSame(failure, cause.getCause());
                assertTrue(cause.getMessage().contains("1 restarts") && cause.getMessage().contains("b"),
                        cause.getMessage());
                workers.assertAllIsBack();
            }
        }

        @Test
        void thereIsNoCauseWhereNoExceptionEscaped() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")).withIntensity(1, ofSeconds(5)));
            workers.kill("a");
            workers.kill("a");
            assertNull(runtime.exitOf(root).cause().getCause());
            assertTrue(runtime.exitOf(root).cause().getMessage().contains("KILLED"));
        }

        @Test
        void aHookThatFailsDoesNotHideWhy() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a"))
                    .withIntensity(1, ofSeconds(5))
                    .withShutdownHook(() -> {
                        throw new IllegalArgumentException("hook");
                    }));
            workers.crash("a");
            workers.crash("a");
            var cause = assertInstanceOf(RestartsExceededException.class, runtime.exitOf(root).cause());
            assertEquals("hook", cause.getSuppressed()[0].getMessage());
            workers.assertAllIsBack();
        }

        @Test
        void aStopOrderThatComesMeanwhileChangesNothing() {
            ChildSpec slow = ChildSpec.body("slow", (self, siblings) -> {
                self.receive();
                self.sleep(ofMillis(10));
            }).withStop(Stop.ask("end", ofSeconds(1)));
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, slow, workers.worker("a"))
                    .withIntensity(1, ofSeconds(5)).withShutdownHook(() -> workers.log.add("hook")));
            workers.crash("a");
            workers.crash("a");
            workers.stop(root);
            workers.news();
            runtime.advance(ofMillis(10));
            workers.expect("hook");
            assertInstanceOf(RestartsExceededException.class, runtime.exitOf(root).cause());
        }
    }

    @Nested
    class GivenWhatIsNotItsConcern {
        @Test
        void theExitOfSomebodyLinkedToItIsIgnored() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL, workers.worker("a"), workers.worker("b")));
            workers.news();
            for (int i = 0; i < 5; i++) {
                runtime.hive().spawn((ActorBody) self -> {
                    assertEquals(LinkStatus.LINKED, self.link(root));
                    throw new IllegalStateException("a stranger's");
                }, ActorConfig.DEFAULT.onShard(i % 2));
                runtime.runUntilBlocked();
            }
            workers.expect();
            assertTrue(workers.isAlive(root));
            workers.crash("a");
            workers.expect("-a", "-b", "+a", "+b");
        }

        @Test
        void theExitOfALinkedChildCountsOnce() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")).withIntensity(1, ofSeconds(5)));
            workers.tell("a", self -> assertEquals(LinkStatus.LINKED, self.link(root)));
            workers.crash("a");
            assertTrue(workers.isAlive(root));
            assertEquals(2, workers.lives("a"));
        }

        @Test
        void messagesThatItDoesNotKnowAreIgnored() {
            ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ONE, workers.worker("a")));
            workers.news();
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(root, "stop"));
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(root, Map.of()));
            assertEquals(NotifyStatus.SENT, runtime.hive().notifyTag(root, 5));
            runtime.runUntilBlocked();
            workers.expect();
            assertEquals(0, runtime.hive().stats().messagesInUse() - heldByRoot());
            workers.crash("a");
            workers.expect("-a", "+a");
        }

        /** The last message that an actor has read is its own until it reads another one. */
        private int heldByRoot() {
            return Simulations.census(runtime.simulation()).held();
        }
    }

    @Nested
    class GivenNoSlotLeftInThePool {
        @Test
        void childrenAreStartedAgainAndTooManyRestartsEndIt() {
            try (var few = new Workers(TestRuntime.config().messages(8).reservedMessages(2))) {
                ActorId sink = few.runtime.hive().spawn((ActorBody) self -> self.sleep(ofSeconds(1000)));
                ActorId root = few.start(SupervisorSpec.of(ONE_FOR_ALL, few.worker("a").registered(), few.worker("b"))
                        .withIntensity(2, ofSeconds(5))
                        .withShutdownHook(() -> few.log.add("hook")));
                while (few.runtime.hive().notify(sink, "fill") == NotifyStatus.SENT) {
                    few.runtime.runUntilBlocked();
                }
                few.news();
                few.kill("a");
                few.expect("-a", "-b", "+a", "+b");
                few.kill("b");
                few.expect("-b", "-a", "+a", "+b");
                few.kill("a");
                few.expect("-a", "-b", "hook");
                assertInstanceOf(RestartsExceededException.class, few.runtime.exitOf(root).cause());
                few.runtime.hive().kill(sink);
            }
        }
    }

    @Test
    void aSupervisorOfNobodyWaitsForItsStop() {
        ActorId root = workers.start(SupervisorSpec.of(ONE_FOR_ALL).withShutdownHook(() -> workers.log.add("hook")));
        runtime.advance(ofSeconds(100));
        assertTrue(workers.isAlive(root));
        workers.stop(root);
        workers.expect("hook");
        assertEquals(StopStatus.NO_TARGET, Supervisor.stop(runtime.hive(), root));
    }
}
