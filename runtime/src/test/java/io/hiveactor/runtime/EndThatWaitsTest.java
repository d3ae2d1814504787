package io.hiveactor.runtime;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of an actor that has a name waits for the lock of the names, and its shard goes on meanwhile. */
@Timeout(60)
@Tag("carried") // without the flag a wait that was not announced holds the shard
class EndThatWaitsTest {
    @Test
    void whoHasWaitedInItsEndIsNotTheLoopAnyMoreAndTakesNobodysTurn() {
        Hive hive = Hives.start(Hives.config().shards(1));
        ActorId named = hive.spawn((self, message) -> self.exit(ExitReason.NORMAL),
                ActorConfig.named("named").registered());
        ActorId pong = hive.spawn((ActorBody) Pair::answer);
        ActorId ping = hive.spawn((ActorBody) self -> Pair.play(self, pong));

        hive.names.changing.lock();
        try {
            Hives.sent(hive.notify(named, 0, "end"));
            long before = hive.shards()[0].dispatches();
            Hives.eventually("the shard goes on", () -> hive.shards()[0].dispatches() > before + 1_000);
        } finally {
            hive.names.changing.unlock();
        }
        Hives.eventually("it has ended", () -> hive.stats().actors() == 2);
        hive.kill(ping);
        hive.kill(pong);
        hive.close();

        Hives.eventually("every fiber has ended", () -> hive.stats().fibers() == 0);
    }

    /** Two straight-line actors, one of whom is always ready. */
    private static final class Pair {
        static void answer(ActorContext self) {
            while (true) {
                Hives.sent(self.notify(self.receive().sender(), 0, "pong"));
            }
        }

        static void play(ActorContext self, ActorId other) {
            while (true) {
                Hives.sent(self.notify(other, 0, "ping"));
                self.receive();
            }
        }
    }
}
