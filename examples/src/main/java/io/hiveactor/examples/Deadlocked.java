package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeadlockPolicy;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.ReplyStatus;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.WatchConfig;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A waiter asks the cook for a dish and waits for the answer. The cook asks the waiter for the table first, and waits for
 * that. First the hive is asked what is wrong; then it finds out by itself, and the last wait fails.
 */
public final class Deadlocked {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int DISH = 1;
    private static final int TABLE = 2;

    private Deadlocked() {}

    public static void main(String[] args) throws Exception {
        explain();
        giveWay();
    }

    private static void explain() throws InterruptedException {
        var config = HiveConfig.builder().name("restaurant").watch(WatchConfig.OFF).build();
        try (Hive hive = Hive.start(config)) {
            var outcome = new CompletableFuture<String>();
            ActorId cook = hive.spawn(Deadlocked::cook, ActorConfig.named("cook"));
            ActorId waiter = hive.spawn(context -> outcome.complete(order(context, cook)), ActorConfig.named("waiter"));
            Diagnosis diagnosis = hive.diagnose();
            while (diagnosis.isClean()) { // they may not have got there yet
                Thread.sleep(1);
                diagnosis = hive.diagnose();
            }
            System.out.println(diagnosis.deadlocks().getFirst());
            hive.kill(cook);
            System.out.println("the cook is killed: " + hive.await(outcome, LONG) + ", " + outcome.resultNow());
            hive.kill(waiter);
        }
    }

    private static void giveWay() throws InterruptedException {
        var watch = WatchConfig.DEFAULT.withPolicy(DeadlockPolicy.FAIL);
        var config = HiveConfig.builder().name("better restaurant").shards(1).watch(watch).build();
        try (Hive hive = Hive.start(config)) {
            var outcome = new CompletableFuture<String>();
            ActorId cook = hive.spawn(Deadlocked::cook, ActorConfig.named("cook"));
            ActorId _ = hive.spawn(context -> outcome.complete(order(context, cook)), ActorConfig.named("waiter"));
            System.out.println("the waiter has an answer: " + hive.await(outcome, LONG) + ", " + outcome.resultNow());
        }
    }

    private static String order(ActorContext context, ActorId cook) {
        return describe(context.request(cook, DISH, "soup")); // while this waits, who answers the cook?
    }

    private static void cook(ActorContext context, Message order) {
        ActorId waiter = order.sender();
        Object dish = order.object();
        String table = describe(context.request(waiter, TABLE, "which table?"));
        ReplyStatus status = context.reply(order, dish + " for table " + table);
        if (status != ReplyStatus.SENT) {
            System.out.println("nobody waits for the " + dish + " any more");
        }
    }

    private static String describe(RequestResult<Message> answer) {
        return switch (answer) {
            case Reply<Message> reply -> reply.value().as(String.class);
            case NoReply<Message> none -> none.reason().toString();
        };
    }
}
