package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are handed on, answered, dropped and given up at once, on four shards: no slot is lost. */
@Timeout(60)
class ForwardStormTest {
    private static final int SHARDS = 4;
    private static final int HOLDERS = 12;
    private static final int REQUESTERS = 16;
    private static final Duration STORM = Duration.ofMillis(700);

    private static final List<ActorConfig> HOLDER_KINDS = List.of(
            ActorConfig.named("holder").withLimit(MailboxLimit.blockSender(4)),
            ActorConfig.named("holder").withLimit(MailboxLimit.dropOldest(2)),
            ActorConfig.named("holder").withLimit(MailboxLimit.dropNewest(2)),
            ActorConfig.named("holder"),
            ActorConfig.named("holder").withLimit(MailboxLimit.conflate(2, each -> "k" + each.hashCode() % 3)),
            ActorConfig.named("holder"));

    private final Told told = new Told();
    private final CompletableFuture<List<ActorId>> holders = new CompletableFuture<>();

    @Test
    void nothingIsLostUnderRacingForwards() throws InterruptedException {
        storm(false);
    }

    @Test
    void nothingIsLostUnderRacingForwardsInDebugMode() throws InterruptedException {
        storm(true);
    }

    private void storm(boolean isDebug) throws InterruptedException {
        long seed = RandomGenerator.getDefault().nextLong();
        Hive hive = Hives.start(Hives.config().shards(SHARDS).messages(512).debug(isDebug).listener(told));
        var all = new ActorId[HOLDERS];
        for (int i = 0; i < HOLDERS; i++) {
            var random = new SplittableRandom(seed + i);
            all[i] = hive.spawn((Handler) (self, message) -> hold(self, message, random),
                    HOLDER_KINDS.get(i % HOLDER_KINDS.size()).onShard(i % SHARDS));
        }
        holders.complete(List.of(all));
        var done = new CountDownLatch(REQUESTERS);
        for (int i = 0; i < REQUESTERS; i++) {
            var random = new SplittableRandom(seed + HOLDERS + i);
            Ports.spawn(hive, "asks", i % SHARDS, self -> {
                askAgainAndAgain(self, random);
                done.countDown();
            });
        }
        assertTrue(done.await(30, TimeUnit.SECONDS), () -> "seed " + seed + ", requesters left: " + done.getCount());
        CloseReport report = hive.close(Duration.ofSeconds(10));
        assertEquals(0, hive.stats().messagesInUse(), () -> "seed " + seed + ": " + hive.stats() + " " + report);
        assertEquals(0, hive.counters().crashes(), () -> "seed " + seed);
        assertEquals(List.of(), told.deadlocks, () -> "seed " + seed + ": every wait had a deadline");
    }

    /** Answers a request, hands it on, or drops it. */
    private void hold(ActorContext self, Message message, SplittableRandom random) {
        ActorId next = holders.join().get(random.nextInt(HOLDERS));
        int choice = random.nextInt(32);
        boolean isToGoOn = choice < 21 && !next.equals(self.self());
        boolean isHandedOn = isToGoOn && self.forward(message, next) == NotifyStatus.SENT;
        if (!isHandedOn && choice < 29) {
            self.reply(message, "answer"); // may come too late
        }
    }

    private void askAgainAndAgain(ActorContext self, SplittableRandom random) {
        long end = System.nanoTime() + STORM.toNanos();
        while (System.nanoTime() < end) {
            ActorId to = holders.join().get(random.nextInt(HOLDERS));
            ask(self, to, random);
        }
    }

    private static void ask(ActorContext self, ActorId to, SplittableRandom random) {
        String question = "q" + random.nextInt(9);
        if (self.startRequest(to, 0, question, Duration.ofMillis(1)) instanceof PendingReply<Message> pending
                && pending.await(Duration.ofNanos(random.nextInt(60_000))) == null) {
            pending.abandon();
        }
    }

    @Test
    void aRequestThatWasHandedOnCannotBeReadInDebugMode() throws Exception {
        var seen = new CompletableFuture<Message>();
        var outcome = new CompletableFuture<Throwable>();
        try (Hive hive = Hives.start(Hives.config().debug(true).watch(WatchConfig.OFF))) {
            ActorId holder = hive.spawn((Handler) (self, message) -> seen.complete(message), Ports.on("holder", 1));
            ActorId between = hive.spawn((Handler) (self, message) -> {
                Hives.sent(self.forward(message, holder));
                outcome.complete(assertThrows(IllegalStateException.class, message::object));
            }, Ports.on("between", 0));
            Ports.spawn(hive, "asks", 0, self -> assertTrue(
                    self.startRequest(between, 0, "question") instanceof PendingReply<Message>));
            assertNotNull(outcome.get(10, TimeUnit.SECONDS));
            assertNotNull(seen.get(10, TimeUnit.SECONDS));
        }
    }
}
