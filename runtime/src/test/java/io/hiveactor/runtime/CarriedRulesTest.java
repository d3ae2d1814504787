package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was learnt about fibers on a carrier of our own, each with the test that would have shown it. */
@Tag("carried")
@Timeout(60)
class CarriedRulesTest {
    @Test
    void aVirtualThreadStartedInsideAnActorDoesNotRunOnTheShard() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1));
        var stop = new AtomicBoolean();
        var guest = new AtomicReference<Thread>();
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId host = hive.spawn((self, message) -> {
                guest.set(Thread.ofVirtual().start(() -> {
                    while (!stop.get()) {
                        Thread.onSpinWait();
                    }
                }));
                Hives.sent(self.notify(message.sender(), "started"));
            });
            ActorId echo = hive.spawn((self, message) -> Hives.sent(self.notify(message.sender(), "echo")));
            Hives.sent(inbox.notify(host, 1));
            assertEquals("started", inbox.receive().as(String.class));
            for (int i = 0; i < 1000; i++) { // would hang on the first if the guest had the carrier
                Hives.sent(inbox.notify(echo, i));
                assertEquals("echo", inbox.receive().as(String.class));
            }
        }
        stop.set(true);
        guest.get().join();
        Hives.closeClean(hive);
    }

    @Test
    void guestsOutliveTheHive() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1));
        var gate = new CountDownLatch(1);
        var passed = new CountDownLatch(1);
        ActorId host = hive.spawn((self, message) -> Thread.ofVirtual().start(() -> {
            try {
                gate.await();
                passed.countDown();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        Hives.sent(hive.notify(host, 1));
        Hives.closeClean(hive);
        gate.countDown();
        assertTrue(passed.await(10, TimeUnit.SECONDS));
    }

    /** Needs a JVM whose pollers have not started: a fresh one. */
    @Test
    void theFirstSocketReadOfTheJvmMayBeAnActors() throws IOException, InterruptedException {
        assertPrints(FirstSocketRead.class, "actor read 1, thread read 2");
    }

    /** Runs a program in a JVM of its own, on the class path and with the flag. */
    private static void assertPrints(Class<?> main, String words) throws IOException, InterruptedException {
        Process child = fresh(main, "--add-opens", "java.base/java.lang=ALL-UNNAMED");
        try {
            assertTrue(child.waitFor(30, TimeUnit.SECONDS), main + " hangs");
            String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, child.exitValue(), output);
            assertTrue(output.contains(words), output);
        } finally {
            child.destroyForcibly();
        }
    }

    private static Process fresh(Class<?> main, String... flags) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", classPath(), main.getName()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String classPath() {
        var paths = new ArrayList<String>();
        for (Class<?> type : List.of(Hive.class, Hives.class, org.agrona.DeadlineTimerWheel.class)) {
            paths.add(locate(type));
        }
        return String.join(java.io.File.pathSeparator, paths);
    }

    private static String locate(Class<?> type) {
        String classes = Path.of("target", "classes").toAbsolutePath().toString();
        if (type == Hives.class) {
            return Path.of("target", "test-classes").toAbsolutePath().toString();
        }
        var source = type.getProtectionDomain().getCodeSource();
        return type == Hive.class || source == null ? classes : Path.of(source.getLocation().getPath()).toString();
    }

    @Test
    void aParkedActorIsWokenUnderAThreadThatTakesStackTraces() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1));
        var threads = new AtomicReference<List<Thread>>(List.of());
        var stop = new AtomicBoolean();
        Thread sampler = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                threads.get().forEach(Thread::getStackTrace);
            }
        });
        var done = new CountDownLatch(2);
        var ids = new ArrayList<CompletableFuture<ActorId>>();
        ids.add(new CompletableFuture<>());
        ids.add(new CompletableFuture<>());
        var found = java.util.Collections.synchronizedList(new ArrayList<Thread>());
        for (int i = 0; i < 2; i++) {
            int me = i;
            ids.get(i).complete(hive.spawn((ActorBody) self -> {
                found.add(Thread.currentThread());
                threads.set(List.copyOf(found));
                ActorId other = ids.get(1 - me).join();
                for (int round = 0; round < 5000; round++) {
                    if (me == 0) {
                        Hives.sent(self.notify(other, round));
                    }
                    self.receive();
                    if (me == 1) {
                        Hives.sent(self.notify(other, round));
                    }
                    if (round % 100 == 0) {
                        LockSupport.parkNanos(1);
                    }
                }
                done.countDown();
            }));
        }
        assertTrue(done.await(50, TimeUnit.SECONDS), "a fiber was lost");
        stop.set(true);
        sampler.join();
        Hives.closeClean(hive);
    }

    @Test
    void handlersThatParkGoOnWhileTheLoopItselfIsSampled() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1));
        var stop = new AtomicBoolean();
        Thread sampler = Thread.ofPlatform().start(() -> {
            Shard shard = hive.shards()[0];
            while (!stop.get()) {
                shard.runningThread.getStackTrace();
            }
        });
        int actors = 4;
        int messages = 300;
        var handled = new CountDownLatch(actors * messages);
        for (int i = 0; i < actors; i++) {
            ActorId parks = hive.spawn((self, message) -> {
                LockSupport.parkNanos(1000);
                handled.countDown();
            });
            for (int n = 0; n < messages; n++) {
                Hives.sent(hive.notify(parks, n));
            }
        }
        assertTrue(handled.await(50, TimeUnit.SECONDS), "messages that nobody handles: " + handled.getCount());
        stop.set(true);
        sampler.join();
        Hives.closeClean(hive);
    }

    @Test
    void wakingAFiberAllocatesNothing() throws InterruptedException {
        var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Hive hive = Hives.start(Hives.config().shards(1));
        var stop = new AtomicBoolean();
        var wakes = new AtomicInteger();
        var thread = new CompletableFuture<Thread>();
        ActorId sleeper = hive.spawn((ActorBody) self -> {
            thread.complete(Thread.currentThread());
            while (!stop.get()) {
                LockSupport.park();
                wakes.incrementAndGet();
            }
        });
        Thread parked = thread.orTimeout(10, TimeUnit.SECONDS).join();
        long allocated = 0;
        for (int i = 0; i < 2000; i++) {
            Hives.eventually("it is parked", () -> parked.getState() == Thread.State.WAITING);
            int before = wakes.get();
            long start = memory.getCurrentThreadAllocatedBytes();
            LockSupport.unpark(parked);
            long bytes = memory.getCurrentThreadAllocatedBytes() - start;
            allocated += i < 1000 ? 0 : bytes; // what is used for the first time is linked then
            Hives.eventually("it was woken", () -> wakes.get() > before);
        }
        stop.set(true);
        LockSupport.unpark(parked);
        Hives.eventually("it has ended", () -> !hive.isAlive(sleeper));
        Hives.closeClean(hive);
        assertEquals(0, allocated, "bytes in a thousand wake-ups");
    }

    /** The log of a program that has none of its own is the console's handler, which locks. A fresh JVM: it is global. */
    @Test
    void aFiberThatWaitsInsideTheLogDoesNotStallItsShard() throws IOException, InterruptedException {
        assertPrints(LockedLog.class, "the shard went on");
    }

    @Test
    void waitingWithAClassInitialiserOnTheStackIsRefusedAndNothingIsHalfDone() throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1));
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId actor = hive.spawn((self, message) -> {
                Initialiser.context.set(self);
                Hives.sent(self.notify(message.sender(), Pinned.OUTCOME));
            });
            Hives.sent(inbox.notify(actor, 1));
            String outcome = inbox.receive().as(String.class);
            assertTrue(outcome.contains("class initialiser"), outcome);
            Hives.sent(inbox.notify(actor, 2));
            assertTrue(inbox.receive().as(String.class).contains("class initialiser"), "it goes on");
        }
        Hives.closeClean(hive);
    }

    /** Carries the context into the initialiser below. */
    private static final class Initialiser {
        static final AtomicReference<ActorContext> context = new AtomicReference<>();
    }

    /** Waits while it is initialised, which pins. */
    private static final class Pinned {
        static final String OUTCOME = waitHere();

        private static String waitHere() {
            return String.valueOf(assertThrows(IllegalStateException.class,
                    () -> Initialiser.context.get().receive()).getMessage());
        }
    }

    @Test
    void anActorParkedInForeignCodeIsKilledByAnInterrupt() throws InterruptedException {
        var exits = new ArrayList<ActorExit>();
        Hive hive = Hives.start(Hives.config().shards(1).listener(new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                exits.add(exit);
            }
        }));
        var in = new CountDownLatch(1);
        ActorId sleeper = hive.spawn((ActorBody) self -> {
            in.countDown();
            Thread.sleep(60_000);
        });
        assertTrue(in.await(5, TimeUnit.SECONDS));
        assertTrue(hive.kill(sleeper));
        Hives.eventually("it has ended", () -> hive.stats().actors() == 0);
        Hives.closeClean(hive);
        assertEquals(List.of(new ActorExit(sleeper, ExitReason.KILLED, null, false)), exits);
        assertFalse(hive.isAlive(sleeper));
    }

    /**
     * The interrupt of a kill is brought by a virtual thread. Here that one gets no turn until the killed actor's code has
     * ended by itself and somebody else runs on what would be its fiber.
     */
    @Test
    void anInterruptThatComesLateFindsNobodyElseOnItsFiber() throws InterruptedException {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        Hive hive = Hives.start(Hives.config().shards(1));
        var free = new AtomicBoolean();
        try {
            var busy = new CountDownLatch(scheduler.getParallelism());
            for (long i = busy.getCount(); i > 0; i--) {
                Thread.ofVirtual().start(() -> {
                    busy.countDown();
                    while (!free.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            assertTrue(busy.await(10, TimeUnit.SECONDS));

            var victim = new Parking(hive);
            Thread killed = victim.parked();
            assertTrue(hive.kill(victim.id));
            Hives.eventually("the interrupt waits for a turn", () -> scheduler.getQueuedVirtualThreadCount() > 0);
            victim.gate.release();
            Hives.eventually("the killed one's code has ended", () -> hive.stats().actors() == 0);
            var first = new Parking(hive); // where the loop is now, so that the next one is on the fiber set aside last
            first.parked();
            var bystander = new Parking(hive);
            Thread other = bystander.parked();

            free.set(true);
            Hives.eventually("the interrupt has come", () ->
                    scheduler.getQueuedVirtualThreadCount() == 0 && scheduler.getMountedVirtualThreadCount() == 0);
            first.gate.release();
            bystander.gate.release();
            assertFalse(bystander.wasInterrupted.orTimeout(10, TimeUnit.SECONDS).join(), "it was meant for another");
            assertFalse(first.wasInterrupted.orTimeout(10, TimeUnit.SECONDS).join(), "it was meant for another");
            assertNotSame(killed, other);
        } finally {
            free.set(true);
        }
        Hives.closeClean(hive);
    }

    /** An actor that parks where no interrupt ends the wait, and then says whether there was one. */
    private static final class Parking {
        final Semaphore gate = new Semaphore(0);
        final CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
        final ActorId id;
        private final CompletableFuture<Thread> thread = new CompletableFuture<>();

        Parking(Hive hive) {
            id = hive.spawn((ActorBody) self -> {
                thread.complete(Thread.currentThread());
                gate.acquireUninterruptibly();
                wasInterrupted.complete(Thread.currentThread().isInterrupted());
            });
        }

        @CanIgnoreReturnValue
        Thread parked() {
            Thread runs = thread.orTimeout(10, TimeUnit.SECONDS).join();
            Hives.eventually("it is parked", () -> runs.getState() == Thread.State.WAITING);
            return runs;
        }
    }

    @Test
    void theStackSizeDecidesHowDeepAnActorCanGo() throws InterruptedException {
        int deep = depthWith(8 << 20); // first: what is compiled by and by needs less stack
        int shallow = depthWith(192 << 10); // so small that the system does not give it the stack of a thread that has ended
        assertTrue(deep > 3 * shallow, "calls in 8 MB: " + deep + ", in 192 KB: " + shallow);
    }

    private static int depthWith(int stackSize) throws InterruptedException {
        Hive hive = Hives.start(Hives.config().shards(1).stackSize(stackSize));
        try (ExternalInbox inbox = hive.openInbox()) {
            ActorId diver = hive.spawn((self, message) -> {
                var depth = new int[1];
                assertThrows(StackOverflowError.class, () -> depth[0] += (int) descend(depth, 1, 2, 3, 4, 5, 6));
                Hives.sent(self.notify(message.sender(), depth[0]));
            });
            Hives.sent(inbox.notify(diver, "dive"));
            return inbox.receive().as(Integer.class);
        } finally {
            Hives.closeClean(hive);
        }
    }

    /** Needs its numbers after the call, so that a compiled frame is not much smaller than an interpreted one. */
    @SuppressWarnings("InfiniteRecursion") // the subject
    private static long descend(int[] depth, long a, long b, long c, long d, long e, long f) {
        depth[0]++;
        long below = descend(depth, b + 1, c + 2, d + 3, e + 5, f + 7, a + 11);
        return (((((below * 31 + a) * 31 + b) * 31 + c) * 31 + d) * 31 + e) * 31 + f;
    }
}
