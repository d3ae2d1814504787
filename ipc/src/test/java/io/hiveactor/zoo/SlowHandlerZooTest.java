package io.hiveactor.zoo;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.diagnosis.SlowHandler.Cause;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Code that keeps its shard is named, and what is seen of a hive meanwhile. */
@Tag("threads") // and not simulated: once more under a sampler
@Timeout(60)
class SlowHandlerZooTest {
    private static final long LIMIT_MILLIS = 50;
    private static volatile boolean isReleased;

    private final BlockingQueue<SlowHandler> told = new LinkedBlockingQueue<>();
    private Hive hive;

    private void open(FiberMode mode, Duration limit) {
        isReleased = false;
        var listener = new HiveListener() {
            @Override
            public void onSlowHandler(SlowHandler work) {
                told.add(work);
            }
        };
        hive = Hive.start(HiveConfig.builder().name("zoo").shards(2).messages(64).fiberMode(mode)
                .watch(WatchConfig.DEFAULT.withHandlerLimit(limit)).listener(listener).build());
    }

    private void open(FiberMode mode) {
        open(mode, ofMillis(LIMIT_MILLIS));
    }

    @AfterEach
    void close() {
        isReleased = true;
        var report = hive.close(ofSeconds(10));
        assertNotNull(report);
        assertTrue(report.isClean(), report::toString);
    }

    private static void spin() {
        while (!isReleased) {
            Thread.onSpinWait();
        }
    }

    private ActorId spawn(String name, ActorBody body) {
        return hive.spawn(body, ActorConfig.named(name).onShard(1));
    }

    private SlowHandler isNamed(ActorId actor, Cause cause) throws InterruptedException {
        SlowHandler work = told.poll(20, TimeUnit.SECONDS);
        assertNotNull(work, "nobody was named");
        assertEquals(actor.number(), work.identity().number());
        assertEquals(1, work.shard());
        assertTrue(work.nanos() >= TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS), work::toString);
        assertEquals(cause, work.cause(), work::toString);
        return work;
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void whoSpinsIsNamedOnceWithItsStack(FiberMode mode) throws InterruptedException {
        open(mode);
        ActorId spinner = spawn("spinner", self -> spin());

        SlowHandler work = isNamed(spinner, Cause.RUNS);
        assertTrue(work.stack().stream().anyMatch(frame -> frame.getMethodName().equals("spin")), work::toString);
        assertNull(told.poll(4 * LIMIT_MILLIS, TimeUnit.MILLISECONDS), "named again");
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void whoReadsASlowFileIsNamedWithThatCause(FiberMode mode, @TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        assertEquals(0, new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor());
        open(mode);
        ActorId reader = spawn("reader", self -> {
            try (var in = new FileInputStream(pipe.toFile())) {
                assertEquals(7, in.read());
            }
        });

        SlowHandler work = isNamed(reader, Cause.FILE_OR_NAME);
        assertTrue(work.toString().contains("offload"), work::toString);
        try (var out = new FileOutputStream(pipe.toFile())) {
            out.write(7);
        }
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void whoSitsInAClassInitialiserIsNamedWithThatCause(FiberMode mode) throws InterruptedException {
        open(mode);
        ActorId first = spawn("first", self -> assertEquals(1, mode == FiberMode.OWN_CARRIER ? Carried.ONE : Baton.ONE));

        isNamed(first, Cause.INITIALISES_A_CLASS);
    }

    private static final class Carried {
        static final int ONE = afterSpinning();
    }

    private static final class Baton {
        static final int ONE = afterSpinning();
    }

    private static int afterSpinning() {
        spin();
        return 1;
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aLimitOfZeroNamesNobody(FiberMode mode) throws InterruptedException {
        open(mode, Duration.ZERO);
        spawn("spinner", self -> spin());

        assertNull(told.poll(6 * LIMIT_MILLIS, TimeUnit.MILLISECONDS));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void manyShortPiecesAreNoLongOne(FiberMode mode) throws InterruptedException {
        open(mode);
        ActorId busy = hive.spawn((self, message) -> {
            if (!isReleased) {
                assertNotNull(self.notify(self.self(), "again"));
            }
        }, ActorConfig.named("busy").onShard(1));
        assertNotNull(hive.notify(busy, "begin"));

        assertNull(told.poll(6 * LIMIT_MILLIS, TimeUnit.MILLISECONDS));
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void aShardThatIsHeldIsMissingInASnapshotAndTheOthersAreWhole(FiberMode mode) throws InterruptedException {
        open(mode);
        var spins = new CountDownLatch(1);
        ActorId spinner = spawn("spinner", self -> {
            spins.countDown();
            spin();
        });
        hive.spawn((self, message) -> {}, ActorConfig.named("idle").onShard(0));
        assertTrue(spins.await(10, TimeUnit.SECONDS));

        HiveSnapshot snapshot = hive.snapshot();
        var held = snapshot.shards().get(1);
        assertTrue(held.isMissing());
        assertNotNull(held.heldBy());
        assertEquals(spinner.number(), held.heldBy().identity().number());
        assertEquals(Cause.RUNS, held.heldBy().cause());
        var whole = snapshot.shards().get(0);
        assertFalse(whole.isMissing());
        assertNull(whole.heldBy());
        assertEquals("idle", whole.actors().getFirst().identity().name());
    }

    @ParameterizedTest
    @EnumSource(FiberMode.class)
    void anActorCanLookAtItsOwnHive(FiberMode mode) throws Exception {
        open(mode);
        var seen = new CompletableFuture<HiveSnapshot>();
        var found = new CompletableFuture<Diagnosis>();
        spawn("looker", self -> {
            seen.complete(hive.snapshot());
            found.complete(hive.diagnose());
        });

        HiveSnapshot snapshot = seen.get(10, TimeUnit.SECONDS);
        assertTrue(snapshot.shards().stream().noneMatch(shard -> shard.isMissing()), snapshot::toString);
        assertEquals("looker", snapshot.shards().get(1).actors().getFirst().identity().name());
        assertTrue(found.get(10, TimeUnit.SECONDS).isClean());
    }
}
