package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.NotifyStatus;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One actor crashes, one ends with its own reason, one is killed, and their neighbour does not notice. */
public final class Crash {
    private Crash() {}

    public static void main(String[] args) throws InterruptedException {
        var exits = new LinkedBlockingQueue<ActorExit>();
        var listener = new HiveListener() {
            @Override
            public void onExit(ActorExit exit) {
                exits.add(exit);
            }
        };
        var config = HiveConfig.builder().shards(1).listener(listener).build();
        try (Hive hive = Hive.start(config)) {
            ActorId fragile = hive.spawn((context, message) -> {
                throw new ArithmeticException("cannot work with " + message.object());
            }, ActorConfig.named("fragile"));
            ActorId quitter = hive.spawn(
                    (context, message) -> context.exit(ExitReason.of(7)), ActorConfig.named("quitter"));
            ActorId waiter = hive.spawn(context -> context.receive(), ActorConfig.named("waiter"));
            ActorId steady = hive.spawn((context, message) -> {
                System.out.println("steady got " + message.object());
                context.exit(ExitReason.NORMAL);
            }, ActorConfig.named("steady"));

            System.out.println("to fragile: " + hive.notify(fragile, "zero"));
            print(exits);
            System.out.println("to fragile: " + hive.notify(fragile, "one"));
            System.out.println("to quitter: " + hive.notify(quitter, "go"));
            print(exits);
            System.out.println("killed: " + hive.kill(waiter) + ", again: " + hive.kill(waiter));
            print(exits);
            NotifyStatus last = hive.notify(steady, "the last word");
            print(exits);
            System.out.println("to steady: " + last);
        }
    }

    private static void print(BlockingQueue<ActorExit> exits) throws InterruptedException {
        ActorExit exit = exits.take();
        Throwable cause = exit.cause();
        System.out.println(exit.actor().name() + " ended: " + exit.reason()
                + (cause == null ? "" : ", " + cause.getMessage()));
    }
}
