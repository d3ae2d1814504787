package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.SlowHandler;
import io.hiveactor.runtime.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Which code is reported as slow, with a clock, CPU times and loaded classes that the test sets. The one shard is run by the
 * thread of the test, so that an actor's code can look at itself through the watch.
 */
@Tag("carried")
@Timeout(60)
class SlowHandlerWatchTest {
    private static final long LIMIT = 100_000_000;
    private static final long PATIENCE = 1_000_000_000;

    private final List<SlowHandler> reports = new ArrayList<>();
    private final ManualClock clock = new ManualClock();
    private final HiveConfig config = Hives.config().shards(1).fiberMode(FiberMode.OWN_CARRIER)
            .idleSpin(Duration.ZERO) // which would not end while the clock stands
            .watch(WatchConfig.OFF.withHandlerLimit(Duration.ofNanos(LIMIT)))
            .listener(new HiveListener() {
                @Override
                public void onSlowHandler(SlowHandler work) {
                    reports.add(work);
                }
            }).build();
    private final Hive hive = new Hive(config, clock, FiberMode.OWN_CARRIER, null);
    private final Shard shard = hive.shards()[0];
    private final Readings readings = new Readings();
    private final SlowHandlerWatch watch = new SlowHandlerWatch(hive, hive.shards(), () -> readings);

    private static final class Readings implements JvmReadings {
        long cpuNanos = 5;
        long classes = 7;

        @Override
        public long cpuNanos(Shard ofShard) {
            return cpuNanos;
        }

        @Override
        public long loadedClasses() {
            return classes;
        }
    }

    @AfterEach
    void endTheShard() {
        shard.push(new EndCommand(Long.MAX_VALUE));
        run();
        assertTrue(shard.hasEnded());
    }

    private void run() {
        shard.carriedBy(Thread.currentThread());
        var carrier = new Carrier(shard);
        while (!shard.isIdle() && !shard.hasEnded()) {
            carrier.runOne();
        }
    }

    /** Runs an actor whose code is what is given, and is looked at when that begins. */
    private void handler(Runnable code) {
        var ended = new CompletableFuture<Boolean>();
        hive.spawn((ActorBody) self -> {
            watch.look(shard);
            try {
                code.run();
                ended.complete(true);
            } catch (AssertionError failed) {
                ended.completeExceptionally(failed);
            }
        }, ActorConfig.named("slow"));
        run();
        assertTrue(ended.isDone());
        assertTrue(ended.join());
    }

    /** Some time passes while the code runs, and it is looked at again. */
    private void pass(long nanos, long cpuNanos) {
        clock.set(clock.nanos() + nanos);
        readings.cpuNanos += cpuNanos;
        watch.look(shard);
    }

    @Test
    void codeThatComputesForLongerThanTheLimitIsReportedOnce() {
        handler(() -> {
            pass(LIMIT - 1, LIMIT - 1);
            assertEquals(0, reports.size());
            pass(1, 1);
            pass(LIMIT, LIMIT);
        });

        assertEquals(1, reports.size());
        assertEquals("slow", reports.getFirst().identity().name());
        assertEquals(LIMIT, reports.getFirst().nanos());
    }

    @Test
    void aThreadThatHadNoCpuIsNotReported() {
        handler(() -> {
            for (int i = 0; i < 9; i++) {
                pass(LIMIT, LIMIT / 20);
                assertEquals(0, reports.size());
            }
        });
        assertEquals(0, reports.size());
    }

    @Test
    void aThreadThatHadNoCpuForVeryLongIsReportedBecauseItMayBeBlocked() {
        handler(() -> {
            pass(PATIENCE - 1, 0);
            assertEquals(0, reports.size());
            pass(1, 0);
        });
        assertEquals(1, reports.size());
    }

    @Test
    void timeInWhichClassesAreLoadedDoesNotCount() {
        handler(() -> {
            for (int i = 0; i < 5; i++) {
                readings.classes++;
                pass(LIMIT, LIMIT);
            }
            assertEquals(0, reports.size());
            pass(LIMIT - 1, LIMIT);
            assertEquals(0, reports.size());
            pass(1, 1);
        });
        assertEquals(1, reports.size());
    }

    @Test
    void otherThreadsThatLoadClassesAllTheTimeHideSlowCodeForAWhileOnly() {
        handler(() -> {
            for (int i = 0; i < 10; i++) {
                readings.classes++;
                pass(LIMIT, LIMIT);
            }
        });
        assertEquals(1, reports.size());
    }
}
