package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Straight-line actors of a hive that each do a part of a round. They get ready once; in each round they are told how
 * much to do.
 *
 * <p><b>Threads:</b> the referee's, besides its actors.
 */
final class HiveCast {
    /** What an actor is there for. */
    @FunctionalInterface
    interface Role {
        /** Opens what the actor needs. */
        Part ready(ActorContext self);
    }

    /** Does so many. The loop is the contestant's own, so that the compiler sees one kind of operation in it. */
    @FunctionalInterface
    interface Part {
        void play(int operations);
    }

    private final Hive hive;
    private final List<ActorId> actors = new ArrayList<>();
    private final List<CountDownLatch> ready = new ArrayList<>();

    HiveCast(Hive hive) {
        this.hive = hive;
    }

    void add(int shard, Role role) {
        var isReady = new CountDownLatch(1);
        ready.add(isReady);
        actors.add(hive.spawn((ActorBody) self -> play(self, role, isReady), ActorConfig.DEFAULT.onShard(shard)));
    }

    private static void play(ActorContext self, Role role, CountDownLatch isReady) {
        Part part = role.ready(self);
        isReady.countDown();
        while (true) {
            part.play(self.receive().as(Integer.class));
        }
    }

    /** Starts a round. Nobody begins before all are ready, as nothing is kept for a reader that comes late. */
    void start(int operations) throws InterruptedException {
        for (CountDownLatch isReady : ready) {
            if (!isReady.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("an actor is not ready after " + Patience.LIMIT);
            }
        }
        actors.forEach(actor -> sent(hive.notify(actor, operations)));
    }

    void close() {
        hive.close();
    }
}
