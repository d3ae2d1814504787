package io.hiveactor.ipc;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.MailboxLimit;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.supervision.Restart;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TypedSupervisorTest {
    private final TestRuntime runtime = new TestRuntime(
            TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final List<Object> log = new ArrayList<>();
    private int starts;

    @AfterEach
    void close() {
        runtime.close();
    }

    private record Work(String text) implements Request<Work, String> {}

    /** Crashes on "poison", answers everything else. */
    private final class Worker implements TypedHandler<Work> {
        private final int life = ++starts;

        @Override
        public void onMessage(TypedContext<Work> self, Work work) {
            if (work.text().equals("poison")) {
                throw new IllegalStateException("poison");
            }
            log.add(work.text());
            if (self.context().isAlive(self.ref().id()) && work.text().startsWith("ask")) {
                self.reply(work, work.text() + " by life " + life);
            }
        }
    }

    private final TypedChild<Work> worker = TypedChild.of("worker", Work.class, Worker::new);

    @Test
    void refsAreThereWhenStartReturnsAndStayValidOverRestarts() {
        TypedSupervisor supervisor = TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, worker);
        Ref<Work> ref = supervisor.ref(worker);
        assertEquals("ask by life 1", ref.request(new Work("ask"), ofSeconds(1)).orThrow());
        ref.notify(new Work("poison")).orThrow();
        runtime.runUntilBlocked();
        assertEquals("ask by life 2", ref.request(new Work("ask"), ofSeconds(1)).orThrow());
        assertThrows(IllegalArgumentException.class,
                () -> log.add(supervisor.ref(TypedChild.of("other", Work.class, Worker::new))));
    }

    @Test
    void siblingsAreKnownByTheirType() {
        TypedChild<String> front = TypedChild.withSiblings("front", String.class, siblings -> {
            Ref<Work> to = siblings.ref(worker);
            return (self, text) -> to.notify(new Work(text)).orThrow();
        });
        TypedSupervisor supervisor = TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, front, worker);
        supervisor.ref(front).notify("hello").orThrow();
        runtime.runUntilBlocked();
        assertEquals(List.of("hello"), log);
    }

    @Test
    void anActorStartsASupervisorToo() {
        var answer = runtime.start(self -> TypedSupervisor.start(self, Strategy.ONE_FOR_ONE, worker).ref(worker)
                .request(new Work("ask"), ofSeconds(1)).orThrow());
        assertEquals("ask by life 1", answer.resultNow());
    }

    @Test
    void aSupervisorWhoseChildrenCannotStartSaysSo() {
        TypedChild<Work> broken = TypedChild.of("broken", Work.class, () -> {
            throw new IllegalStateException("no resources");
        });
        assertThrows(IllegalStateException.class,
                () -> log.add(TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, broken)));
    }

    @Test
    void stoppingEndsTheChildren() {
        TypedSupervisor supervisor = TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, worker);
        assertEquals(StopStatus.ASKED, supervisor.stop());
        runtime.runUntilBlocked();
        assertFalse(supervisor.ref(worker).isAlive());
        assertFalse(runtime.hive().isAlive(supervisor.id()));
    }

    @Nested
    class DynamicChildren {
        private final TypedSupervisor supervisor = TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE);

        private TypedChild<Work> connection(int number) {
            return TypedChild.of("connection-" + number, Work.class, Worker::new).withRestart(Restart.TEMPORARY);
        }

        @Test
        void oneIsStartedPerConnectionAndForgottenWhenItEnds() {
            for (int i = 0; i < 100; i++) {
                Ref<Work> ref = supervisor.startChild(connection(i % 2));
                assertEquals("ask by life " + (i + 1), ref.request(new Work("ask"), ofSeconds(1)).orThrow());
                ref.notify(new Work("poison")).orThrow();
                runtime.runUntilBlocked();
                assertFalse(ref.isAlive());
            }
            assertTrue(runtime.hive().isAlive(supervisor.id()));
        }

        @Test
        void aPermanentOneIsRestarted() {
            Ref<Work> ref = supervisor.startChild(worker);
            ref.notify(new Work("poison")).orThrow();
            runtime.runUntilBlocked();
            assertEquals("ask by life 2", ref.request(new Work("ask"), ofSeconds(1)).orThrow());
        }

        @Test
        void aNameIsUsedOnceAtATime() {
            Ref<Work> first = supervisor.startChild(connection(1));
            var refusal = assertThrows(IllegalStateException.class, () -> log.add(supervisor.startChild(connection(1))));
            assertTrue(String.valueOf(refusal.getMessage()).contains("connection-1"), refusal::getMessage);
            assertTrue(supervisor.stopChild(connection(1)));
            assertFalse(first.isAlive());
            assertFalse(supervisor.stopChild(connection(1)));
            assertNotEquals(first, supervisor.startChild(connection(1)));
        }

        @Test
        void oneThatCannotStartIsRefusedAndLeavesNothing() {
            TypedChild<Work> broken = TypedChild.of("broken", Work.class, () -> {
                throw new IllegalStateException("no resources");
            });
            assertThrows(IllegalStateException.class, () -> log.add(supervisor.startChild(broken)));
            assertTrue(runtime.hive().isAlive(supervisor.id()));
            assertFalse(supervisor.stopChild(broken));
        }

        /** In some schedules the supervisor hears of the crash while it waits for the end of the other child. */
        @Test
        void aCrashWhileAnotherChildIsStoppedIsNotForgotten() {
            for (int i = 0; i < 100; i++) {
                try (var each = new TestRuntime(TestRuntime.config().shards(3).build(), TestRuntime.freshSeed() + i)) {
                    starts = 0;
                    TypedChild<Work> other = TypedChild.of("other", Work.class, () -> (TypedHandler<Work>) (self, work) -> {});
                    TypedSupervisor both = TypedSupervisor.start(each.hive(), Strategy.ONE_FOR_ONE, worker, other);
                    both.ref(worker).notify(new Work("poison")).orThrow();
                    assertTrue(both.stopChild(other));
                    assertEquals("ask by life 2", both.ref(worker).request(new Work("ask"), ofSeconds(1)).orThrow(),
                            "-Dhive.seed=" + each.seed());
                }
            }
        }

        @Test
        void aSupervisorThatHasEndedStartsNone() {
            assertEquals(StopStatus.ASKED, supervisor.stop());
            runtime.runUntilBlocked();
            assertThrows(IllegalStateException.class, () -> log.add(supervisor.startChild(worker)));
        }
    }

    @Nested
    class Pools {
        private final Map<Integer, Integer> perWorker = new HashMap<>();
        private final List<Ref<Job>> lives = new ArrayList<>();
        private final Set<String> handled = new HashSet<>();
        private int workers;
        private int running;
        private int mostRunning;

        private record Job(String key, int number) implements Request<Job, Integer> {}

        private final class JobHandler implements TypedHandler<Job> {
            private final int me = workers++;

            @Override
            public void onStart(TypedContext<Job> self) {
                lives.add(self.ref());
            }

            @Override
            public void onMessage(TypedContext<Job> self, Job job) {
                if (job.key().equals("poison")) {
                    throw new IllegalStateException("poison");
                }
                running++;
                mostRunning = Math.max(mostRunning, running);
                self.sleep(ofMillis(1));
                running--;
                perWorker.merge(me, 1, Integer::sum);
                handled.add(job.key() + job.number());
                log.add(job);
                if (job.key().equals("ask")) {
                    self.reply(job, job.number() + 1);
                }
            }
        }

        private Ref<Job> pool(int size, Routing<? super Job> routing) {
            TypedChild<Job> child = TypedChild.of("pool", Job.class, JobHandler::new).pooled(size, routing);
            return TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, child).ref(child);
        }

        private void fill(Ref<Job> pool, int jobs) {
            for (int i = 0; i < jobs; i++) {
                pool.notify(new Job("job", i)).orThrow();
            }
        }

        @Test
        void theWorkersWorkAtTheSameTime() {
            Ref<Job> pool = pool(3, Routing.leastLoaded());
            fill(pool, 30);
            runtime.advance(ofMillis(50));
            assertEquals(30, handled.size());
            assertEquals(3, mostRunning);
        }

        @Test
        void roundRobinGivesEachAsMany() {
            Ref<Job> pool = pool(3, Routing.roundRobin());
            fill(pool, 30);
            runtime.advance(ofMillis(50));
            assertEquals(Map.of(0, 10, 1, 10, 2, 10), perWorker);
        }

        @Test
        void equalKeysKeepTheirOrderAndTheirWorker() {
            Ref<Job> pool = pool(4, Routing.<Job>byKey(Job::key));
            for (int i = 0; i < 40; i++) {
                pool.notify(new Job("key" + i % 5, i)).orThrow();
            }
            runtime.advance(ofMillis(100));
            assertEquals(40, handled.size());
            for (int key = 0; key < 5; key++) {
                int wanted = key;
                List<Integer> numbers = log.stream().map(Job.class::cast)
                        .filter(job -> job.key().equals("key" + wanted)).map(Job::number).toList();
                assertEquals(numbers.stream().sorted().toList(), numbers);
                assertEquals(8, numbers.size());
            }
        }

        @Test
        void requestsAreAnsweredByTheWorkers() {
            Ref<Job> pool = pool(2, Routing.leastLoaded());
            assertEquals(42, pool.request(new Job("ask", 41), ofSeconds(1)).orThrow());
        }

        @Test
        void aCrashLosesOnlyTheMessageItHappenedOn() {
            Ref<Job> pool = pool(1, Routing.leastLoaded());
            for (int i = 0; i < 20; i++) {
                pool.notify(new Job(i % 4 == 0 ? "poison" : "job", i)).orThrow();
            }
            runtime.advance(ofSeconds(20)); // with a back-off after each crash
            assertEquals(15, handled.size());
            assertTrue(pool.isAlive());
        }

        @Test
        void aWorkerThatIsKilledWhileItIsIdleIsReplaced() {
            Ref<Job> pool = pool(1, Routing.leastLoaded());
            for (int round = 0; round < 3; round++) {
                fill(pool, 1);
                runtime.advance(ofMillis(100));
                lives.getLast().kill();
                fill(pool, 3); // one of them meets the worker that is gone
                runtime.advance(ofSeconds(3));
            }
            assertEquals(12, log.size());
            assertEquals(4, lives.size());
        }

        @Test
        void itsOwnTimersDoNotCountAsMessagesOfTheFront() {
            TypedChild<Job> child = TypedChild.of("pool", Job.class, () -> (TypedHandler<Job>) (self, job) -> {
                log.add(job);
                if (!job.key().equals("tick")) {
                    self.after(ofMillis(1), new Job("tick", job.number()));
                }
            }).registered().keepingMailbox();
            Ref<Job> pool = TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, child).ref(child);
            assertEquals(pool, Ref.find(runtime.hive(), Job.class, "pool")); // what was set before is kept
            for (int i = 0; i < 3; i++) {
                fill(pool, 1);
                runtime.advance(ofMillis(5));
            }
            assertEquals(6, log.size());
        }

        @Test
        void workForItsExecutorRunsInAWorker() {
            Ref<Job> pool = pool(1, Routing.leastLoaded());
            pool.asExecutor().execute(() -> log.add("work"));
            fill(pool, 1);
            runtime.advance(ofMillis(10));
            assertEquals(2, log.size());
            assertEquals("work", log.getFirst());
        }

        @Test
        void aFullMessagePoolDoesNotStopIt() {
            try (var small = new TestRuntime(TestRuntime.config().messages(8).reservedMessages(0).build(), 7)) {
                TypedChild<Job> child = TypedChild.of("pool", Job.class, () -> (TypedHandler<Job>) (self, job) ->
                        handled.add(job.key() + job.number())).keepingMailbox();
                Ref<Job> pool = TypedSupervisor.start(small.hive(), Strategy.ONE_FOR_ONE, child).ref(child);
                int sent = 0;
                while (pool.notify(new Job("job", sent)) == NotifyStatus.SENT) {
                    sent++;
                }
                assertTrue(sent >= 7, () -> "the pool was full too early");
                small.advance(ofMillis(10));
                assertEquals(sent, handled.size());
            }
        }

        @Test
        void itsMailboxHasTheLimitOfTheChild() {
            TypedChild<Job> child = TypedChild.of("pool", Job.class, JobHandler::new).keepingMailbox()
                    .withConfig(ActorConfig.DEFAULT.withLimit(MailboxLimit.fail(2)));
            Ref<Job> pool = TypedSupervisor.start(runtime.hive(), Strategy.ONE_FOR_ONE, child).ref(child);
            runtime.runUntilBlocked();
            fill(pool, 2);
            assertEquals(NotifyStatus.MAILBOX_FULL, pool.notify(new Job("job", 3)));
            runtime.advance(ofMillis(10));
            assertEquals(2, handled.size());
        }
    }
}
