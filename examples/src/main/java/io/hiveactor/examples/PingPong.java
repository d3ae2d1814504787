package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import java.util.Locale;

/**
 * Two handlers of one shard throw a ball to and fro, and the main thread waits for the end. The one argument,
 * if it is given, is the number of rounds.
 */
public final class PingPong {
    private static final int ROUNDS = 1_000_000;

    private PingPong() {}

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length == 0 ? ROUNDS : Integer.parseInt(args[0]);
        try (Hive hive = Hive.start(); ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            ActorId pong = hive.spawn((context, ball) -> pass(context, ball.sender(), ball.tag()),
                    ActorConfig.named("pong").onShard(0));
            ActorId ping = hive.spawn((context, ball) -> {
                boolean isOver = ball.tag() == rounds;
                pass(context, isOver ? main : pong, isOver ? rounds : ball.tag() + 1);
            }, ActorConfig.named("ping").onShard(0));

            long start = System.nanoTime();
            NotifyStatus served = inbox.notifyTag(ping, 0);
            Message last = inbox.receive();
            long nanos = System.nanoTime() - start;
            System.out.printf(Locale.ROOT, "%s: %,d rounds, %d ns each, mode %s%n",
                    served, last.tag(), nanos / Math.max(1, rounds), hive.fiberMode());
        }
    }

    private static void pass(ActorContext context, ActorId to, int tag) {
        NotifyStatus sent = context.notifyTag(to, tag);
        if (sent != NotifyStatus.SENT) {
            throw new IllegalStateException("the ball is lost: " + sent);
        }
    }
}
