package io.hiveactor.ipc.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Channels in snapshots of the hive. */
class ObservedChannelsTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private final TestRuntime runtime =
            new TestRuntime(TestRuntime.config().shards(2).build(), TestRuntime.freshSeed());
    private final Channels channels = Channels.open(runtime.hive(), ChannelProfile.DESKTOP);

    @AfterEach
    void close() {
        runtime.close();
    }

    private ResourceView only() {
        Resources seen = runtime.hive().snapshot().resources();
        assertEquals(1, seen.total(), seen::toString);
        return seen.fullest().getFirst();
    }

    private void startReader(String target) {
        var reader = runtime.start(self -> {
            ChannelClient me = channels.of(self);
            int handle = me.open(target, ChannelModes.RDONLY).handle();
            return me.receive(handle, new ChannelMessage(64), FOREVER);
        }, ActorConfig.named("reader").onShard(1));
        assertTrue(!reader.isDone());
    }

    @Test
    void aFullChannelShowsItsMessagesItsBytesAndItsWaitingWriter() {
        var writer = runtime.start(self -> {
            ChannelClient me = channels.of(self);
            assertEquals(ChannelStatus.OK, me.bind("app:log", 40, 0).status());
            int handle = me.open("app:log", ChannelModes.WRONLY).handle();
            ChannelStatus last = ChannelStatus.OK;
            while (last == ChannelStatus.OK) {
                last = me.send(handle, TestTable.message("12345678"), FOREVER);
            }
            return last;
        }, ActorConfig.named("writer").onShard(1));
        assertTrue(!writer.isDone());

        ResourceView seen = only();
        assertEquals(Resource.Kind.CHANNEL, seen.resource().kind());
        assertEquals("app:log", seen.resource().name());
        assertEquals(List.of(0, 2, 0, 0, 1, 0, 1),
                List.of(seen.shard(), seen.depth(), seen.capacity(), seen.readers(), seen.writers(),
                        seen.waitingReaders(), seen.waitingWriters()));
        assertEquals(32, seen.bytes());
        assertEquals(40, seen.byteCapacity());
        assertEquals(0.8, seen.saturation());
    }

    @Test
    void aDroppingChannelCountsWhatItDropped() {
        var writer = runtime.start(self -> {
            ChannelClient me = channels.of(self);
            assertEquals(ChannelStatus.OK, me.bind("shared:news", 40, 0).status());
            assertEquals(ChannelStatus.OK, me.open("shared:news", ChannelModes.RDONLY).status());
            int handle = me.open("shared:news", ChannelModes.WRONLY).handle();
            for (int i = 0; i < 5; i++) {
                assertEquals(ChannelStatus.OK, me.send(handle, TestTable.message("12345678"), FOREVER));
            }
            return self.receive();
        });
        assertTrue(!writer.isDone());

        assertEquals(3, only().drops());
        assertEquals(2, only().depth());
    }

    @Test
    void aWaitingReaderIsAnEdgeToTheChannelInDotAndMermaid() {
        assertEquals(ChannelStatus.OK, channels.external().bind("app:in", 100, 0).status());
        startReader("app:in");

        ResourceView seen = only();
        assertEquals(List.of(1, 1, 0), List.of(seen.readers(), seen.waitingReaders(), seen.waitingWriters()));
        String node = "channel" + seen.resource().number();
        String dot = runtime.hive().diagnose().toDot();
        assertTrue(dot.contains("  " + node + " [label=\"channel app:in: 0 queued"), dot);
        assertTrue(dot.contains(" -> " + node + " [label=\"message\"];"), dot);
        String mermaid = runtime.hive().diagnose().toMermaid();
        assertTrue(mermaid.contains(" -->|\"message\"| " + node), mermaid);
    }

    @Test
    void aThreadThatWaitsForAMessageIsShownUntilItsDeadline() {
        ChannelClient outside = channels.external();
        assertEquals(ChannelStatus.OK, outside.bind("app:in", 100, 0).status());
        int handle = outside.open("app:in", ChannelModes.RDONLY).handle();
        var seen = new AtomicReference<HiveSnapshot>();
        var looker = runtime.start(self -> {
            self.sleep(Duration.ofSeconds(2));
            seen.set(runtime.hive().snapshot());
            return true;
        });
        assertEquals(ChannelStatus.TIMEOUT, outside.receive(handle, new ChannelMessage(64), Duration.ofSeconds(5)));
        assertTrue(looker.isDone());

        ActorView thread = seen.get().externalWaits().getFirst();
        assertEquals("thread " + Thread.currentThread().getName(), thread.identity().toString());
        assertEquals("a message on app:in", thread.waitsFor().toString());
        assertEquals(Duration.ofSeconds(2).toNanos(), seen.get().atNanos() - thread.sinceNanos());
        Duration left = Duration.ofNanos(thread.deadlineNanos() - seen.get().atNanos());
        assertEquals(3, left.toSeconds()); // its own deadline comes a moment after that of the table
        assertTrue(left.minusSeconds(3).toMillis() <= 1, left.toString());
        assertEquals(List.of(), runtime.hive().snapshot().externalWaits());
    }

    @Test
    void channelsOfTwoTablesWithOneNameAreTwoResources() {
        Channels others = Channels.open(runtime.hive(), ChannelProfile.DESKTOP);
        assertEquals(ChannelStatus.OK, channels.external().bind("app:in", 100, 0).status());
        assertEquals(ChannelStatus.OK, others.external().bind("app:in", 100, 0).status());

        List<ResourceView> seen = runtime.hive().snapshot().resources().fullest();
        assertEquals(2, seen.stream().map(ResourceView::resource).distinct().count(), seen::toString);
    }
}
