package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IdleTest {
    /** What the shards had done, and when. */
    private record Look(long nanos, long parksOfTimed, long parksOfIdle, Cpu cpu) {
        static Look at(Hive hive) {
            return new Look(hive.nowNanos(), hive.shards()[0].parks(), hive.shards()[1].parks(), Cpu.now());
        }
    }

    /** Of everything that works for a hive: what runs the shards, which are the JDK's workers in mode JDK_SCHEDULER, and the watch. */
    private record Cpu(long nanos, int runners, int watches) {
        private static final String RUNNER = Hives.EXPECTED == FiberMode.OWN_CARRIER ? "test-shard-" : "ForkJoinPool-";

        static Cpu now() {
            var threads = ManagementFactory.getThreadMXBean();
            long sum = 0;
            int runners = 0;
            int watches = 0;
            for (long id : threads.getAllThreadIds()) {
                var info = threads.getThreadInfo(id);
                String name = info == null ? "" : info.getThreadName();
                if (name.startsWith(RUNNER) || name.equals("test-watch")) {
                    runners += name.startsWith(RUNNER) ? 1 : 0;
                    watches += name.startsWith(RUNNER) ? 0 : 1;
                    sum += Math.max(0, threads.getThreadCpuTime(id));
                }
            }
            return new Cpu(sum, runners, watches);
        }
    }

    @Test
    @Tag("unsampled") // under a sampler it is not so: taking the stack trace of a fiber wakes its shard
    void aHundredThousandIdleActorsWakeNobody() throws InterruptedException {
        Hive hive = Hives.start();
        for (int i = 0; i < 100_000; i++) {
            ActorId actor = i % 10 == 0
                    ? hive.spawn((ActorBody) self -> assertEquals(NoMessage.TIMEOUT, self.receive(Duration.ofHours(1))))
                    : hive.spawn((Handler) (self, message) -> {});
            assertTrue(actor.number() > 0);
        }
        Hives.eventually("all have started",
                () -> hive.stats().deadlines() == 10_000 && allIdle(hive));
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            ActorId clock = hive.spawn((ActorBody) self -> { // its two ticks are all that happens meanwhile
                self.sleep(Duration.ofMillis(20));
                Look first = Look.at(hive);
                self.sleep(Duration.ofMillis(200));
                Hives.sent(self.notify(main, new Look[] {first, Look.at(hive)}));
            }, ActorConfig.DEFAULT.onShard(0));
            assertTrue(clock.number() > 0);
            Look[] looks = inbox.receive().as(Look[].class);

            assertTrue(looks[1].nanos - looks[0].nanos >= 200_000_000);
            assertEquals(looks[0].parksOfIdle, looks[1].parksOfIdle, "a shard with nothing to do was awake");
            long parks = looks[1].parksOfTimed - looks[0].parksOfTimed;
            assertTrue(parks >= 1 && parks <= 2, "it sleeps from one tick to the next, and slept so often: " + parks);
            assertTrue(looks[0].cpu.runners > 0 && looks[0].cpu.watches == 1, "threads not found: " + looks[0]);
            long cpu = looks[1].cpu.nanos - looks[0].cpu.nanos;
            assertTrue(cpu < 50_000_000, "ns of CPU while idle: " + cpu);
        }
        hive.close();
    }

    private static boolean allIdle(Hive hive) {
        for (Shard shard : hive.shards()) {
            if (!shard.isIdle()) {
                return false;
            }
        }
        return true;
    }

    @Test
    void anIdleShardIsWokenEveryTime() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().idleSpin(Duration.ZERO));
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId echo = hive.spawn((self, message) ->
                    Hives.sent(self.notify(message.sender(), message.as(Integer.class))));
            for (int i = 0; i < 20_000; i++) {
                Hives.sent(inbox.notify(echo, i));
                if (!(inbox.receive(Duration.ofSeconds(10)) instanceof Message answer)) {
                    throw new AssertionError("no answer to " + i);
                }
                assertEquals(i, answer.as(Integer.class));
            }
        }
        Hives.closeClean(hive);
    }

    @Test
    void timersWakeASleepingShard() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().idleSpin(Duration.ZERO));
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            ActorId ticker = hive.spawn((ActorBody) self -> {
                TimerId timer = self.every(Duration.ofMillis(2));
                for (int i = 0; i < 50; i++) {
                    self.receive();
                }
                assertTrue(self.cancel(timer));
                self.sleep(Duration.ofMillis(3));
                Hives.sent(self.notify(main, self.nowNanos()));
            });
            long nanos = inbox.receive().as(Long.class);
            assertTrue(nanos >= 103_000_000, "fifty ticks of 2 ms and 3 ms, never early: " + nanos);
            Hives.eventually("it has ended", () -> !hive.isAlive(ticker));
        }
        Hives.closeClean(hive);
    }
}
