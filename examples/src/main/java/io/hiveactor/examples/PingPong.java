package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.OutsideInbox;

/** Two actors throw a ball a million times, and the main thread waits for the end. */
public final class PingPong {
    private static final int ROUNDS = 1_000_000;

    private PingPong() {}

    public static void main(String[] args) throws InterruptedException {
        try (Hive hive = Hive.start(); OutsideInbox inbox = hive.openInbox()) {
            ActorId pong = hive.spawn((self, ball) -> {
                NotifyStatus sent = self.notifyTag(ball.sender(), ball.tag());
                if (sent != NotifyStatus.SENT) {
                    throw new IllegalStateException("the ball is lost: " + sent);
                }
            }, ActorConfig.named("pong").onShard(0));

            ActorId main = inbox.id();
            ActorId ping = hive.spawn((self, ball) -> {
                boolean isOver = ball.tag() == ROUNDS;
                NotifyStatus sent = self.notifyTag(isOver ? main : pong, ball.tag() + 1);
                if (sent != NotifyStatus.SENT) {
                    throw new IllegalStateException("the ball is lost: " + sent);
                }
            }, ActorConfig.named("ping").onShard(0));

            long start = System.nanoTime();
            NotifyStatus served = inbox.notifyTag(ping, 0);
            Message last = inbox.receive();
            long nanos = System.nanoTime() - start;
            System.out.printf("%s: %,d rounds, %d ns each, mode %s%n",
                    served, last.tag() - 1, nanos / ROUNDS, hive.fiberMode());
        }
    }
}
