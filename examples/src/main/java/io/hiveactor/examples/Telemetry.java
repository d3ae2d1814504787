package io.hiveactor.examples;

import io.hiveactor.ipc.channel.Channel;
import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelEvent;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelOptions;
import io.hiveactor.ipc.channel.ChannelProfile;
import io.hiveactor.ipc.channel.ChannelReceived;
import io.hiveactor.ipc.channel.ChannelReceived.Hint;
import io.hiveactor.ipc.channel.ChannelReceived.Item;
import io.hiveactor.ipc.channel.ChannelReceived.Nothing;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NotifyStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A sensor publishes readings. One reader keeps up; a slow one loses the oldest and is told so; a tap gets copies, and
 * nobody waits for it. Each of them reports to the main thread, on another channel.
 */
public final class Telemetry {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final int READINGS = 6;
    private static final int ROOM = 3 * (12 + 8); // for three: a message costs 8 bytes more than its payload

    private Telemetry() {}

    private record Reading(int sensor, double celsius) {
        static final Codec<Reading> CODEC =
                Codec.record(Codec.INT, Reading::sensor, Codec.DOUBLE, Reading::celsius, Reading::new);
    }

    public static void main(String[] args) {
        var dropped = new ArrayList<Long>();
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            Channels channels = Channels.open(hive, ChannelProfile.configured(), 0, event -> {
                if (event instanceof ChannelEvent.Overrun overrun) {
                    dropped.add(overrun.sequence());
                }
            });
            var forMain = ChannelOptions.single(1_024).reading();
            Channel<String> reports = channels.external().bind("app:reports", Codec.PLAIN_TEXT, forMain);
            ActorId _ = hive.spawn(context -> sense(context, channels), ActorConfig.named("sensor"));
            for (int i = 0; i < 3; i++) {
                print(reports.receive(LONG)); // this thread waits
            }
        }
        System.out.println("dropped: " + dropped);
    }

    private static void print(ChannelReceived<String> received) {
        System.out.println(received instanceof Item<String> item ? item.value() : received);
    }

    private static void sense(ActorContext context, Channels channels) {
        ActorId sensor = context.self();
        Channel<Reading> telemetry = channels.of(context)
                .bind("shared:telemetry", Reading.CODEC, ChannelOptions.fanOutDrop(ROOM).writing());
        ActorId _ = context.spawn(self -> follow(self, channels, sensor, ChannelModes.RDONLY), ActorConfig.named("fast"));
        ActorId _ = context.spawn(self -> follow(self, channels, sensor, ChannelModes.TAP), ActorConfig.named("tap"));
        ActorId slow = context.spawn(self -> dawdle(self, channels, sensor), ActorConfig.named("slow"));
        for (int i = 0; i < 3; i++) {
            Message _ = context.receive(); // that one has opened the channel
        }

        for (int i = 0; i < READINGS; i++) {
            requireOk(telemetry.send(new Reading(1, 20 + i / 2.0)));
            context.yield(); // who waits for it has its turn
        }
        tell(context, slow, "the sensor is done");
    }

    /** Reads everything as it comes. */
    private static void follow(ActorContext context, Channels channels, ActorId sensor, int flags) {
        Channel<Reading> telemetry = channels.of(context).open("shared:telemetry", Reading.CODEC, flags);
        tell(context, sensor, "open");
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < READINGS; i++) {
            String next = switch (telemetry.receive(LONG)) {
                case Item<Reading> item when item.missedSome() -> "... " + item.value().celsius();
                case Item<Reading> item -> "" + item.value().celsius();
                case Hint<Reading> _ -> "somebody said hello";
                case Nothing<Reading>(var reason) -> reason.text();
            };
            seen.add(next);
        }
        report(context, channels, seen);
    }

    /** Does something else first, and then reads what is still there. */
    private static void dawdle(ActorContext context, Channels channels, ActorId sensor) {
        Channel<Reading> telemetry = channels.of(context).open("shared:telemetry", Reading.CODEC, ChannelModes.RDONLY);
        tell(context, sensor, "open");
        Message _ = context.receive();
        List<String> seen = new ArrayList<>();
        while (telemetry.tryReceive() instanceof Item<Reading> item) {
            seen.add((item.missedSome() ? "... " : "") + item.value().celsius());
        }
        report(context, channels, seen);
    }

    private static void report(ActorContext context, Channels channels, List<String> seen) {
        ChannelClient me = channels.of(context);
        try (Channel<String> reports = me.open("app:reports", Codec.PLAIN_TEXT, ChannelModes.WRONLY)) {
            requireOk(reports.send(context.self().name() + ": " + seen));
        }
    }

    private static void tell(ActorContext context, ActorId other, String what) {
        NotifyStatus told = context.notify(other, what);
        if (told != NotifyStatus.SENT) {
            throw new IllegalStateException(what + ": " + told);
        }
    }

    private static void requireOk(ChannelStatus status) {
        if (status != ChannelStatus.OK) {
            throw new IllegalStateException("not sent: " + status.text());
        }
    }
}
