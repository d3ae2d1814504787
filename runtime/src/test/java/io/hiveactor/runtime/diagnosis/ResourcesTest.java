package io.hiveactor.runtime.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private static final Resource NEWS = new Resource(Resource.Kind.BUS, "news", 1);
    private static final Resource LOG = new Resource(Resource.Kind.CHANNEL, "app:log", 1);
    private static final Identity A = new Identity("a", 1);
    private static final Identity B = new Identity("b", 2);

    private static final ResourceView FULL_BUS = new ResourceView(NEWS, 0, 8, 8, 0, 0, 2, 1, 0, 1, 5);
    private static final ResourceView HALF_CHANNEL = new ResourceView(LOG, 0, 3, 0, 50, 100, 1, 1, 1, 0, 0);

    private static HiveSnapshot hive(Resources resources, ActorView... actors) {
        var shard = new ShardView(
                0, Someone.AT, List.of(actors), List.of(), resources, 0, 0, 0, 0, 0, 0, 0, null, false);
        return Someone.hive(List.of(shard), new PoolView(64, 64, 0, 0, 0));
    }

    private static Diagnosis busAndChannel() {
        var channel = new Wait.On(LOG, "message", new Wait.Served("a message on app:log", List.of(B)));
        var bus = new Wait.On(NEWS, "room", new Wait.AnyMessage("room on bus news"));
        return Diagnosis.of(hive(new Resources(List.of(FULL_BUS, HALF_CHANNEL), 0),
                Someone.named(A).does(Activity.AWAITING).waits(channel).until(5).seen(),
                Someone.named(B).does(Activity.AWAITING).waits(bus).until(5).seen()));
    }

    @Nested
    class GivenMoreThanASnapshotShows {
        private final Resources collected = collect(250);

        private static Resources collect(int count) {
            var collector = new Resources.Collector();
            IntStream.range(0, count).forEach(depth -> collector.accept(
                    new ResourceView(
                            new Resource(Resource.Kind.BUS, "b", depth), 0, depth, count, 0, 0, 0, 0, 0, 0, 0)));
            return collector.collected();
        }

        @Test
        void theFullestAreKeptInOrderAndTheRestIsCounted() {
            assertEquals(IntStream.range(0, Resources.MOST).map(place -> 249 - place).boxed().toList(),
                    collected.fullest().stream().map(ResourceView::depth).toList());
            assertEquals(150, collected.others());
            assertEquals(250, collected.total());
        }

        @Test
        void thoseOfSeveralShardsAreBoundedTogether() {
            var shard = new ShardView(0, 0, List.of(), List.of(), collected, 0, 0, 0, 0, 0, 0, 0, null, false);
            var seen = Someone.hive(List.of(shard, shard), new PoolView(1, 1, 0, 0, 0)).resources();
            assertEquals(Resources.MOST, seen.fullest().size());
            assertEquals(500, seen.total());
        }

        @Test
        void thePictureLeavesOutMostOfThoseThatNoWaitIsOn() {
            var graph = new WaitGraph(new Diagnosis(hive(collected), List.of(), List.of()));
            assertEquals(WaitGraph.MOST_QUIET_RESOURCES, graph.nodes().size());
            assertEquals(List.of("not drawn: 230 more nodes, 0 more edges"), graph.notes().toList());
        }
    }

    @Test
    void ofEquallyFullOnesTheOneWithMoreWaitersComesFirst() {
        var collector = new Resources.Collector();
        collector.accept(new ResourceView(NEWS, 0, 4, 8, 0, 0, 2, 1, 0, 0, 0));
        collector.accept(HALF_CHANNEL);
        assertEquals(List.of(LOG, NEWS), collector.collected().fullest().stream().map(ResourceView::resource).toList());
    }

    @Test
    void saturationIsTheLargerOfMessagesAndBytes() {
        assertEquals(0.5, HALF_CHANNEL.saturation());
        assertEquals(1, FULL_BUS.saturation());
        assertEquals(0.75, new ResourceView(LOG, 0, 3, 4, 50, 100, 0, 0, 0, 0, 0).saturation());
        assertEquals(0, new ResourceView(LOG, 0, 3, 0, 50, 0, 0, 0, 0, 0, 0).saturation());
    }

    @Test
    void jsonHasEachResourceWithItsSaturation() {
        Object read = JsonReader.read(busAndChannel().snapshot().toJson());
        Object resources = JsonReader.at(read, "shards", 0, "resources");
        assertEquals(0L, JsonReader.at(resources, "others"));
        assertEquals(Map.of("kind", "BUS", "name", "news", "number", 1L),
                JsonReader.at(resources, "fullest", 0, "resource"));
        assertEquals(8L, JsonReader.at(resources, "fullest", 0, "depth"));
        assertEquals(5L, JsonReader.at(resources, "fullest", 0, "drops"));
        assertEquals("0.5", JsonReader.at(resources, "fullest", 1, "saturation").toString());
    }

    @Test
    void jsonOfAWaitNamesTheResourceAndKeepsItsKind() {
        Object wait = JsonReader.at(
                JsonReader.read(busAndChannel().snapshot().toJson()), "shards", 0, "actors", 0, "waitsFor");
        assertEquals("served", JsonReader.at(wait, "kind"));
        assertEquals("message", JsonReader.at(wait, "need"));
        assertEquals("app:log", JsonReader.at(wait, "resource", "name"));
    }

    @Test
    void theTextListsTheFullest() {
        String text = busAndChannel().toString();
        assertTrue(text.contains("""

                Channels, buses and feeds, the fullest first:
                  bus news: 8 of 8 queued (100 % full), 2 readers (0 waiting), 1 writer (1 waiting), 5 dropped
                  channel app:log: 3 queued, 50 of 100 bytes (50 % full), 1 reader (1 waiting), 1 writer (0 waiting), \
                0 dropped
                """.stripTrailing()), text);
    }

    @Test
    void inDotAResourceIsANodeWithEdgesFromItsWaiters() {
        String dot = busAndChannel().toDot();
        assertTrue(dot.contains("  channel1 [label=\"channel app:log: 3 queued, 50 of 100 bytes (50 % full), "), dot);
        assertTrue(dot.contains(", shape=cds];"), dot);
        assertTrue(dot.contains("  n1 -> channel1 [label=\"message\"];"), dot);
        assertTrue(dot.contains("  n1 -> n2 [label=\"serve\"];"), dot);
        assertTrue(dot.contains("  n2 -> bus1 [label=\"room\"];"), dot);
    }

    @Test
    void inMermaidAResourceIsANodeWithEdgesFromItsWaiters() {
        String mermaid = busAndChannel().toMermaid();
        assertTrue(mermaid.contains("  bus1[[\"bus news"), mermaid);
        assertTrue(mermaid.contains("  n2 -->|\"room\"| bus1"), mermaid);
        assertTrue(mermaid.contains("  n1 -->|\"message\"| channel1"), mermaid);
    }

    @Test
    void aWaitOnAResourceIsReducedAsWhatItMeans() {
        var bOnA = new Wait.On(NEWS, "entry", new Wait.Served("an entry on bus news", List.of(A)));
        var aOnB = new Wait.On(LOG, "message", new Wait.Served("a message on app:log", List.of(B)));
        var anybody = new Wait.On(LOG, "message", new Wait.AnyMessage("a message on app:log"));
        ActorView b = Someone.named(B).does(Activity.AWAITING).waits(bOnA).seen();
        Someone a = Someone.named(A).does(Activity.AWAITING);

        assertEquals(1, Diagnosis.of(hive(Resources.NONE, a.waits(aOnB).seen(), b)).deadlocks().size());
        assertTrue(Diagnosis.of(hive(Resources.NONE, a.waits(anybody).seen(), b)).isClean());
    }
}
