package io.hiveactor.bench;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.OutsideInbox;
import io.hiveactor.runtime.StraightLine;

/** Two actors of a hive send one object to and fro. */
final class HivePingPong implements Contestant {
    private static final Object BALL = new Object();

    private final Hive hive;
    private final OutsideInbox inbox;
    private final ActorId ping;

    private HivePingPong(HiveConfig config, boolean isStraight, int pongShard) {
        hive = Hive.start(config);
        inbox = hive.openInbox();
        var onPong = ActorConfig.named("pong").onShard(pongShard);
        var onPing = ActorConfig.named("ping").onShard(0);
        if (isStraight) {
            ActorId pong = hive.spawn((StraightLine) HivePingPong::answer, onPong);
            ping = hive.spawn((StraightLine) self -> play(self, pong, inbox.id()), onPing);
        } else {
            ActorId pong = hive.spawn((self, ball) -> sent(self.notify(ball.sender(), BALL)), onPong);
            ping = hive.spawn(new Ping(pong, inbox.id()), onPing);
        }
    }

    static HivePingPong handler(FiberMode mode) {
        return new HivePingPong(oneShard(mode), false, 0);
    }

    static HivePingPong straight(FiberMode mode) {
        return new HivePingPong(oneShard(mode), true, 0);
    }

    /** Spinning shards, where the mode allows it. */
    static HivePingPong crossShard(FiberMode mode) {
        var config = HiveConfig.builder().shards(2).fiberMode(mode).spinForever(mode == FiberMode.CARRIED);
        return new HivePingPong(config.build(), false, 1);
    }

    private static HiveConfig oneShard(FiberMode mode) {
        return HiveConfig.builder().shards(1).fiberMode(mode).build();
    }

    private static void sent(NotifyStatus status) {
        if (status != NotifyStatus.SENT) {
            throw new IllegalStateException("the ball is lost: " + status);
        }
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

    @Override
    public long run(int operations) throws InterruptedException {
        long start = System.nanoTime();
        sent(inbox.notify(ping, operations));
        Message end = inbox.receive();
        long nanos = System.nanoTime() - start;
        if (end.object() != BALL) {
            throw new IllegalStateException("not the ball: " + end);
        }
        return nanos;
    }

    @Override
    public void close() {
        inbox.close();
        hive.close();
    }
}
