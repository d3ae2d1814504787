package io.hiveactor.examples;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.MonitorResult.NoMonitor;
import io.hiveactor.runtime.NotifyStatus;
import java.util.HashMap;
import java.util.Map;

/** A pump and its valve are linked: when the pump breaks, the valve closes. An operator watches both. */
public final class Links {
    private Links() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start(HiveConfig.builder().shards(2).build())) {
            hive.spawn(Links::operate, ActorConfig.named("operator"));
        }
    }

    private static void operate(ActorContext context) {
        ActorId operator = context.self();
        ActorId pump = context.spawn(Links::pump, ActorConfig.named("pump").onShard(1));
        ActorId valve = context.spawn(self -> valve(self, pump, operator), ActorConfig.named("valve"));
        long pumpMonitor = monitor(context, pump);
        long valveMonitor = monitor(context, valve);
        System.out.println(context.receive().object());
        System.out.println("to the pump: " + context.notify(pump, 9_000));

        Map<ActorId, String> ends = new HashMap<>(); // of two shards: the news may come in either order
        while (ends.size() < 2) {
            Message message = context.receive();
            ActorExit exit = message.as(ActorExit.class);
            boolean isKnown = message.correlation() == (exit.actor() == pump ? pumpMonitor : valveMonitor);
            ends.put(exit.actor(), exit.actor().name() + " ended: " + exit.reason() + ", by its monitor: " + isKnown);
        }
        System.out.println(ends.get(pump));
        System.out.println(ends.get(valve));
        System.out.println("to link the dead: " + context.link(pump));
    }

    private static long monitor(ActorContext context, ActorId target) {
        return switch (context.monitor(target)) {
            case Monitor monitor -> monitor.number();
            case NoMonitor why -> throw new IllegalStateException(target + " cannot be watched: " + why);
        };
    }

    private static void pump(ActorContext context, Message message) {
        if (message.object() instanceof Integer speed && speed > 5_000) {
            throw new ArithmeticException(speed + " is too fast");
        }
    }

    private static void valve(ActorContext context, ActorId pump, ActorId operator) {
        LinkStatus status = context.link(pump);
        NotifyStatus told = context.notify(operator, "the valve is open: " + status);

        Message message = context.receive();
        if (message.messageClass() == MessageClass.EXIT) {
            Throwable cause = message.as(ActorExit.class).cause();
            System.out.println("the valve closes: " + (cause == null ? "no reason given" : cause.getMessage()));
        }
        context.exit(told == NotifyStatus.SENT ? ExitReason.of(1) : ExitReason.of(2));
    }
}
