package io.hiveactor.bench;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.HiveConfig;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/**
 * Actors of a hive that wait for a message which never comes: how long it takes to spawn one, and how much of
 * the heap it needs. Each round has a hive of its own, so that everything the actors need is new in it.
 */
final class HiveIdle implements Contestant {
    private static final Handler WAITS = (self, message) -> {};
    private static final ActorBody WAITS_IN_RECEIVE = ActorContext::receive;
    /** A million stacks, one after the other, take a while to unwind. */
    private static final Duration UNWINDING = Duration.ofMinutes(1);

    private final FiberMode mode;
    private final Function<ActorContext, ActorId> birth;
    private double heapBytesPerActor;

    private HiveIdle(FiberMode mode, Function<ActorContext, ActorId> birth) {
        this.mode = mode;
        this.birth = birth;
    }

    static HiveIdle handler(FiberMode mode) {
        return new HiveIdle(mode, self -> self.spawn(WAITS));
    }

    static HiveIdle straight(FiberMode mode) {
        return new HiveIdle(mode, self -> self.spawn(WAITS_IN_RECEIVE));
    }

    @Override
    public long run(int operations) throws InterruptedException {
        try (var match = new HiveMatch(roomFor(operations),
                (hive, referee) -> hive.spawn(new HiveParent(referee, birth, true)))) {
            long before = usedHeap();
            long nanos = match.run(operations);
            heapBytesPerActor = (double) (usedHeap() - before) / operations;
            return nanos;
        }
    }

    private HiveConfig roomFor(int children) {
        return HiveMatch.oneShard(mode).toBuilder()
                .maxActors(children + 1) // and their parent
                .messages(1024) // nobody sends them any; the pool's own allocation is not to blur that of the actors
                .killGrace(UNWINDING)
                .closeDeadline(UNWINDING)
                .build();
    }

    private static long usedHeap() throws InterruptedException {
        Thread.sleep(50); // threads of the hive before, already closed, need a moment to end and to let go of it
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Override
    public Map<String, Double> figures() {
        return Map.of("heapBytesPerActor", heapBytesPerActor);
    }

    @Override
    public void close() {}
}
