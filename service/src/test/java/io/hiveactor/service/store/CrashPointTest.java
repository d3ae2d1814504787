package io.hiveactor.service.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.LeaseToken;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Ulid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crash at every commit of random runs: the files are copied right before and right after each commit, and once with a log
 * that ends somewhere between. Opened again, a store has all that was answered, and a batch that was not answered entirely
 * or not at all. {@code -Dhive.seed=} runs one seed alone.
 */
class CrashPointTest {
    private static final int SEEDS = Integer.getInteger("hive.proof.seeds", 0) > 500 ? 200 : 4;
    private static final int BATCHES = 12;
    private static final List<String> FILES = List.of("hive.db", "hive.db-wal", "mark");

    @TempDir(factory = RamFolder.class)
    Path parent;

    private int tornBefore;
    private int tornAfter;

    @Test
    void answeredBatchesAreThereAndOthersHappenedEntirelyOrNotAtAll() throws Exception { // service 3.3, 3.4, 15.3a
        Long given = Long.getLong("hive.seed");
        long first = given != null ? given : System.nanoTime();
        for (int i = 0; i < (given != null ? 1 : SEEDS); i++) {
            try {
                run(first + i);
            } catch (Throwable e) {
                throw new AssertionError("-Dhive.seed=" + (first + i), e);
            }
        }
        assertTrue(given != null || tornBefore > 0, "logs that ended early: " + tornBefore + ", complete: " + tornAfter);
    }

    private void run(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        var model = new Model();
        var clocks = new FakeClocks();
        TestRules rules = ModelTest.randomRules(random);
        var operations = new RandomOperations(random, model, clocks);
        Path live = parent.resolve("live" + seed);
        Path before = parent.resolve("before");
        Path after = parent.resolve("after");
        StoreProbe probe = point -> {
            switch (point) {
                case BEFORE_COMMIT -> copy(live, before);
                case AFTER_COMMIT -> copy(live, after);
                case OPENED, BEFORE_CHECKPOINT -> {}
            }
        };
        try (DataFolder folder = DataFolder.open(live)) {
            SqliteStore store = SqliteStore.open(
                    new SqliteStore.Settings(folder, rules.shards, 0, false), clocks,
                    ModelTest.recording(random.split(), model), probe);
            long nowMs = 1;
            for (int i = 0; i < BATCHES; i++) {
                long stepMs = operations.step(rules, nowMs);
                clocks.advance(stepMs);
                nowMs += stepMs;
                List<Operation> batch = new ArrayList<>();
                for (int n = random.nextInt(6); n >= 0; n--) {
                    batch.add(operations.next());
                }
                List<String> unchanged = rowsOf(model);
                BatchResult result = store.execute(batch, rules.toRules());
                model.follow(batch, rules.toRules(), result, nowMs);
                List<String> changed = rowsOf(model);
                List<String> torn = tornLog(before, after, random, rules.shards);
                assertEquals(unchanged, reopened(before, rules.shards), "before commit " + i);
                assertEquals(changed, reopened(after, rules.shards), "after commit " + i);
                assertTrue(torn.equals(unchanged) || torn.equals(changed), () -> "torn: " + torn + " from " + unchanged);
                tornBefore += torn.equals(unchanged) && !torn.equals(changed) ? 1 : 0;
                tornAfter += torn.equals(changed) ? 1 : 0;
            }
            store.close();
        }
    }

    /** The log ends within what the last commit has written, and the mark is that of the commit before. */
    private List<String> tornLog(Path before, Path after, SplittableRandom random, int shards) throws Exception {
        Path torn = parent.resolve("torn");
        copy(after, torn);
        Files.deleteIfExists(torn.resolve("mark"));
        Files.copy(before.resolve("mark"), torn.resolve("mark"));
        Path log = torn.resolve("hive.db-wal");
        byte[] bytes = Files.readAllBytes(log);
        byte[] old = Files.readAllBytes(before.resolve("hive.db-wal"));
        int common = Math.max(0, Arrays.mismatch(old, bytes));
        Files.write(log, Arrays.copyOf(bytes, common + random.nextInt(bytes.length - common + 1)));
        return reopened(torn, shards);
    }

    private static List<String> rowsOf(Model model) {
        var rows = new TreeSet<String>();
        for (Model.Message m : model.messages) {
            rows.add(row(m.id, m.topic, m.state.code(), m.attempt, m.redrives, m.dueMs, m.note, m.token));
        }
        return List.copyOf(rows);
    }

    private static String row(
            Ulid id, String topic, int state, int attempt, int redrives, long dueMs, String note, LeaseToken lease) {
        return id + " in " + topic + " state " + state + " attempt " + attempt + " redrives " + redrives + " due " + dueMs
                + " note " + note + " lease " + lease;
    }

    /** Opens a copy as a store does after a crash, checks it, and reads the rows it has then. */
    private static List<String> reopened(Path path, int shards) throws StoreException, SQLException {
        try (DataFolder folder = DataFolder.open(path)) {
            SqliteStore store = SqliteStore.open(
                    new SqliteStore.Settings(folder, shards, 0, false), new FakeClocks(), new SplittableRandom(1),
                    StoreProbe.NONE);
            assertEquals(List.of(), store.check()); // service 2.4
            assertTrue(store.wasUnclean());
            store.close();
        }
        var rows = new TreeSet<String>();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + path.resolve("hive.db"));
                var query = connection.createStatement();
                ResultSet result = query.executeQuery("SELECT msg_id, name, state, attempt, redrives, due_ms, note, lease "
                        + "FROM message JOIN topic USING (topic_id)")) {
            while (result.next()) {
                byte[] lease = result.getBytes(8);
                rows.add(row(
                        Ulid.of(result.getBytes(1)), result.getString(2), result.getInt(3), result.getInt(4),
                        result.getInt(5), result.getLong(6), result.getString(7),
                        lease == null ? null : LeaseToken.of(lease)));
            }
        }
        return List.copyOf(rows);
    }

    private static void copy(Path from, Path to) throws SQLException {
        try {
            Files.createDirectories(to);
            for (String file : FILES) {
                Files.deleteIfExists(to.resolve(file));
                if (Files.exists(from.resolve(file))) {
                    Files.copy(from.resolve(file), to.resolve(file));
                }
            }
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }
}
