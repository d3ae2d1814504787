package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;

/** Two actors of a hive send one object to and fro. */
final class HivePingPong {
    private static final Object BALL = new Object();
    private static final ActorConfig PING = ActorConfig.named("ping").onShard(0);
    private static final ActorConfig PONG = ActorConfig.named("pong");

    private HivePingPong() {}

    static Contestant handler(FiberMode mode) {
        return handler(HiveMatch.oneShard(mode));
    }

    static Contestant handler(HiveConfig oneShard) {
        return new HiveMatch(oneShard, (hive, referee) -> handlers(hive, referee, 0));
    }

    static Contestant straight(FiberMode mode) {
        return new HiveMatch(HiveMatch.oneShard(mode), (hive, referee) -> {
            ActorId pong = hive.spawn((ActorBody) HivePingPong::answer, PONG.onShard(0));
            return hive.spawn((ActorBody) self -> play(self, pong, referee), PING);
        });
    }

    /** Spinning shards, where the mode allows it. */
    static Contestant crossShard(FiberMode mode) {
        var config = HiveConfig.builder().shards(2).fiberMode(mode).spinForever(mode == FiberMode.OWN_CARRIER);
        return new HiveMatch(config.build(), (hive, referee) -> handlers(hive, referee, 1));
    }

    private static ActorId handlers(Hive hive, ActorId referee, int pongShard) {
        ActorId pong = hive.spawn(
                (self, ball) -> sent(self.notify(ball.sender(), BALL)), PONG.onShard(pongShard));
        return hive.spawn(new Ping(pong, referee), PING);
    }

    private static void answer(ActorContext self) {
        while (true) {
            sent(self.notify(self.receive().sender(), BALL));
        }
    }

    private static void play(ActorContext self, ActorId pong, ActorId referee) {
        while (true) {
            for (int left = self.receive().as(Integer.class); left > 0; left--) {
                sent(self.notify(pong, BALL));
                self.receive();
            }
            sent(self.notify(referee, BALL));
        }
    }

    /** Counts the rounds. */
    private static final class Ping implements Handler {
        private final ActorId pong;
        private final ActorId referee;
        private int left;

        Ping(ActorId pong, ActorId referee) {
            this.pong = pong;
            this.referee = referee;
        }

        @Override
        public void onMessage(ActorContext self, Message message) {
            if (message.object() instanceof Integer rounds) {
                left = rounds;
            } else {
                left--;
            }
            sent(self.notify(left == 0 ? referee : pong, BALL));
        }
    }
}
