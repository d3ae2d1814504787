package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.StartingHandler;

/** Timers of one actor of a hive. */
final class HiveTimers {
    private HiveTimers() {}

    static Contestant on(FiberMode mode, int pending) {
        var load = new TimerLoad();
        Hive hive = Hive.start(HiveMatch.oneShard(mode));
        ActorId owner = hive.spawn(new Owner(load, pending));
        return new Flood(load.tally, timers -> sent(hive.notify(owner, timers)), hive::close);
    }

    private record Owner(TimerLoad load, int pending) implements StartingHandler {
        @Override
        public void onStart(ActorContext self) {
            for (int i = 0; i < pending; i++) {
                self.after(load.pending());
            }
        }

        @Override
        public void onMessage(ActorContext self, Message message) {
            if (message.messageClass() != MessageClass.TIMER) {
                for (int i = load.begin(message.as(Integer.class)); i > 0; i--) {
                    self.after(load.delay());
                }
            } else if (load.fired()) {
                self.after(load.delay());
            }
        }
    }
}
