package io.hiveactor.runtime.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.Resource;
import io.hiveactor.runtime.diagnosis.ResourceView;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.Wait;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final Wait ANY = new Wait.AnyMessage("any message");
    private static final Wait ANSWER = new Wait.Answer(new Identity("calm", 3));
    private static final Wait LOG = new Wait.Served("a message on app:log", List.of(new Identity("any", 11)));

    private static List<String> lines(String screen) {
        return screen.lines().toList();
    }

    @Nested
    class GivenAHiveOfTwoShards {
        private final ActorView asker = Views.withDeadline(
                Views.actor("asker", 12, 1, Activity.REQUESTING, ANSWER, 90, 7), 5);
        private final HiveSnapshot hive =
                Views.hive(Views.shard(0, Views.ready("calm", 3)), Views.shard(1, asker));

        @Test
        void itShowsTheHiveThePoolTheShardsAndTheActors() {
            assertEquals("""
                    hive orders: 2 actors (1 ready, 1 requesting), 2 shards
                    pool: 4 of 64 slots used, 60 free, 1 waiting for slots; 6 deadlines
                    shard 0: 1 actor, 120 turns, 5 parks, 99 messages, 1 fiber
                    shard 1: 1 actor, 120 turns, 5 parks, 99 messages, 1 fiber

                    ACTOR    SHARD PRIORITY ACTIVITY   DEPTH SLOTS OLDEST WAITED LEFT WAITS FOR
                    asker#12     1 NORMAL   requesting     7     2  1m33s  1m30s 5.0s the answer of calm#3
                    calm#3       0 NORMAL   ready          0     3      -      -    - -
                    """, Views.screen(hive, Sort.DEPTH, 24, 200));
        }

        @Test
        void noLineIsWiderThanTheTerminal() {
            List<String> whole = lines(Views.screen(hive, Sort.DEPTH, 24, 200));
            List<String> cut = lines(Views.screen(hive, Sort.DEPTH, 24, 20));
            assertEquals(whole.stream().map(line -> line.substring(0, Math.min(20, line.length()))).toList(), cut);
        }

        @Test
        void thereAreNeverMoreLinesThanRows() {
            for (int rows = 1; rows < 12; rows++) {
                List<String> lines = lines(Views.screen(hive, Sort.DEPTH, rows, 80));
                assertEquals(Math.min(rows, 8), lines.size(), lines::toString);
            }
        }

        @Test
        void whatDoesNotFitIsCounted() {
            List<String> lines = lines(Views.screen(hive, Sort.DEPTH, 7, 80));
            assertEquals("... and 2 more actors", lines.getLast());
        }
    }

    @Nested
    class GivenChannelsBusesAndFeeds {
        private static ResourceView view(Resource.Kind kind, String name, int number, int depth) {
            return new ResourceView(
                    new Resource(kind, name, number), 0, depth, 8, 100 * depth, 0, 3, 1, 0, depth == 8 ? 2 : 0, 7);
        }

        @Test
        void theyHaveATableOfTheirOwnTheFullestFirst() {
            var feed = new ResourceView(new Resource(Resource.Kind.FEED, "orders", 9), 1, 0, 16, 0, 0, 1, 1, 0, 0, 0);
            var channel = new ResourceView(
                    new Resource(Resource.Kind.CHANNEL, "app:log", 1), 0, 2, 0, 30, 40, 1, 2, 1, 0, 0);
            var seen = new Resources(List.of(view(Resource.Kind.BUS, "news", 1, 8), channel, feed), 0);
            assertEquals("""
                    hive orders: 0 actors, 1 shard
                    pool: 8 of 64 slots used, 56 free, 1 waiting for slots; 3 deadlines
                    shard 0: 0 actors, 120 turns, 5 parks, 99 messages, 1 fiber

                    RESOURCE        SHARD FULL DEPTH BYTES    READERS    WRITERS DROPS
                    bus news            0 100%   8/8   800          3 1 (2 wait)     7
                    channel app:log     0  75%     2 30/40 1 (1 wait)          2     0
                    feed orders         1   0%  0/16     0          1          1     0

                    ACTOR SHARD PRIORITY ACTIVITY DEPTH SLOTS OLDEST WAITED LEFT WAITS FOR
                    """, Views.screen(Views.hive(Views.with(seen)), Sort.DEPTH, 24, 200));
        }

        @Test
        void thoseThatDoNotFitAreCounted() {
            List<ResourceView> many = IntStream.range(0, 50)
                    .mapToObj(i -> view(Resource.Kind.BUS, "b" + i, i, 1)).toList();
            HiveSnapshot hive = Views.hive(Views.with(new Resources(many, 30)));
            List<String> lines = lines(Views.screen(hive, Sort.NAME, 24, 80));
            assertEquals("... and 75 more channels, buses and feeds", lines.get(10));
            assertTrue(lines.size() <= 24, lines::toString);
        }
    }

    @Nested
    class GivenADeadlock {
        @Test
        void itIsTheFirstLine() {
            List<String> lines = lines(Views.screen(Views.stuck(), Sort.NAME, 24, 80));
            assertEquals("DEADLOCK: 2 actors: a#1, b#2", lines.getFirst());
        }

        @Test
        void aHiveWithoutOneDoesNotSpeakOfIt() {
            assertFalse(Views.screen(Views.calm(), Sort.NAME, 24, 80).contains("DEADLOCK"));
        }
    }

    @Nested
    class GivenAShardThatDoesNotAnswer {
        @Test
        void itSaysWhoHoldsItBeforeTheOthers() {
            HiveSnapshot hive = Views.hive(Views.shard(0), Views.held(1, "slow"));
            List<String> lines = lines(Views.screen(hive, Sort.NAME, 24, 80));
            assertEquals("shard 1: no answer, held by slow#7 for 1.2s (RUNS)", lines.get(2));
            assertTrue(lines.get(3).startsWith("shard 0: 0 actors"), lines::toString);
        }

        @Test
        void itIsSeenAmongMoreShardsThanFit() {
            ShardView[] shards = IntStream.range(0, 64)
                    .mapToObj(i -> i == 63 ? Views.held(i, "slow") : Views.shard(i)).toArray(ShardView[]::new);
            List<String> lines = lines(Views.screen(Views.hive(shards), Sort.NAME, 12, 80));
            assertTrue(lines.get(2).startsWith("shard 63: no answer"), lines::toString);
            assertEquals("... and 61 more shards", lines.get(5));
            assertTrue(lines.get(7).startsWith("ACTOR"), lines::toString);
        }
    }

    @Nested
    class GivenActorsThatDifferInEverything {
        private final HiveSnapshot hive = Views.hive(
                Views.shard(0,
                        Views.actor("d", 11, 0, Activity.RECEIVING, ANY, 3000, 0),
                        Views.actor("c", 29, 0, Activity.REQUESTING, ANSWER, 50, 2)),
                Views.shard(1,
                        Views.actor("b", 35, 1, Activity.REQUESTING, ANSWER, 70, 9),
                        Views.actor("a", 47, 1, Activity.RUNNING, new Wait.Nothing(), 0, 1)));

        private String order(Sort sort) {
            List<String> lines = lines(Views.screen(hive, sort, 24, 200));
            return lines.subList(lines.size() - 4, lines.size()).stream().map(line -> line.substring(0, 1))
                    .collect(Collectors.joining());
        }

        @Test
        void eachSortHasItsOrder() {
            assertEquals("bcad", order(Sort.DEPTH));
            assertEquals("acbd", order(Sort.AGE));
            assertEquals("bcda", order(Sort.WAIT), "who waits for anybody has waited longest, and is not stuck");
            assertEquals("cabd", order(Sort.SLOTS));
            assertEquals("abcd", order(Sort.NAME));
            assertEquals("dcba", order(Sort.SHARD));
        }
    }

    @Nested
    class GivenWhoWaitsForAChannel {
        private final HiveSnapshot hive = Views.hive(Views.shard(0,
                Views.actor("any", 11, 0, Activity.RECEIVING, ANY, 3000, 0),
                Views.actor("log", 12, 0, Activity.AWAITING, LOG, 9, 0)));

        @Test
        void itSaysWhoCouldServeItAndComesBeforeTheIdle() {
            List<String> lines = lines(Views.screen(hive, Sort.WAIT, 24, 200));
            assertEquals("hive orders: 2 actors (1 receiving, 1 awaiting), 1 shard", lines.getFirst());
            String row = lines.get(lines.size() - 2);
            assertTrue(row.startsWith("log#12     0 NORMAL   awaiting"), row);
            assertTrue(row.endsWith("9.0s    - a message on app:log, from any#11"), row);
        }
    }

    @Nested
    class GivenNamesOfAllSorts {
        private String row(String name) {
            HiveSnapshot hive = Views.hive(Views.shard(0, Views.ready(name, 123)));
            return lines(Views.screen(hive, Sort.NAME, 24, 200)).getLast();
        }

        @Test
        void whatATerminalWouldObeyIsMadeVisible() {
            String row = row("evil\u001b[2J\n\u009b\u202e");
            assertTrue(row.startsWith("evil?[2J???#123 "), row);
        }

        @Test
        void aLongNameIsCutAndItsNumberIsNot() {
            assertTrue(row("x".repeat(100)).startsWith("x".repeat(27) + "~#123 "), row("x".repeat(100)));
        }

        @Test
        void aCharacterOfTwoUnitsIsNotCutInHalf() {
            String bees = "\ud83d\udc1d".repeat(30);
            String screen = Views.screen(Views.hive(Views.shard(0, Views.ready(bees, 1))), Sort.NAME, 24, 7);
            assertEquals("\ud83d\udc1d".repeat(7), lines(screen).getLast());
        }

        @Test
        void aThreadOutsideIsNotOnAShard() {
            HiveSnapshot calm = Views.calm();
            var outside = Views.actor("main", -1, -1, Activity.SENDING, ANSWER, 3, 0);
            var hive = new HiveSnapshot(
                    "orders", Views.NOW, calm.shards(), List.of(outside), List.of(), calm.pool(), false);
            List<String> lines = lines(Views.screen(hive, Sort.SHARD, 24, 200));
            assertEquals("hive orders: 1 actor (1 ready, idle ones left out), 1 shard", lines.getFirst());
            assertTrue(lines.get(lines.size() - 2).startsWith("thread main     - NORMAL"), lines::toString);
        }
    }

    @Test
    void spansAreShort() {
        long[] seconds = {0, 59, 60, 3599, 3600, 86_399, 86_400, 8_640_000};
        List<String> words = List.of("0.0ms", "59.0s", "1m00s", "59m59s", "1h00m", "23h59m", "1d00h", "100d");
        for (int i = 0; i < seconds.length; i++) {
            assertEquals(words.get(i), Span.of(seconds[i] * Views.SECOND));
        }
        assertEquals("9.9ms", Span.of(9_999_999));
        assertEquals("10ms", Span.of(10_000_000));
        assertEquals("999ms", Span.of(999_999_999));
        assertEquals("0.0ms", Span.of(-5), "a deadline that has passed");
    }
}
