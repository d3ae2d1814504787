package io.hiveactor.examples;

import io.hiveactor.ipc.channel.Channel;
import io.hiveactor.ipc.channel.ChannelClient;
import io.hiveactor.ipc.channel.ChannelModes;
import io.hiveactor.ipc.channel.ChannelReceived.Item;
import io.hiveactor.ipc.channel.ChannelResult.NoChannel;
import io.hiveactor.ipc.channel.ChannelStatus;
import io.hiveactor.ipc.channel.Channels;
import io.hiveactor.ipc.channel.RegisterResult;
import io.hiveactor.ipc.channel.StdioStream;
import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import io.hiveactor.runtime.LinkStatus;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.SelectResult;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A program that adds numbers, with standard streams; and a shell that types into it and listens to what it prints. */
public final class Stdio {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Codec<String> LINE = Codec.PLAIN_TEXT;
    private static final List<String> COMMANDS = List.of("1 2 3", "1 two 3", "40 2", "quit");

    private Stdio() {}

    public static void main(String[] args) {
        try (Hive hive = Hive.start(HiveConfig.builder().shards(1).build())) {
            Channels channels = Channels.open(hive);
            channels.configureStdio(StdioStream.OUT, ChannelModes.FANOUT_DROP, false); // what nobody reads makes room
            channels.configureStdio(StdioStream.ERR, ChannelModes.FANOUT_DROP, false);
            ActorId _ = hive.spawn(context -> shell(context, channels), ActorConfig.named("shell"));
        }
    }

    // ---- the program ----

    private static void add(ActorContext context, Channels channels, ActorId shell) {
        ChannelClient me = channels.of(context);
        RegisterResult streams = me.register();
        requireOk(streams.status());
        Channel<String> in = me.open("svc:stdio.in", LINE, ChannelModes.RDONLY);
        tell(context, shell, me.pid());

        String line = next(in);
        while (!line.equals("quit")) {
            try {
                int sum = Stream.of(line.split(" ")).mapToInt(Integer::parseInt).sum();
                print(me, StdioStream.OUT, "the sum is " + sum);
            } catch (NumberFormatException e) {
                print(me, StdioStream.ERR, "no numbers: " + line);
            }
            line = next(in);
        }
        print(me, StdioStream.OUT, "good bye");
    }

    private static void print(ChannelClient me, StdioStream stream, String text) {
        if (!me.print(stream, text)) {
            throw new IllegalStateException("no room on " + stream + " for: " + text);
        }
    }

    // ---- the shell ----

    private static void shell(ActorContext context, Channels channels) {
        ActorId shell = context.self();
        ActorId adder = context.spawn(self -> add(self, channels, shell), ActorConfig.named("adder"));
        int pid = context.receive().as(Integer.class);
        LinkStatus linked = context.link(adder);

        ChannelClient me = channels.of(context);
        try (Channel<String> in = me.open("svc:stdio.in@" + pid, LINE, ChannelModes.WRONLY);
                Channel<String> out = me.open("svc:stdio.out@" + pid, LINE, ChannelModes.TAP);
                Channel<String> err = me.open("svc:stdio.err@" + pid, LINE, ChannelModes.TAP)) {
            for (String command : COMMANDS) {
                System.out.println("> " + command);
                requireOk(in.send(command, LONG)); // waits if the program is slow and its input full
                System.out.println(answer(context, out, err));
            }
        }
        System.out.println(linked + ", ended: " + context.receive().as(ActorExit.class).reason());
        String again = switch (me.tryOpen("svc:stdio.in@" + pid, LINE, ChannelModes.WRONLY)) {
            case Channel<String> channel -> "still there: " + channel;
            case NoChannel<String>(var reason) -> "its streams are gone: " + reason.text();
        };
        System.out.println(again);
    }

    private static String answer(ActorContext context, Channel<String> out, Channel<String> err) {
        return switch (context.select(LONG, out.source(), err.source())) {
            case SelectResult.Ready(int index, var _) -> index == 0 ? next(out) : "error: " + next(err);
            case SelectResult.Received _ -> throw new IllegalStateException("there was no filter");
            case SelectResult.Nothing nothing -> nothing.toString();
        };
    }

    // ---- both ----

    private static String next(Channel<String> lines) {
        if (lines.receive(LONG) instanceof Item<String> line) {
            return line.value();
        }
        throw new IllegalStateException("no line on " + lines);
    }

    private static void tell(ActorContext context, ActorId other, Object what) {
        NotifyStatus told = context.notify(other, what);
        if (told != NotifyStatus.SENT) {
            throw new IllegalStateException(what + ": " + told);
        }
    }

    private static void requireOk(ChannelStatus status) {
        if (status != ChannelStatus.OK) {
            throw new IllegalStateException(status.text());
        }
    }
}
