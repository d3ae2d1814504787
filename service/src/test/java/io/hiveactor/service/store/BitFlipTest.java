package io.hiveactor.service.store;

import static io.hiveactor.service.store.Requests.TOPIC;
import static io.hiveactor.service.store.Requests.receive;
import static io.hiveactor.service.store.Requests.send;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.DeadLetter;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.TopicScope;
import io.hiveactor.service.queue.Ulid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Single flipped bits in the files of a store: service 15.3c. A store that answers as if nothing had happened was not
 * touched where it matters; one that answers anything else must have noticed. {@code -Dhive.seed=} repeats a run.
 */
class BitFlipTest {
    private static final int FLIPS = Integer.getInteger("hive.proof.seeds", 0) > 500 ? 500 : 20;
    private static final int PAGE = 8_192;
    private static final List<String> FILES = List.of("hive.db", "hive.db-wal", "mark");
    private static final Logger LOG = Logger.getLogger(SqliteStore.class.getName());

    @TempDir(factory = RamFolder.class)
    Path parent;

    private final long seed = Long.getLong("hive.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final TestRules rules = new TestRules();
    private final Map<Ulid, Operation.Send> sent = new HashMap<>();
    private FakeClocks clocks;
    private Path closed;
    private Path killed;
    private int found;

    @BeforeAll
    static void keepExpectedFailuresOutOfTheLog() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        LOG.setLevel(null);
    }

    /** A store with messages in each state: one folder as a clean stop leaves it, one as a kill does. */
    @BeforeEach
    void write() throws StoreException, IOException {
        rules.shards = 2;
        clocks = new FakeClocks();
        closed = parent.resolve("closed");
        killed = parent.resolve("killed");
        try (DataFolder folder = DataFolder.open(closed)) {
            SqliteStore store = open(folder);
            for (int i = 0; i < 12; i++) {
                Operation.Send send =
                        send(TOPIC, "key-" + i, "payload number " + i + " " + "x".repeat(i * 5), "p" + i, i == 3 ? 400 : 0);
                Outcome outcome = execute(store, send).outcomes().getFirst();
                sent.put(assertInstanceOf(Outcome.Sent.class, outcome).id(), send);
            }
            List<Envelope> leased =
                    assertInstanceOf(Outcome.Received.class, execute(store, receive(5)).outcomes().getFirst()).messages();
            execute(store, Requests.kill(leased.get(0)), Requests.kill(leased.get(1)), Requests.nack(leased.get(2), 0));
            copy(closed, killed);
            store.close();
        }
    }

    @Test
    void flipsInPayloadsNeverReachAReceiver() throws Exception { // service 5.9, 7.4
        flip(closed, "hive.db", placesOf("payload number ", 40));
        assertTrue(found > FLIPS / 2, "found " + found);
    }

    @Test
    void flipsInAttributesNeverReachAReceiver() throws Exception { // service 5.9, 7.4
        flip(closed, "hive.db", placesOf("kind", 12));
        assertTrue(found > FLIPS / 2, "found " + found);
    }

    @Test
    void flipsInStateRowsAreFound() throws Exception { // service 2.3, 5.9
        flip(closed, "hive.db", pagesOf("message"));
        assertTrue(found > FLIPS / 3, "found " + found);
    }

    @Test
    void flipsInIndexesAreFound() throws Exception { // service 3.7
        List<Integer> places = new ArrayList<>(pagesOf("message_ready"));
        places.addAll(pagesOf("message_due"));
        places.addAll(pagesOf("dead_place"));
        flip(closed, "hive.db", places);
    }

    @Test
    void flipsInTheHeaderAreFound() throws Exception { // service 3.7
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 108; i++) {
            places.add(i);
        }
        flip(closed, "hive.db", places);
    }

    @Test
    void flipsInTheLogAreFound() throws Exception { // service 3.8
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < Files.size(killed.resolve("hive.db-wal")); i++) {
            places.add(i);
        }
        flip(killed, "hive.db-wal", places);
        assertTrue(found > FLIPS / 4, "found " + found);
    }

    @Test
    void flipsInTheMarkAreFound() throws Exception { // service 3.8, 16.21
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            places.add(i);
        }
        flip(killed, "mark", places);
        assertEquals(FLIPS, found);
    }

    /** Flips one bit at a time, and reads everything. */
    private void flip(Path from, String file, List<Integer> places) throws IOException {
        Path whole = parent.resolve("whole");
        copy(from, whole);
        List<String> expected = readAll(whole, null);
        assertEquals(List.of(), expected.stream().filter(line -> line.startsWith("found")).toList());
        for (int i = 0; i < FLIPS; i++) {
            int place = places.get(random.nextInt(places.size()));
            int bit = random.nextInt(8);
            String context = file + " byte " + place + " bit " + bit + ", -Dhive.seed=" + seed;
            Path damaged = parent.resolve("damaged");
            copy(from, damaged);
            byte[] bytes = Files.readAllBytes(from.resolve(file));
            bytes[place] ^= (byte) (1 << bit);
            Files.write(damaged.resolve(file), bytes);
            List<String> seen = readAll(damaged, context);
            boolean isFound = seen.stream().anyMatch(line -> line.startsWith("found"));
            found += isFound ? 1 : 0;
            if (!isFound) {
                List<String> changed = new ArrayList<>(seen);
                changed.removeAll(expected);
                assertEquals(expected, seen, () -> context + ": " + changed);
            }
        }
    }

    /** Opens a store, takes all that can be had from it, and returns what it said; lines of damage begin with "found". */
    private List<String> readAll(Path path, String context) {
        List<String> lines = new ArrayList<>();
        var before = clocks;
        clocks = new FakeClocks();
        try (DataFolder folder = DataFolder.open(path)) {
            SqliteStore store = open(folder);
            if (store.isMarkMissing()) {
                lines.add("found mark");
            }
            read(store, lines, new Operation.ReadStats(TOPIC));
            read(store, lines, receive(3));
            read(store, lines, receive(100));
            clocks.advance(1_000);
            read(store, lines, new Operation.Sweep(), receive(100));
            clocks.advance(5_000);
            read(store, lines, new Operation.Sweep(), receive(100));
            read(store, lines, new Operation.Scrub(0, 1_000));
            read(store, lines, new Operation.ListDead(TOPIC, 0, 100));
            for (Ulid id : sent.keySet()) {
                read(store, lines, new Operation.ReadDead(id, TopicScope.ALL));
            }
            read(store, lines, Requests.redrive(100), new Operation.ListTopics("", 10, TopicScope.ALL));
            read(store, lines, receive(100), new Operation.ReadStats(TOPIC));
            store.close();
        } catch (StoreException noticed) {
            lines.add("found " + noticed.getMessage());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(context, e);
        }
        clocks = before;
        return lines;
    }

    private void read(SqliteStore store, List<String> lines, Operation... operations) throws StoreException {
        BatchResult result = execute(store, operations);
        result.report().damages().forEach(damage -> lines.add("found " + damage));
        for (Outcome outcome : result.outcomes()) {
            switch (outcome) {
                case Outcome.Received received -> received.messages().forEach(message -> {
                    check(message.message().id(), message.body());
                    lines.add("received " + message.message().id() + " attempt " + message.message().attempt());
                });
                case Outcome.DeadFound dead -> {
                    if (dead.damage() != null) {
                        lines.add("found " + dead.damage());
                    } else {
                        check(dead.letter().message().id(), dead.body());
                        lines.add("dead " + dead.letter().message().id() + dead.letter().dead().reason());
                    }
                }
                case Outcome.DeadLetters letters -> {
                    for (DeadLetter letter : letters.letters()) {
                        lines.add("listed " + letter.message().id() + " " + letter.dead().reason());
                    }
                }
                case Outcome.Refused refused when refused.refusal() == Refusal.STORE -> lines.add("found by failing");
                default -> lines.add(outcome.toString());
            }
        }
    }

    private void check(Ulid id, BodyRow body) {
        Operation.Send send = sent.get(id);
        assertTrue(send != null, "never sent: " + id);
        assertArrayEquals(send.payload(), body.payload());
        assertArrayEquals(send.attrs(), body.attrs());
        assertEquals(send.idemKey(), body.idemKey());
        assertEquals(send.partition(), body.partition());
        assertEquals(send.ts(), body.ts());
        assertEquals(send.corrId(), body.corrId());
    }

    @CanIgnoreReturnValue
    private BatchResult execute(SqliteStore store, Operation... operations) throws StoreException {
        return store.execute(List.of(operations), rules.toRules());
    }

    private SqliteStore open(DataFolder folder) throws StoreException {
        return SqliteStore.open(
                new SqliteStore.Settings(folder, rules.shards, 0, false), clocks, new SplittableRandom(1), StoreProbe.NONE);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (String file : FILES) {
            Files.deleteIfExists(to.resolve(file));
            if (Files.exists(from.resolve(file))) {
                Files.copy(from.resolve(file), to.resolve(file));
            }
        }
    }

    /** Places of the bytes of a text, and of what follows it. */
    private List<Integer> placesOf(String text, int length) throws IOException {
        String content = Files.readString(closed.resolve("hive.db"), ISO_8859_1);
        List<Integer> places = new ArrayList<>();
        for (int at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + 1)) {
            for (int i = 0; i < text.length() + length / 2 && i < length; i++) {
                places.add(at + i);
            }
        }
        return places;
    }

    /** Places of a table or an index that are in use. */
    private List<Integer> pagesOf(String name) throws SQLException, IOException {
        byte[] bytes = Files.readAllBytes(closed.resolve("hive.db"));
        List<Integer> places = new ArrayList<>();
        Path copy = parent.resolve("look");
        copy(closed, copy);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy.resolve("hive.db"));
                var query = connection.prepareStatement("SELECT rootpage FROM sqlite_master WHERE name = ?")) {
            query.setString(1, name);
            try (ResultSet result = query.executeQuery()) {
                assertTrue(result.next(), name);
                int start = (result.getInt(1) - 1) * PAGE;
                for (int i = start; i < start + PAGE; i++) {
                    if (bytes[i] != 0) {
                        places.add(i);
                    }
                }
            }
        }
        return places;
    }
}
