package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;

/** Sends to one actor of a hive that wait where the message pool is empty. */
final class HiveFlood {
    private static final Object DROP = new Object();
    private static final int RESERVED = 16;

    private HiveFlood() {}

    /** From a handler on the same shard, through a pool of 256. */
    static Contestant inside(FiberMode mode) {
        return inside(HiveMatch.oneShard(mode));
    }

    static Contestant inside(HiveConfig oneShard) {
        var tally = new Tally();
        Hive hive = Hive.start(oneShard.toBuilder()
                .messages(256 + RESERVED).reservedMessages(RESERVED).build());
        ActorId receiver = hive.spawn(counter(tally));
        ActorId sender = hive.spawn((Handler) (self, start) -> send(self, receiver, start.as(Integer.class)));
        return new Flood(tally, messages -> sent(hive.notify(sender, messages)), hive::close);
    }

    private static void send(ActorContext self, ActorId receiver, int messages) {
        for (int i = 0; i < messages; i++) {
            sent(self.send(receiver, 0, DROP));
        }
    }

    /** From threads outside, through the pool that a hive has by default. */
    static Contestant outside(FiberMode mode, int producers) {
        var tally = new Tally();
        Hive hive = Hive.start(HiveMatch.oneShard(mode));
        ActorId receiver = hive.spawn(counter(tally));
        return new Flood(tally, messages -> Workers.startPlatform(producers, messages, share -> {
            for (int i = 0; i < share; i++) {
                sent(hive.send(receiver, 0, DROP, Patience.LIMIT));
            }
        }), hive::close);
    }

    private static Handler counter(Tally tally) {
        return (self, message) -> tally.came();
    }
}
