package io.hiveactor.bench;

import static io.hiveactor.bench.HiveMatch.sent;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.FiberMode;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Many handlers of one shard sleep at once, in a wait that is not the runtime's, while two others play on. */
final class HiveSleepers implements Contestant {
    private static final int SLEEPERS = 1_000;
    private static final int SLEEP_MILLIS = 100;
    private static final Object SLEEP = new Object();
    private static final Object AWAKE = new Object();
    private static final Object BALL = new Object();
    private static final Object START = new Object();
    private static final Object STOP = new Object();

    private final Hive hive;
    private final ExternalInbox inbox;
    private final List<ActorId> sleepers;
    private final ActorId ping;
    private double pingRounds;

    /** Sleeps as the mode wants it: without the flag, a wait that is not the runtime's has to be announced. */
    HiveSleepers(FiberMode mode) {
        hive = Hive.start(HiveMatch.oneShard(mode));
        inbox = hive.openInbox();
        Handler sleeper = mode == FiberMode.OWN_CARRIER ? HiveSleepers::sleep : HiveSleepers::sleepAnnounced;
        sleepers = Stream.generate(() -> hive.spawn(sleeper)).limit(SLEEPERS).toList();
        ActorId pong = hive.spawn((self, ball) -> sent(self.notify(ball.sender(), BALL)), ActorConfig.named("pong"));
        ping = hive.spawn(new Ping(pong, inbox.id()), ActorConfig.named("ping"));
    }

    private static void sleep(ActorContext self, Message message) throws InterruptedException {
        Thread.sleep(SLEEP_MILLIS);
        sent(self.notify(message.sender(), AWAKE));
    }

    private static void sleepAnnounced(ActorContext self, Message message) throws InterruptedException {
        Object woken = self.blocking(() -> {
            Thread.sleep(SLEEP_MILLIS);
            return AWAKE;
        });
        sent(self.notify(message.sender(), woken));
    }

    /** Plays from START to STOP, and then tells the referee how many rounds it were. */
    private static final class Ping implements Handler {
        private final ActorId pong;
        private final ActorId referee;
        private int rounds;
        private boolean isStopping;

        Ping(ActorId pong, ActorId referee) {
            this.pong = pong;
            this.referee = referee;
        }

        @Override
        public void onMessage(ActorContext self, Message message) {
            if (message.object() == STOP) {
                isStopping = true; // and the ball comes home first, or there would be two in the next match
            } else if (message.object() == START) {
                rounds = 0;
                isStopping = false;
                sent(self.notify(pong, BALL));
            } else {
                rounds++;
                sent(isStopping ? self.notify(referee, rounds) : self.notify(pong, BALL));
            }
        }
    }

    /** An operation is the whole batch: from sending everybody to sleep until the last one is awake. */
    @Override
    public long run(int operations) throws InterruptedException {
        sent(inbox.notify(ping, START));
        long start = System.nanoTime();
        for (int i = 0; i < operations; i++) {
            sleepers.forEach(sleeper -> sent(inbox.notify(sleeper, SLEEP)));
            for (int awake = 0; awake < SLEEPERS; awake++) {
                inbox.receive();
            }
        }
        long nanos = System.nanoTime() - start;
        sent(inbox.notify(ping, STOP));
        pingRounds = (double) inbox.receive().as(Integer.class) / operations;
        return nanos;
    }

    @Override
    public Map<String, Double> figures() {
        return Map.of("pingRounds", pingRounds);
    }

    @Override
    public void close() {
        inbox.close();
        hive.close();
    }
}
