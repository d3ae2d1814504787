package io.hiveactor.ipc.channel;

import static io.hiveactor.ipc.channel.ChannelStatus.OK;
import static java.time.Duration.ofMillis;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners that are no good: the channels do not mind, and the rest is told. */
class ListenerRelayTest {
    private static final int MOST = 4096;

    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final List<Integer> lengths = new ArrayList<>();

    @AfterEach
    void close() {
        runtime.close();
    }

    /** Sends messages of 1, 2, 3 and so on bytes, each of which is received. */
    private void exchange(Channels channels, int shard, int count) {
        var outcome = runtime.start(self -> {
            ChannelClient me = channels.of(self);
            assertEquals(OK, me.bind("app:a", 1000, 0).status());
            int handle = me.open("app:a", 0).handle();
            var into = new ChannelMessage(1000);
            for (int i = 1; i <= count; i++) {
                assertEquals(OK, me.send(handle, new ChannelMessage(new byte[i])));
                assertEquals(OK, me.receive(handle, into));
                assertEquals(i, into.length());
            }
            return null;
        }, ActorConfig.DEFAULT.onShard(shard));
        assertTrue(outcome.isDone() && !outcome.isCompletedExceptionally(), outcome.toString());
    }

    private void note(ChannelEvent event) {
        if (event instanceof ChannelEvent.Sent sent) {
            lengths.add(sent.length());
        }
    }

    private static List<Integer> upTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }

    private static long failures(Channels channels) {
        return channels.snapshot().stats().listenerFailures();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void everythingIsToldInItsOrder(int shard) {
        Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP, 0, this::note);
        exchange(channels, shard, 50);
        assertEquals(upTo(50), lengths);
        assertEquals(0, failures(channels));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatAListenerThrowsIsCountedAndTheRestIsTold(int shard) {
        Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP, 0, event -> {
            note(event);
            if (event instanceof ChannelEvent.Sent sent && sent.length() % 20 == 0) {
                throw new IllegalStateException("refuses");
            } else if (event instanceof ChannelEvent.Sent sent && sent.length() % 10 == 0) {
                throw new AssertionError("refuses");
            }
        });
        exchange(channels, shard, 50);
        assertEquals(upTo(50), lengths);
        assertEquals(5, failures(channels));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void evenACheckedExceptionDoesNotSilenceIt(int shard) {
        Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP, 0, event -> {
            note(event);
            if (event instanceof ChannelEvent.Sent sent && sent.length() == 3) {
                ListenerRelayTest.<RuntimeException>sneak(new Exception("as other languages do"));
            }
        });
        exchange(channels, shard, 50);
        assertEquals(upTo(50), lengths);
        assertEquals(1, failures(channels));
    }

    @SuppressWarnings("unchecked") // that is the point
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void oneThatWaitsHoldsNobodyUp(int shard) {
        Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP, 0, event -> {
            runtime.hive().current().sleep(ofMillis(1));
            note(event);
        });
        exchange(channels, shard, 50);
        assertEquals(0, runtime.now().toNanos());
        assertEquals(List.of(), lengths);
        runtime.advance(ofMillis(1000));
        assertEquals(upTo(50), lengths);
        assertEquals(0, failures(channels));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void oneThatIsTooSlowIsToldTheFirst4096(int shard) {
        int sends = 900;
        var told = new int[1];
        Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP, 0, new ChannelListener() {
            @Override
            public void on(ChannelEvent event) {
                runtime.hive().current().sleep(ofMillis(told[0] == 0 ? 100 : 0));
                told[0]++;
            }

            @Override
            public void traced(long nowNanos, int pid, ChannelOperation operation, ChannelStatus outcome) {
                on(new ChannelEvent.Failed(pid, operation, outcome));
            }
        });
        exchange(channels, shard, sends);
        exchange(channels, shard, sends);
        assertEquals(0, told[0]);
        // a bind, an open, and of each message what was sent, received and traced twice; then the channel is freed
        int all = 2 * (3 + sends * 4);
        assertEquals(all - MOST - 1, failures(channels)); // one is with the listener
        runtime.advance(ofMillis(100));
        assertEquals(MOST + 1, told[0]);
        exchange(channels, shard, 5);
        assertEquals(MOST + 1 + 3 + 5 * 4, told[0]);
        assertEquals(all - MOST - 1, failures(channels));
    }
}
