package io.hiveactor.examples;

import io.hiveactor.ipc.channel.Channel;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelOptions;
import io.hiveactor.ipc.channel.ChannelReceived;
import io.hiveactor.ipc.channel.ChannelReceived.Item;
import io.hiveactor.ipc.channel.ChannelState;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageFilter;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SelectResult;
import io.hiveactor.runtime.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A pump publishes its values in a storm, and coalesces them: a display that looks now and then finds the newest of each. A
 * shell listens by a tap, which gets a copy of every one, until somebody tells it to stop.
 */
public final class Listen {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Codec<Integer> VALUE = Codec.INT;
    private static final int READY = 1;
    private static final int GO = 2;
    private static final int STOP = 3;
    private static final int PRESSURE = 1;
    private static final int FLOW = 2;

    private Listen() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            Channels channels = Channels.open(hive);
            ActorId _ = hive.spawn(context -> shell(context, channels), ActorConfig.named("shell"));
        }
    }

    private static void pump(ActorContext context, Channels channels, ActorId shell) {
        Channel<Integer> values = channels.of(context)
                .bind("shared:values", VALUE, ChannelOptions.fanOutDrop(128).writing().coalescing());
        tell(context, shell, READY);
        await(context, GO);
        for (int round = 1; round <= 3; round++) {
            requireOk(values.trySend(100 + round, PRESSURE));
            requireOk(values.trySend(10 * round, FLOW));
        }
        tell(context, shell, STOP);
    }

    private static void display(ActorContext context, Channels channels, ActorId shell) {
        Channel<Integer> values = channels.of(context).open("shared:values", VALUE, ChannelModes.RDONLY);
        tell(context, shell, READY);
        await(context, GO);
        List<String> shown = new ArrayList<>();
        while (values.tryReceive() instanceof Item<Integer> item) {
            shown.add(name(item));
        }
        ChannelState state = channels.snapshot().channels().getFirst(); // there is no other channel
        System.out.println("display: " + shown + ", " + state.coalesced() + " coalesced");
    }

    private static void shell(ActorContext context, Channels channels) {
        ActorId shell = context.self();
        ActorId pump = context.spawn(self -> pump(self, channels, shell), ActorConfig.named("pump"));
        await(context, READY);
        ActorId display = context.spawn(self -> display(self, channels, shell), ActorConfig.named("display"));
        await(context, READY);

        Channel<Integer> tap = channels.of(context).open("shared:values", VALUE, ChannelModes.TAP);
        tell(context, pump, GO);
        listen(context, tap);
        tell(context, display, GO);
    }

    private static void listen(ActorContext context, Channel<Integer> tap) {
        Source copies = tap.source();
        MessageFilter stop = MessageFilter.any().tag(STOP);
        while (true) {
            switch (context.select(LONG, copies, stop)) {
                case SelectResult.Ready _ -> list(tap.tryReceive());
                case SelectResult.Received(int _, Message _) -> {
                    System.out.println("stopped");
                    return;
                }
                case SelectResult.Nothing nothing -> throw new IllegalStateException("nothing came: " + nothing);
            }
        }
    }

    private static void list(ChannelReceived<Integer> received) {
        if (received instanceof Item<Integer> item) {
            System.out.println("passes: " + name(item));
        }
    }

    private static String name(Item<Integer> item) {
        return (item.channel() == PRESSURE ? "pressure " : "flow ") + item.value();
    }

    private static void await(ActorContext context, int tag) {
        Message message = context.receive();
        if (message.tag() != tag) {
            throw new IllegalStateException("expected " + tag + " and not " + message.tag());
        }
    }

    private static void tell(ActorContext context, ActorId other, int tag) {
        NotifyStatus told = context.notifyTag(other, tag);
        if (told != NotifyStatus.SENT) {
            throw new IllegalStateException("cannot tell " + other + " " + tag + ": " + told);
        }
    }

    private static void requireOk(ChannelStatus status) {
        if (status != ChannelStatus.OK) {
            throw new IllegalStateException("not sent: " + status.text());
        }
    }
}
