package io.hiveactor.bench;

import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.WatchConfig;
import java.time.Duration;
import java.util.function.BiFunction;

/** An actor of a hive that is told how many operations to do, and tells its referee when they are done. */
final class HiveMatch implements Match {
    private final Hive hive;
    private final ExternalInbox referee;
    private final ActorId player;

    /** @param players spawns the actors, given the referee, and says which of them is told */
    HiveMatch(HiveConfig config, BiFunction<Hive, ActorId, ActorId> players) {
        hive = Hive.start(config);
        referee = hive.openInbox();
        player = players.apply(hive, referee.id());
    }

    static HiveConfig oneShard(FiberMode mode) {
        // who is told to do a million things at once takes longer than an actor should, and need not be named for it
        return HiveConfig.builder().shards(1).fiberMode(mode).watch(WatchConfig.DEFAULT.withHandlerLimit(Duration.ZERO)).build();
    }

    /** A message that is lost would leave a contestant waiting for ever. */
    static void sent(NotifyStatus status) {
        if (status != NotifyStatus.SENT) {
            throw new IllegalStateException("a message is lost: " + status);
        }
    }

    /** As for a notify. */
    static void sent(SendStatus status) {
        if (status != SendStatus.SENT) {
            throw new IllegalStateException("a message is lost: " + status);
        }
    }

    @Override
    public long play(Object order) throws InterruptedException {
        long start = System.nanoTime();
        sent(referee.notify(player, order));
        Received end = referee.receive(Patience.LIMIT);
        long nanos = System.nanoTime() - start;
        if (!(end instanceof Message message && message.sender() == player)) {
            throw new IllegalStateException("not the end that the player tells of: " + end);
        }
        return nanos;
    }

    @Override
    public void close() {
        referee.close();
        hive.close();
    }
}
