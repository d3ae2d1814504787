package io.hiveactor.ipc.channel;

import static java.time.Duration.ofSeconds;

import io.hiveactor.ipc.codec.Codec;
import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.Hive;
import io.hiveactor.runtime.HiveConfig;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A JVM in which each channel call is made for the first time at the end of a stack, and then once more with room. */
final class FirstCalls {
    private static volatile Object result = "none";

    private FirstCalls() {}

    public static void main(String[] arguments) throws Exception {
        Hive hive = Hive.start(HiveConfig.builder().name("first").shards(2).messages(64).stackSize(512 * 1024).build());
        Channels channels = Channels.open(hive, ChannelProfile.DESKTOP);
        for (int shard : new int[] {0, 1}) {
            var outcome = new CompletableFuture<Boolean>();
            hive.spawn((ActorBody) self -> {
                try {
                    callAll(self, channels);
                    outcome.complete(true);
                } catch (Throwable e) {
                    outcome.completeExceptionally(e);
                }
            }, ActorConfig.DEFAULT.onShard(shard));
            outcome.get(30, TimeUnit.SECONDS);
        }
        hive.close(ofSeconds(5));
        System.out.println("all of them work");
    }

    private static void callAll(ActorContext self, Channels channels) {
        var task = new ChannelClient[1];
        first(() -> task[0] = channels.of(self));
        ChannelClient me = task[0];
        first(() -> me.bind("app:a", 100, 0).status());
        int handle = me.open("app:a", 0).handle();
        var message = new ChannelMessage(new byte[8]);
        List<Supplier<Object>> calls = List.of(
                () -> me.open("app:none", 0).status(),
                () -> me.peek(handle, new Peek()),
                () -> me.tap(handle, false),
                () -> me.coalesce(handle, false),
                () -> me.close(4711),
                () -> me.tryBind("app:a", Codec.INT, ChannelOptions.single(100)),
                () -> me.register().status(),
                () -> me.print(StdioStream.OUT, "x"),
                () -> self.trySelect(me.source(handle)),
                () -> self.select(Duration.ofMillis(1), me.source(handle)),
                () -> me.send(handle, message),
                () -> me.receive(handle, message),
                () -> me.receive(handle, message.length(8), Duration.ofMillis(1)),
                () -> channels.snapshot().stats(),
                () -> channels.counters().size(),
                () -> channels.revoke(4711, 1),
                () -> channels.shut(4711),
                () -> {
                    channels.limitTaps(0);
                    channels.configureStdio(StdioStream.ERR, 0, false);
                    return me;
                });
        calls.forEach(FirstCalls::first);
    }

    private static void first(Supplier<?> call) {
        new Diver(() -> result = call.get()).dive(200);
        result = Objects.requireNonNull(call.get(), "a result");
    }
}
