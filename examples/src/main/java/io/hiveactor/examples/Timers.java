package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExternalInbox;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoMessage;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.TimerId;
import java.time.Duration;

/** A straight-line actor with a periodic timer, a one-shot timer, a sleep and a receive that times out. */
public final class Timers {
    private Timers() {}

    public static void main(String[] args) throws InterruptedException {
        try (Hive hive = Hive.start(); ExternalInbox inbox = hive.openInbox()) {
            ActorId main = inbox.id();
            ActorId timed = hive.spawn(context -> {
                countBeats(context);
                oversleepReminder(context);
                waitInVain(context);
                NotifyStatus told = context.notify(main, "the end");
                if (told != NotifyStatus.SENT) {
                    throw new IllegalStateException("not sent: " + told);
                }
            }, ActorConfig.named("timed"));
            Message last = inbox.receive();
            System.out.println(timed.name() + " says: " + last.object());
        }
    }

    private static void countBeats(ActorContext context) {
        TimerId beat = context.every(Duration.ofMillis(5));
        for (int beats = 1; beats <= 3; beats++) {
            Message tick = context.receive();
            System.out.println("beat " + beats + ": " + tick.isTickOf(beat));
        }
        System.out.println("cancelled: " + context.cancel(beat));
    }

    private static void oversleepReminder(ActorContext context) {
        TimerId reminder = context.after(Duration.ofMillis(5));
        context.sleep(Duration.ofMillis(20));
        System.out.println("the reminder waits: " + (context.pending() > 0));
        Message tick = context.receive();
        while (!tick.isTickOf(reminder)) { // a last beat may have come before the cancel
            tick = context.receive();
        }
        System.out.println("reminded");
    }

    private static void waitInVain(ActorContext context) {
        String outcome = switch (context.receive(Duration.ofMillis(10))) {
            case Message message -> "got " + message;
            case NoMessage.TIMEOUT -> "nothing came in time";
            case NoMessage.WOULD_BLOCK -> "nothing is there";
        };
        System.out.println(outcome);
    }
}
