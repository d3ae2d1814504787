package io.hiveactor.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.testkit.TestRuntime;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Publishing and reading on the shard of the bus makes no objects, once it is warm. */
class BusAllocationTest {
    private static final int ROUNDS = 20_000;

    /** Its actors run on the test's thread. Debug mode makes an object for each message. */
    private final TestRuntime runtime = TestRuntime.inOrder(TestRuntime.config().debug(false).build());

    @BeforeAll
    static void readManagement() { // the module under test has no need of it
        Module own = BusAllocationTest.class.getModule();
        for (String name : List.of("java.management", "jdk.management")) {
            own.addReads(ModuleLayer.boot().findModule(name).orElseThrow());
        }
    }

    @AfterEach
    void close() {
        runtime.close();
    }

    /** By this thread, from its start. */
    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private interface Round {
        void by(ActorContext self);
    }

    private ActorId actor(ActorBody code) {
        return runtime.hive().spawn(code, ActorConfig.DEFAULT.onShard(0));
    }

    /** Lets an actor do its rounds, until they cost nothing because all of them are compiled. */
    private void makesNothing(Round round) {
        ActorId measured = runtime.hive().spawn((self, message) -> {
            for (int i = 0; i < ROUNDS; i++) {
                round.by(self);
            }
        });
        long bytes = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 20 && bytes >= ROUNDS; attempt++) {
            assertEquals(NotifyStatus.SENT, runtime.hive().notify(measured, 1));
            long before = allocatedBytes();
            runtime.runUntilBlocked();
            bytes = allocatedBytes() - before;
        }
        assertTrue(runtime.hive().isAlive(measured));
        assertTrue(bytes < ROUNDS, bytes + " bytes in " + ROUNDS + " rounds");
    }

    private static void check(boolean holds, Object what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static void publish(Bus<String> bus, ActorContext self) {
        PublishStatus status = bus.publisher(self).tryPublish("entry");
        check(status == PublishStatus.PUBLISHED, status);
    }

    private static void read(Subscription<?> from) {
        ReadResult<?> read = from.tryRead();
        check(read instanceof Entry<?>, read);
    }

    private Subscription<String> mine;

    @Test
    void objectsThatAreReadAtOnce() {
        Bus<String> bus = Bus.open(runtime.hive(), BusConfig.of("b", 8).retainingLatest().consumedAfter(3));
        makesNothing(self -> {
            if (mine == null) {
                mine = bus.subscribe(self);
            }
            publish(bus, self);
            read(mine);
            check(mine.tryRead() instanceof NoEntry<?>, "two");
        });
    }

    @Test
    void objectsWithAnAgeThatNobodyReads() {
        Bus<String> bus = Bus.open(runtime.hive(), BusConfig.of("b", 8).withMaxAge(Duration.ofHours(1)));
        makesNothing(self -> {
            if (mine == null) {
                mine = bus.subscribe(self);
            }
            publish(bus, self); // and evict the oldest
        });
        assertTrue(bus.stats().evicted() > ROUNDS / 2);
    }

    @Test
    void readersThatWaitAndAPublisherThatWaitsForRoom() {
        Bus<String> bus = Bus.open(runtime.hive(), BusConfig.of("b", 1).waiting());
        ActorId reader = actor(self -> {
            Subscription<String> from = bus.subscribe(self);
            assertEquals(NoEntry.Reason.CLOSED, from.forEach(entry -> check(entry.missed() == 0, entry)));
        });
        runtime.runUntilBlocked();
        makesNothing(self -> {
            PublishStatus status = bus.publisher(self).publish("entry", Agent.FOREVER);
            check(status == PublishStatus.PUBLISHED, status);
        });
        assertTrue(runtime.hive().isAlive(reader));
        bus.close();
    }

    @Test
    void bytesWhosePublisherWaitsForRoom() {
        ByteBus bus = ByteBus.open(runtime.hive(), BusConfig.of("b", 1).waiting());
        ActorId reader = actor(self -> {
            Subscription<byte[]> from = bus.subscribe(self, 64);
            assertEquals(NoEntry.Reason.CLOSED, from.forEach(entry -> check(entry.missed() == 0, entry)));
        });
        runtime.runUntilBlocked();
        MemorySegment out = MemorySegment.ofArray(new byte[40]);
        makesNothing(self -> {
            PublishStatus status = bus.publisher(self).publish(out, Agent.FOREVER);
            check(status == PublishStatus.PUBLISHED, status);
        });
        assertTrue(runtime.hive().isAlive(reader));
        bus.close();
    }

    private Subscription<byte[]> bytes;

    @Test
    void bytesThatAreReadAtOnce() {
        ByteBus bus = ByteBus.open(runtime.hive(), BusConfig.of("b", 8));
        MemorySegment out = MemorySegment.ofArray(new byte[40]);
        makesNothing(self -> {
            if (bytes == null) {
                bytes = bus.subscribe(self, 64);
            }
            PublishStatus status = bus.publisher(self).tryPublish(out);
            check(status == PublishStatus.PUBLISHED, status);
            read(bytes);
        });
    }
}
