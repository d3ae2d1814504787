package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.SlowHandler;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CloseTest {
    @Test
    void whatWasSentBeforeIsHandledFirst() {
        Hive hive = Hives.start();
        var handled = new AtomicInteger();
        var chain = new ArrayList<ActorId>();
        for (int i = 0; i < 10; i++) {
            ActorId next = i == 0 ? null : chain.getLast();
            chain.add(hive.spawn((self, message) -> {
                handled.incrementAndGet();
                if (next != null) {
                    Hives.sent(self.notify(next, message.as(Integer.class)));
                }
            }, ActorConfig.DEFAULT.onShard(i % 2)));
        }
        for (int i = 0; i < 100; i++) {
            Hives.sent(hive.notify(chain.getLast(), i));
        }
        Hives.closeClean(hive);
        assertEquals(1000, handled.get());
    }

    @Test
    void anActorInTheMiddleOfSomethingIsWaitedFor() {
        Hive hive = Hives.start();
        var done = new AtomicBoolean();
        ActorId worker = hive.spawn((ActorBody) self -> {
            self.sleep(Duration.ofMillis(50));
            done.set(true);
        });
        assertTrue(hive.isAlive(worker));
        Hives.closeClean(hive);
        assertTrue(done.get());
    }

    @Test
    void anInterruptCutsTheDrainingShortAndEndsTheHiveAllTheSame() {
        Hive hive = Hives.start();
        ActorId sleeper = hive.spawn((ActorBody) self -> self.sleep(Duration.ofHours(1)));
        Thread.currentThread().interrupt();
        CloseReport report = hive.close(Duration.ofSeconds(20));

        assertTrue(Thread.interrupted(), "the interrupt is kept for the caller");
        assertNotNull(report);
        assertFalse(report.drained());
        assertEquals(List.of(), report.stuck());
        assertTrue(hive.isClosed());
        assertFalse(hive.isAlive(sleeper));
    }

    @Test
    @Tag("carried")
    void whatCanBeHandledBeforeTheDeadlineIsHandled() {
        var simulation = Simulation.start(Hives.config().shards(1).build(), 1);
        var handled = new AtomicInteger();
        ActorId slow = simulation.hive().spawn((self, message) -> {
            self.sleep(Duration.ofMillis(100));
            handled.incrementAndGet();
        });
        for (int i = 0; i < 100; i++) {
            Hives.sent(simulation.hive().notify(slow, i));
        }
        CloseReport report = simulation.hive().close(Duration.ofMillis(9_950));

        assertNotNull(report);
        assertEquals(99, handled.get(), "in 9,950 ms");
        assertFalse(report.drained());
        assertEquals(0, report.undelivered(), "one was being handled, and none was left");

        var other = Simulation.start(Hives.config().shards(1).build(), 1);
        handled.set(0);
        ActorId again = other.hive().spawn((self, message) -> {
            self.sleep(Duration.ofMillis(100));
            handled.incrementAndGet();
        });
        for (int i = 0; i < 100; i++) {
            Hives.sent(other.hive().notify(again, i));
        }
        CloseReport clean = other.hive().close(Duration.ofMillis(10_001));

        assertNotNull(clean);
        assertEquals(100, handled.get());
        assertTrue(clean.isClean(), clean.toString());
        assertEquals(List.of("drained: every actor came to rest"), clean.lines());
    }

    @Test
    @Tag("carried")
    void theReportNamesEveryActorThatWasNotAtRestAndWhy() {
        var simulation = Simulation.start(Hives.config().shards(1).build(), 1);
        Hive hive = simulation.hive();
        hive.spawn((Handler) (self, message) -> {}, ActorConfig.named("idle"));
        hive.spawn((ActorBody) self -> self.sleep(Duration.ofHours(1)), ActorConfig.named("sleeper"));
        ActorId busy = hive.spawn(
                (self, message) -> self.sleep(Duration.ofHours(1)), ActorConfig.named("busy\nbee"));
        for (int i = 0; i < 3; i++) {
            Hives.sent(hive.notify(busy, i));
        }
        CloseReport report = hive.close(Duration.ofSeconds(2));

        assertNotNull(report);
        assertEquals(List.of(
                        "not drained: 2 actors not at rest when the actors were ended",
                        "  sleeper#2: waits for the end of its sleep for 2.0 s, 0 messages in its mailbox",
                        "  busy?bee#3: waits for the end of its sleep for 2.0 s, 2 messages in its mailbox",
                        "2 messages undelivered",
                        "  busy?bee#3: 2 messages"),
                report.lines().stream().map(line -> line.replaceAll(", at .*", "")).toList());
        assertEquals(String.join("\n", report.lines()), report.toString());
    }

    @Test
    @Tag("carried")
    void aLongReportIsCutAsTextAndWholeInItsLines() {
        var simulation = Simulation.start(Hives.config().shards(2).build(), 1);
        for (int i = 0; i < 150; i++) {
            simulation.hive().spawn((ActorBody) self -> self.sleep(Duration.ofHours(1)));
        }
        CloseReport report = simulation.hive().close(Duration.ofSeconds(1));

        assertNotNull(report);
        assertEquals(150, report.notAtRest().size());
        assertEquals(151, report.lines().size());
        assertEquals(102, report.toString().lines().count());
        assertTrue(report.toString().endsWith("\n  and 50 more"), report.toString());
    }

    @Test
    void aReceiveThatCanGetNothingAnyMoreEnds() throws InterruptedException {
        Hive hive = Hives.start();
        var failure = new AtomicReference<Throwable>();
        var waits = new CountDownLatch(1);
        Thread thread = Thread.ofPlatform().start(() -> {
            ExternalInbox inbox = hive.openInbox();
            waits.countDown();
            failure.set(assertThrows(IllegalStateException.class, inbox::receive));
        });
        assertTrue(waits.await(5, TimeUnit.SECONDS));
        Hives.closeClean(hive);
        thread.join(10_000);
        assertNotNull(failure.get());
    }

    @Test
    @Tag("carried")
    void spinningShardsComeToRestToo() {
        Hive hive = Hives.start(Hives.config().spinForever(true));
        ActorId actor = hive.spawn((Handler) (self, message) -> {});
        Hives.sent(hive.notify(actor, 1));
        Hives.closeClean(hive);
    }

    @Test
    void manyActorsThatOnlyWaitForTheirTurnToEndAreNoZombies() {
        var stillRunning = new AtomicInteger();
        Hive hive = Hives.start(Hives.config().killGrace(Duration.ofMillis(1)).listener(new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                if (exit.stillRunning()) {
                    stillRunning.incrementAndGet();
                }
            }
        }));
        for (int i = 0; i < 5_000; i++) {
            ActorId actor = hive.spawn((ActorBody) ActorContext::receive);
            assertTrue(actor.number() > 0);
        }
        Hives.closeClean(hive);
        assertTrue(stillRunning.get() < 50, "false zombies: " + stillRunning.get());
    }

    @Test
    void anEndThatWaitsInItsListenerIsNotEndedTwice() throws InterruptedException {
        var exits = new AtomicInteger();
        var inListener = new CountDownLatch(1);
        var mayGoOn = new CountDownLatch(1);
        Hive hive = Hives.start(Hives.config().shards(1).killGrace(Duration.ofMillis(1)).listener(new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                exits.incrementAndGet();
                inListener.countDown();
                try {
                    mayGoOn.await(200, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    exits.addAndGet(100);
                }
            }
        }));
        ActorId actor = hive.spawn((ActorBody) self -> {});
        assertTrue(inListener.await(5, TimeUnit.SECONDS));
        assertFalse(hive.kill(actor));
        CloseReport report = hive.close(Duration.ofSeconds(5));

        assertNotNull(report);
        assertEquals(List.of(), report.stuck());
        assertEquals(1, exits.get());
        assertEquals(0, hive.stats().actors());
    }

    @Test
    void nothingIsTakenInAfterwards() {
        Hive hive = Hives.start();
        ActorId actor = hive.spawn((Handler) (self, message) -> {});
        Hives.closeClean(hive);

        assertEquals(NotifyStatus.CLOSED, hive.notify(actor, "late"));
        Handler handler = (self, message) -> {};
        var failure = assertThrows(IllegalStateException.class, () -> hive.spawn(handler));
        assertTrue(String.valueOf(failure.getMessage()).contains("test"), failure.getMessage());
        assertThrows(IllegalStateException.class, hive::openInbox);
        assertTrue(hive.isClosed());
        assertNotNull(hive.close(Duration.ofSeconds(1)), "closing twice gives the report again");
    }

    @Test
    void whatWouldNotEndIsReportedWithItsStackAndUnwindsLater() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1).killGrace(Duration.ofMillis(200)));
        var mayEnd = new AtomicBoolean();
        var unwound = new CountDownLatch(1);
        var thread = new AtomicReference<Thread>();
        var areIn = new CountDownLatch(2);
        ActorId stubborn = hive.spawn((ActorBody) self -> {
            thread.set(Thread.currentThread());
            assertTrue(self.blocking(() -> {
                areIn.countDown();
                stayPut(mayEnd);
                return true;
            }));
        });
        ActorId full = hive.spawn((Handler) (self, message) -> {
            assertTrue(self.blocking(() -> {
                areIn.countDown();
                try {
                    stayPut(mayEnd);
                } finally {
                    unwound.countDown();
                }
                return true;
            }));
        });
        for (int i = 0; i < 5; i++) {
            Hives.sent(hive.notify(full, i));
        }
        assertTrue(areIn.await(20, TimeUnit.SECONDS));
        long start = System.nanoTime();
        CloseReport report = hive.close(Duration.ofSeconds(1));
        long millis = (System.nanoTime() - start) / 1_000_000;

        assertNotNull(report);
        assertTrue(millis < 10_000, "it returns after its deadline and the grace of a kill: " + millis);
        assertFalse(report.drained());
        assertEquals(List.of(new CloseReport.UndeliveredTo(full, 4)), report.mailboxes());
        assertEquals(4, report.undelivered());
        assertEquals(List.of(stubborn, full), report.stuck().stream().map(CloseReport.StuckActor::actor).toList());
        for (CloseReport.StuckActor stuck : report.stuck()) {
            assertTrue(stuck.stack().toString().contains("stayPut"), stuck.stack().toString());
        }
        mayEnd.set(true); // what they wait for comes, with the shard gone
        Hives.eventually("they unwind without the shard", () -> unwound.getCount() == 0);
        Thread orphan = thread.get();
        assertTrue(orphan.join(Duration.ofSeconds(10)), "its virtual thread has ended");
    }

    /** As on a machine without CPU to spare; a shard that an actor's code holds is not waited for. */
    @Test
    void aShardThatIsLateForNoFaultOfAnActorStillGivesItsReport() throws InterruptedException {
        Duration deadline = Duration.ofMillis(50);
        Duration grace = Duration.ofMillis(50);
        Hive hive = Hives.start(Hives.config().shards(1).killGrace(grace));
        var isIn = new CountDownLatch(1);
        var mayEnd = new AtomicBoolean();
        ActorId full = hive.spawn((Handler) (self, message) -> assertTrue(self.blocking(() -> {
            isIn.countDown();
            stayPut(mayEnd);
            return true;
        })));
        for (int i = 0; i < 5; i++) {
            Hives.sent(hive.notify(full, i));
        }
        assertTrue(isIn.await(20, TimeUnit.SECONDS));
        long reportDueNanos = System.nanoTime() + deadline.plus(grace).plusMillis(100).toNanos();
        var isHeld = new CountDownLatch(1);
        hive.shards()[0].push(new Command() {
            @Override
            void arrive(Shard shard) {
                isHeld.countDown();
                while (System.nanoTime() < reportDueNanos + 100_000_000) {
                    Thread.onSpinWait();
                }
            }
        });
        assertTrue(isHeld.await(20, TimeUnit.SECONDS));
        CloseReport report = hive.close(deadline);
        mayEnd.set(true);

        assertNotNull(report);
        assertEquals(List.of(new CloseReport.UndeliveredTo(full, 4)), report.mailboxes());
        assertEquals(4, report.undelivered());
        assertEquals(List.of(full), report.stuck().stream().map(CloseReport.StuckActor::actor).toList());
        assertEquals(List.of(full), report.notAtRest().stream().map(CloseReport.NotAtRest::actor).toList());
        assertTrue(report.toString().contains("4 messages in its mailbox"), report.toString());
    }

    private static void stayPut(AtomicBoolean mayEnd) {
        while (!mayEnd.get()) {
            LockSupport.parkNanos(1_000_000);
            Thread.interrupted();
        }
    }

    @Test
    void aSpinningActorDoesNotHoldUpTheClose() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1));
        var spins = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        var mayEnd = new AtomicBoolean();
        ActorId quiet = hive.spawn((self, message) -> {});
        ActorId spinner = hive.spawn((ActorBody) self -> {
            for (int i = 0; i < 18; i++) {
                Hives.sent(self.notify(quiet, i));
            }
            spins.countDown();
            while (!mayEnd.get()) {
                Thread.onSpinWait();
            }
            try {
                self.yield();
            } finally {
                ended.countDown();
            }
        });
        assertTrue(spins.await(5, TimeUnit.SECONDS));
        CloseReport report = hive.close(Duration.ofMillis(200));

        assertNotNull(report);
        assertEquals(List.of(spinner), report.stuck().stream().map(CloseReport.StuckActor::actor).toList());
        assertEquals(List.of(new CloseReport.UndeliveredTo(quiet, 18)), report.mailboxes());
        assertEquals(18, report.undelivered());
        assertEquals(List.of(quiet, spinner), report.notAtRest().stream().map(CloseReport.NotAtRest::actor).toList());
        assertTrue(report.toString().contains("runs and keeps shard 0 to itself, at "), report.toString());
        mayEnd.set(true);
        assertTrue(ended.await(10, TimeUnit.SECONDS), "its next call ends it");
    }

    @Test
    void aListenerThatDoesNotComeBackDoesNotHoldUpTheClose() throws InterruptedException {
        var isIn = new CountDownLatch(1);
        var mayLeave = new AtomicBoolean();
        Hive hive = Hives.start(Hives.config().watch(WatchConfig.DEFAULT.withHandlerLimit(Duration.ofMillis(1)))
                .listener(new HiveListener() {
                    @Override
                    public void onSlowHandler(SlowHandler work) {
                        isIn.countDown();
                        stayPut(mayLeave);
                    }
                }));
        hive.spawn((ActorBody) self -> {
            while (isIn.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        isIn.await();
        long start = System.nanoTime();
        CloseReport report = hive.close(Duration.ofMillis(200));
        long millis = (System.nanoTime() - start) / 1_000_000;
        mayLeave.set(true);
        assertNotNull(report);
        assertTrue(millis < 900, "it took " + millis + " ms");
    }

    @Test
    void whatAThreadSendsAMomentTooLateIsCountedAndItsSlotComesBack() {
        Hive hive = Hives.start();
        ActorId actor = hive.spawn((self, message) -> {});
        Envelope slot = hive.shards()[0].pool.outside.claim(); // as a thread that has looked and is overtaken by the close
        assertNotNull(slot);
        hive.close();
        hive.outside.deliver(slot, actor, actor.recipient, 0, "late", null, MemorySegment.NULL);
        assertEquals(0, hive.stats().messagesInUse());
        assertEquals(1, hive.stats().undelivered());
    }

    /** The actor that began the close has not even finished its message. */
    @Test
    void fromTheFirstMomentOfACloseExternalThreadsGetClosedThoughActorsStillRun() throws InterruptedException {
        Hive hive = Hives.start();
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        ActorId full = hive.spawn(
                (ActorBody) self -> assertTrue(self.blocking(() -> mayEnd.await(30, TimeUnit.SECONDS))),
                ActorConfig.DEFAULT.withLimit(MailboxLimit.blockSender(1)));
        Hives.sent(hive.notify(full, "first"));
        var waited = new CompletableFuture<SendStatus>();
        Thread sender = Thread.ofPlatform().start(
                () -> waited.complete(hive.send(full, 0, "waits", Duration.ofSeconds(30))));
        Hives.eventually("a thread waits to send", () -> hive.snapshot().outsideWaiters().size() == 1);
        ActorId closer = hive.spawn((self, message) -> {
            hive.close();
            begun.countDown();
            assertTrue(self.blocking(() -> mayEnd.await(30, TimeUnit.SECONDS)));
        });
        Hives.sent(hive.notify(closer, "close"));
        assertTrue(begun.await(20, TimeUnit.SECONDS));

        assertEquals(NotifyStatus.CLOSED, hive.notify(closer, "late"));
        assertEquals(SendStatus.CLOSED, hive.send(full, 0, "late", Duration.ofSeconds(30)));
        assertThrows(IllegalStateException.class, hive::openInbox);
        assertThrows(IllegalStateException.class, () -> hive.spawn((ActorBody) self -> {}));
        sender.join(Duration.ofSeconds(20));
        assertEquals(SendStatus.CLOSED, waited.resultNow());
        assertFalse(hive.isClosed());

        mayEnd.countDown();
        Hives.eventually("the hive is closed", hive::isClosed);
    }

    @Test
    void anActorMayCloseItsHive() throws InterruptedException {
        Hive hive = Hives.start();
        var afterwards = new CountDownLatch(1);
        ActorId closer = hive.spawn((self, message) -> {
            hive.close();
            afterwards.countDown();
        });
        Hives.sent(hive.notify(closer, "close"));
        assertTrue(afterwards.await(5, TimeUnit.SECONDS), "close returns to the actor, which is not waited for by itself");
        Hives.eventually("the hive is closed", hive::isClosed);
        assertFalse(hive.isAlive(closer));
    }

    @Test
    void noThreadOfTheHiveIsLeft() {
        Hive hive = Hives.start(Hives.config().name("leaky").shards(3));
        ActorId actor = hive.spawn((self, message) -> assertEquals(1, self.offload(() -> 1)));
        Hives.sent(hive.notify(actor, 1));
        Hives.closeClean(hive);
        Hives.eventually("threads are left: " + ofHive("leaky"), () -> ofHive("leaky").isEmpty());
        Hives.eventually("fibers are left", () -> hive.stats().fibers() == 0);
    }

    private static List<String> ofHive(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName).filter(thread -> thread.startsWith(name)).toList();
    }
}
