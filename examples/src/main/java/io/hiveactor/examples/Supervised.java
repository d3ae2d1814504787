package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Handler;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.MonitorResult.NoMonitor;
import io.hiveactor.runtime.NameChange;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SendStatus;
import io.hiveactor.runtime.supervision.ChildSpec;
import io.hiveactor.runtime.supervision.Stop;
import io.hiveactor.runtime.supervision.StopStatus;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.runtime.supervision.Supervisor;
import io.hiveactor.runtime.supervision.SupervisorSpec;
import java.time.Duration;

/**
 * A parser that crashes on bad input, and a store that adds up what it parsed. The parser is started again, under the same
 * id and name; the store does not notice.
 */
public final class Supervised {
    private static final Duration LONG = Duration.ofSeconds(5);

    private Supervised() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            hive.spawn(Supervised::use, ActorConfig.named("user"));
        }
    }

    private static SupervisorSpec tree() {
        return SupervisorSpec.of(Strategy.REST_FOR_ONE,
                        ChildSpec.handler("store", siblings -> new Store()).withStop(Stop.ask("close", LONG)),
                        ChildSpec.handler("parser", siblings -> new Parser(siblings.id("store"))).registered())
                .withIntensity(3, Duration.ofSeconds(5))
                .withShutdownHook(() -> System.out.println("everybody has stopped"));
    }

    private static void use(ActorContext context) {
        ActorId root = Supervisor.start(context, tree(), ActorConfig.named("root"));
        monitor(context, root);
        context.watchName("parser");
        ActorId parser = context.receive().as(NameChange.class).actor();
        monitor(context, parser);

        send(context, parser, "17");
        send(context, parser, "one");
        print(context.receive());
        send(context, parser, "25"); // waits, if need be, for the restart

        StopStatus asked = Supervisor.stop(context, root);
        print(context.receive());
        print(context.receive());
        System.out.println("asked to stop: " + asked + ", and the parser is there: " + context.isAlive(parser));
    }

    private static void send(ActorContext context, ActorId to, String text) {
        SendStatus status = context.send(to, 0, text, LONG);
        System.out.println(text + ": " + status);
        context.sleep(Duration.ofMillis(1)); // it is read meanwhile
    }

    private static void monitor(ActorContext context, ActorId target) {
        switch (context.monitor(target)) {
            case Monitor monitor -> System.out.println("watching " + monitor.target().name());
            case NoMonitor why -> throw new IllegalStateException(target + " cannot be watched: " + why);
        }
    }

    private static void print(Message message) {
        ActorExit exit = message.as(ActorExit.class);
        Throwable cause = exit.cause();
        System.out.println(exit.actor().name() + " ended: " + exit.reason()
                + (cause == null ? "" : ", " + cause.getMessage()));
    }

    private static final class Parser implements Handler {
        private final ActorId store;

        Parser(ActorId store) {
            this.store = store;
        }

        @Override
        public void onMessage(ActorContext context, Message text) {
            NotifyStatus status = context.notify(store, Integer.parseInt(text.as(String.class)));
            if (status != NotifyStatus.SENT) {
                throw new IllegalStateException("the store takes nothing: " + status);
            }
        }
    }

    private static final class Store implements Handler {
        private int sum;

        @Override
        public void onMessage(ActorContext context, Message message) {
            if (message.object() instanceof Integer number) {
                sum += number;
            } else {
                System.out.println("the store closes with " + sum);
                context.exit(ExitReason.NORMAL);
            }
        }
    }
}
