package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.time.Clocks;
import io.hiveactor.service.time.Timestamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * A store in a SQLite database: a file with a write-ahead log that is synced at each commit, or memory.
 *
 * <p><b>Threads:</b> one at a time, platform threads only.
 */
public final class SqliteStore implements Store {
    /*
     * Service time is the stored time of the last batch plus monotonic time since the open, so it never runs backwards and
     * stands still while the service is down. It is stored with each batch.
     *
     * Life cycle: open -> (execute)* -> close; a failed commit makes it unusable until recover() has opened the database
     * again. Connection, rows and time are replaced by each open.
     */
    private static final System.Logger LOG = System.getLogger(SqliteStore.class.getName());
    private static final long DISK_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** In this order: the change to a log writes the first page, and from then on pages keep their size. */
    private static final List<String> FILE_PRAGMAS = List.of(
            "PRAGMA page_size = 8192", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA cache_size = -65536");


    /**
     * How to open a store.
     *
     * @param folder null for a store in memory
     * @param shards queues of a topic
     * @param minFreeBytes sends are refused if the disk has less room
     * @param acceptsLoss whether a database that is behind its mark is used all the same
     */
    public record Settings(@Nullable DataFolder folder, int shards, long minFreeBytes, boolean acceptsLoss) {}

    private final Settings settings;
    private final Clocks clocks;
    private final RandomGenerator random;
    private final StoreProbe probe;

    private @Nullable Connection connection;
    private Statements sql;
    private SqliteRows rows;
    private @Nullable Mark mark;
    private final ClaimTurns turns = new ClaimTurns();
    private long openedNanos;
    private long openedMs;
    private long lastMs;
    private long batchNo;
    private long nextNo;
    private long diskLookedNanos;
    private boolean isDiskFull;
    private boolean wasUnclean;
    private boolean isMarkMissing;
    /** Set by a failed commit, until recover() has succeeded. */
    private boolean hasFailed;

    private SqliteStore(Settings settings, Clocks clocks, RandomGenerator random, StoreProbe probe)
            throws SQLException, IOException, StoreException {
        this.settings = settings;
        this.clocks = clocks;
        this.random = random;
        this.probe = probe;
        Connection opened = connect();
        connection = opened;
        sql = new Statements(opened);
        rows = new SqliteRows(sql, settings.shards());
        try {
            prepare();
        } catch (SQLException | IOException | StoreException | RuntimeException e) {
            closeConnection();
            throw e;
        }
    }

    /**
     * Opens a store and makes it ready for batches.
     *
     * @param random for message ids, leases and back-off
     * @throws StoreException if the database is damaged, behind its mark or of another version
     */
    public static SqliteStore open(Settings settings, Clocks clocks, RandomGenerator random, StoreProbe probe)
            throws StoreException {
        try {
            return new SqliteStore(settings, clocks, random, probe);
        } catch (SQLException | IOException e) {
            throw new StoreException("open the store: " + e.getMessage(), e);
        } catch (RuntimeException damaged) { // values that no row of ours has
            throw new StoreException("the database is damaged: " + damaged, damaged);
        }
    }

    private Connection connect() throws SQLException {
        var config = new SQLiteConfig();
        DataFolder folder = settings.folder();
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        if (folder == null) {
            config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
            return config.createConnection("jdbc:sqlite::memory:");
        }
        config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
        Connection connection = config.createConnection("jdbc:sqlite:" + folder.database());
        try (Statement statement = connection.createStatement()) {
            for (String pragma : FILE_PRAGMAS) {
                statement.execute(pragma);
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private void prepare() throws SQLException, IOException, StoreException {
        Connection open = open();
        probe.at(StoreProbe.Point.OPENED);
        open.setAutoCommit(false);
        boolean isNew = sql.number("SELECT COUNT(*) FROM sqlite_master WHERE name = 'meta'") == 0;
        if (isNew) {
            SqliteSchema.create(open, UUID.randomUUID().toString(), settings.shards());
            open.commit();
        }
        int shardsBefore = readMeta();
        if (wasUnclean) {
            checkStructure();
        }
        DataFolder folder = settings.folder();
        if (folder != null) {
            checkMark(folder, isNew);
        }
        rows.load();
        if (shardsBefore != settings.shards()) {
            rebind();
        }
        sql.update("UPDATE meta SET is_clean = 0");
        commitBatch();
    }

    /** Reads the only row of meta, and returns the number of shards that rows are bound to. */
    private int readMeta() throws SQLException, StoreException {
        try (ResultSet meta = sql.query(
                "SELECT schema, ready_shards, batch_no, now_ms, next_no, is_clean FROM meta WHERE one = 1")) {
            if (!meta.next()) {
                throw new StoreException("the store has no meta row");
            }
            if (meta.getInt(1) != SqliteSchema.VERSION) {
                throw new StoreException("the store has schema " + meta.getInt(1) + ", and this is " + SqliteSchema.VERSION);
            }
            batchNo = meta.getLong(3);
            openedMs = Math.max(meta.getLong(4), lastMs);
            lastMs = openedMs;
            nextNo = Math.max(nextNo, meta.getLong(5));
            wasUnclean = meta.getInt(6) == 0;
            openedNanos = clocks.monotonicNanos();
            return meta.getInt(2);
        }
    }

    private void checkStructure() throws SQLException, StoreException {
        try (ResultSet result = sql.query("PRAGMA quick_check(1)")) {
            String verdict = result.next() ? result.getString(1) : "no answer";
            if (!"ok".equals(verdict)) {
                throw new StoreException("the database is damaged: " + verdict);
            }
        }
    }

    private void checkMark(DataFolder folder, boolean isNew) throws IOException, StoreException {
        long marked = Mark.read(folder.mark());
        isMarkMissing = marked == Mark.NONE && !isNew;
        if (marked > batchNo && !settings.acceptsLoss()) {
            throw new StoreException("the database ends at batch " + batchNo + " and its mark at " + marked
                    + ": answered batches are gone; start with --accept-loss to go on without them");
        }
        Mark old = mark;
        if (old != null) {
            old.close();
        }
        mark = new Mark(folder.mark());
    }

    /** Moves all messages to the queues that the present number of shards gives them. */
    private void rebind() throws SQLException {
        long after = 0;
        while (true) {
            List<MessageRow> page = rows.messagesAfter(after, 1_000);
            if (page.isEmpty()) {
                break;
            }
            Map<Long, BodyRow> bodies = rows.bodies(page.stream().map(MessageRow::no).toList());
            List<MessageRow> moved = new ArrayList<>();
            for (MessageRow row : page) {
                BodyRow body = bodies.get(row.no());
                String topic = rows.topic(row.topicId()).name();
                moved.add(row.onShard(Hashes.shardOf(topic, body == null ? null : body.partition(), settings.shards())));
            }
            rows.update(moved);
            after = page.getLast().no();
        }
        rows.recount();
        sql.update("UPDATE meta SET ready_shards = ?", settings.shards());
    }

    private Connection open() {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("the store is closed");
        }
        return open;
    }

    // ---- batches ----

    @Override
    public BatchResult execute(List<Operation> operations, Rules rules) throws StoreException {
        if (rules.shards() != settings.shards()) {
            throw new IllegalArgumentException("rules have " + rules.shards() + " shards, the store " + settings.shards());
        }
        if (hasFailed) {
            throw new StoreException("a commit has failed: the store must recover first");
        }
        try {
            return transact(operations, rules);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "a batch of " + operations.size() + " operations failed", e);
            return operations.size() == 1 ? refused(rules) : oneByOne(operations, rules);
        }
    }

    /** Each operation in a transaction of its own, so that only the one that fails is refused. */
    private BatchResult oneByOne(List<Operation> operations, Rules rules) throws StoreException {
        List<Outcome> outcomes = new ArrayList<>();
        List<BatchReport> reports = new ArrayList<>();
        for (Operation operation : operations) {
            BatchResult single = execute(List.of(operation), rules);
            outcomes.addAll(single.outcomes());
            reports.add(single.report());
        }
        return new BatchResult(List.copyOf(outcomes), BatchReport.merge(reports));
    }

    private BatchResult refused(Rules rules) throws StoreException {
        try {
            BatchReport report = transact(List.of(), rules).report();
            return new BatchResult(List.of(Outcome.Refused.of(Refusal.STORE)), report);
        } catch (SQLException e) {
            throw failed("a batch without operations", e);
        }
    }

    private BatchResult transact(List<Operation> operations, Rules rules) throws SQLException, StoreException {
        BatchResult result;
        try {
            var moment = new Moment(
                    now(), Timestamps.format(clocks.wallMillis()), this::nextNumber, random, rules);
            result = new Batch(operations, rows, moment, lookAtDisk(), turns).execute();
            probe.at(StoreProbe.Point.BEFORE_COMMIT);
        } catch (SQLException e) {
            rollback(e);
            throw e;
        } catch (RuntimeException bug) { // costs the operation that meets it, not the others of the batch
            rollback(bug);
            throw new SQLException("unexpected: " + bug, bug);
        }
        commitBatch();
        return result;
    }

    private void rollback(Exception cause) throws StoreException {
        rows.undo();
        try {
            open().rollback();
        } catch (SQLException e) {
            e.addSuppressed(cause);
            throw failed("roll back", e);
        }
    }

    private void commitBatch() throws StoreException {
        try {
            sql.update("UPDATE meta SET batch_no = ?, now_ms = ?, next_no = ?", batchNo + 1, now(), nextNo);
            open().commit();
            probe.at(StoreProbe.Point.AFTER_COMMIT);
        } catch (SQLException e) {
            rows.undo();
            throw failed("commit", e);
        }
        batchNo++;
        rows.keep();
        try {
            Mark witness = mark;
            if (witness != null) {
                witness.write(batchNo);
            }
        } catch (IOException e) {
            throw failed("write the mark", e);
        }
    }

    private StoreException failed(String what, Exception cause) {
        hasFailed = true;
        return new StoreException(what + ": " + cause.getMessage(), cause);
    }

    private long nextNumber() {
        if (nextNo > MessageIds.MAX_NUMBER) {
            throw new IllegalStateException("no row numbers are left");
        }
        return nextNo++;
    }

    /** Service time in milliseconds. */
    private long now() {
        long passed = TimeUnit.NANOSECONDS.toMillis(clocks.monotonicNanos() - openedNanos);
        lastMs = Math.max(lastMs, openedMs + passed);
        return lastMs;
    }

    private boolean lookAtDisk() {
        DataFolder folder = settings.folder();
        long nanos = clocks.monotonicNanos();
        if (folder != null && (diskLookedNanos == 0 || nanos - diskLookedNanos >= DISK_LOOK_NANOS)) {
            diskLookedNanos = nanos;
            try {
                isDiskFull = folder.usableBytes() < settings.minFreeBytes();
            } catch (IOException e) {
                isDiskFull = true; // a disk that cannot be asked gets no new messages
            }
        }
        return isDiskFull;
    }

    // ---- life ----

    @Override
    public void recover() throws StoreException {
        hasFailed = true;
        lastMs = now(); // time goes on
        boolean wasUncleanAtOpen = wasUnclean;
        try {
            Connection usable = reconnect();
            rows = new SqliteRows(sql, settings.shards());
            checkpoint(usable); // writes again what a failed sync has dropped
            prepare();
        } catch (SQLException | IOException | RuntimeException e) {
            throw new StoreException("recover the store: " + e.getMessage(), e);
        } finally {
            wasUnclean = wasUncleanAtOpen;
        }
        hasFailed = false;
    }

    /** A new connection; to a database in memory, which a connection takes with it, the old one. */
    private Connection reconnect() throws SQLException {
        if (settings.folder() == null) {
            Connection old = open();
            old.rollback();
            return old;
        }
        closeConnection();
        Connection opened = connect();
        connection = opened;
        sql = new Statements(opened);
        return opened;
    }

    private void checkpoint(Connection open) throws SQLException {
        probe.at(StoreProbe.Point.BEFORE_CHECKPOINT);
        if (settings.folder() != null) {
            open.setAutoCommit(true);
            try (Statement statement = open.createStatement();
                    ResultSet result = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                boolean hasResult = result.next();
                assert hasResult;
            }
        }
    }

    @Override
    public StoreFigures figures() {
        DataFolder folder = settings.folder();
        return new StoreFigures(
                folder == null ? 0 : size(folder.database()),
                folder == null ? 0 : size(Path.of(folder.database() + "-wal")),
                rows.total().bytes(),
                rows.dedupCount(),
                isDiskFull);
    }

    @Override
    public List<QueueDepth> depths(int limit) throws StoreException {
        try {
            return rows.depths(now(), limit);
        } catch (SQLException e) {
            throw new StoreException("read the depths of queues: " + e.getMessage(), e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0; // it was truncated and removed between the two calls
        }
    }

    /** Whether the last process that had this store did not close it. */
    public boolean wasUnclean() {
        return wasUnclean;
    }

    /** Whether the mark of an existing store was missing or torn at the open. */
    public boolean isMarkMissing() {
        return isMarkMissing;
    }

    /** Service time of the last batch, in milliseconds. */
    public long lastMs() {
        return lastMs;
    }

    /** Checks what must hold between rows, see {@link StoreCheck}. */
    public List<String> check() throws StoreException {
        try {
            return new StoreCheck(sql).violations();
        } catch (SQLException e) {
            throw new StoreException("check the store: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        if (open == null) {
            return;
        }
        try {
            if (!hasFailed) {
                sql.update("UPDATE meta SET is_clean = 1");
                commitBatch();
                checkpoint(open);
            }
        } catch (SQLException | StoreException e) {
            // what was committed is in the log, and the next open finds an unclean stop
            LOG.log(System.Logger.Level.WARNING, "unclean stop", e);
        }
        closeConnection();
    }

    private void closeConnection() {
        try {
            Connection open = connection;
            connection = null;
            if (open != null) {
                open.close();
            }
            Mark witness = mark;
            mark = null;
            if (witness != null) {
                witness.close();
            }
        } catch (SQLException | IOException e) {
            LOG.log(System.Logger.Level.WARNING, "close the store", e);
        }
    }
}
