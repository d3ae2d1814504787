package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.Hold;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Ulid;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a SQLite database, with topics, counters and an index of keys kept in memory beside them.
 *
 * <p><b>Threads:</b> that of the store.
 */
final class SqliteRows implements Rows {
    /*
     * What is kept in memory is what the database holds, so it follows the transaction: keep() after a commit, undo() after a
     * rollback.
     */
    private final Statements sql;
    private final int shards;
    private final Map<String, TopicRow> topicByName = new HashMap<>();
    private final Map<Long, TopicRow> topicById = new HashMap<>();
    private final List<TopicRow> newTopics = new ArrayList<>();
    private final List<TopicRow> goneTopics = new ArrayList<>();
    /** When a topic was first found empty. A hint: forgetting it keeps the topic longer. */
    private final Map<Long, Long> emptySinceMs = new HashMap<>();
    private final CounterCache counters = new CounterCache();
    private final DedupIndex dedup = new DedupIndex();
    private final List<Long> damaged = new ArrayList<>();

    SqliteRows(Statements sql, int shards) {
        this.sql = sql;
        this.shards = shards;
    }

    /** Reads what is kept in memory. */
    void load() throws SQLException {
        try (ResultSet result = sql.query("SELECT topic_id, name, created_ms FROM topic")) {
            while (result.next()) {
                remember(new TopicRow(result.getLong(1), result.getString(2), result.getLong(3)));
            }
        }
        try (ResultSet result = sql.query("SELECT topic_id, shard, ready, leased, delayed, dead, bytes FROM counter")) {
            while (result.next()) {
                counters.set(new QueueKey(result.getLong(1), result.getInt(2)), countsOf(result, 3));
            }
        }
        try (ResultSet result = sql.query("SELECT row, topic_id, idem_key FROM dedup")) {
            while (result.next()) {
                dedup.add(result.getLong(2), result.getString(3), result.getLong(1));
                dedup.keep();
            }
        }
        keep();
    }

    private static Counts countsOf(ResultSet result, int column) throws SQLException {
        return new Counts(
                result.getLong(column),
                result.getLong(column + 1),
                result.getLong(column + 2),
                result.getLong(column + 3),
                result.getLong(column + 4));
    }

    void keep() {
        newTopics.clear();
        goneTopics.clear();
        counters.keep();
        dedup.keep();
        damaged.clear();
    }

    void undo() {
        newTopics.forEach(this::forget);
        newTopics.clear();
        goneTopics.forEach(this::remember);
        goneTopics.clear();
        counters.undo();
        dedup.undo();
        damaged.clear();
    }

    private void remember(TopicRow topic) {
        topicByName.put(topic.name(), topic);
        topicById.put(topic.id(), topic);
    }

    private void forget(TopicRow topic) {
        topicByName.remove(topic.name());
        topicById.remove(topic.id());
    }

    // ---- topics ----

    @Override
    public @Nullable TopicRow topic(String name) {
        return topicByName.get(name);
    }

    @Override
    public TopicRow topic(long id) {
        TopicRow topic = topicById.get(id);
        return topic != null ? topic : new TopicRow(id, "?" + id, 0); // of a damaged row
    }

    @Override
    public TopicRow createTopic(String name, long nowMs) throws SQLException {
        sql.update("INSERT INTO topic(name, created_ms) VALUES (?, ?)", name, nowMs);
        var topic = new TopicRow(sql.number("SELECT topic_id FROM topic WHERE name = ?", name), name, nowMs);
        remember(topic);
        newTopics.add(topic);
        return topic;
    }

    @Override
    public List<TopicRow> topicsAfter(String name, int limit) throws SQLException {
        List<TopicRow> topics = new ArrayList<>();
        try (ResultSet result = sql.query(
                "SELECT topic_id, name, created_ms FROM topic WHERE name > ? ORDER BY name LIMIT ?", name, limit)) {
            while (result.next()) {
                topics.add(new TopicRow(result.getLong(1), result.getString(2), result.getLong(3)));
            }
        }
        return topics;
    }

    @Override
    public long topicCount() {
        return topicByName.size();
    }

    @Override
    public List<TopicRow> topicsWithDead() {
        List<TopicRow> topics = new ArrayList<>();
        for (Map.Entry<Long, Counts> entry : counters.topics()) {
            if (entry.getValue().dead() > 0) {
                topics.add(topic(entry.getKey()));
            }
        }
        return topics;
    }

    @Override
    public int deleteEmptyTopics(long nowMs, long idleMs) throws SQLException {
        int deleted = 0;
        for (TopicRow topic : List.copyOf(topicByName.values())) {
            if (!counters.ofTopic(topic.id()).equals(Counts.NONE) || dedup.hasKeysOf(topic.id())) {
                emptySinceMs.remove(topic.id());
            } else if (nowMs - emptySinceMs.computeIfAbsent(topic.id(), id -> nowMs) >= idleMs) {
                sql.update("DELETE FROM topic WHERE topic_id = ?", topic.id());
                sql.update("DELETE FROM counter WHERE topic_id = ?", topic.id());
                emptySinceMs.remove(topic.id());
                forget(topic);
                goneTopics.add(topic);
                deleted++;
            }
        }
        return deleted;
    }

    // ---- messages ----

    private static final String MESSAGES = "SELECT " + RowReader.MESSAGE_COLUMNS + " FROM message ";

    @Override
    public List<MessageRow> due(long nowMs, int limit) throws SQLException {
        return read(limit, MESSAGES + "WHERE due_ms <= ? ORDER BY due_ms, no", nowMs);
    }

    @Override
    public List<MessageRow> dueIn(QueueKey queue, long nowMs, int limit) throws SQLException {
        return read(limit, MESSAGES + "WHERE due_ms <= ? AND +topic_id = ? AND shard = ? ORDER BY due_ms, no",
                nowMs, queue.topicId(), queue.shard());
    }

    @Override
    public long nextDueMs() throws SQLException {
        try (ResultSet result = sql.query(
                "SELECT due_ms FROM message WHERE due_ms IS NOT NULL ORDER BY due_ms LIMIT 1")) {
            return result.next() ? result.getLong(1) : Long.MAX_VALUE;
        }
    }

    @Override
    public List<MessageRow> readyAfter(QueueKey queue, long seq, int limit) throws SQLException {
        return read(limit, MESSAGES + "WHERE topic_id = ? AND shard = ? AND seq > ? ORDER BY seq",
                queue.topicId(), queue.shard(), seq);
    }

    @Override
    public Map<Long, MessageRow> messages(Collection<Long> numbers) throws SQLException {
        Map<Long, MessageRow> found = new LinkedHashMap<>();
        for (long no : numbers) {
            for (MessageRow row : read(1, MESSAGES + "WHERE no = ?", no)) {
                found.put(no, row);
            }
        }
        return found;
    }

    @Override
    public List<MessageRow> aliveBetween(long topicId, long from, long below, int limit) throws SQLException {
        return read(limit, MESSAGES + "WHERE no >= ? AND no < ? AND +topic_id = ? AND state <> 3 ORDER BY no DESC",
                from, below, topicId);
    }

    @Override
    public long numberBelow(long below, int messages) throws SQLException {
        return sql.number("SELECT no FROM message WHERE no < ? ORDER BY no DESC LIMIT 1 OFFSET ?", below, messages);
    }

    @Override
    public List<MessageRow> messagesAfter(long no, int limit) throws SQLException {
        return read(limit, MESSAGES + "WHERE no > ? ORDER BY no", no);
    }

    /** Reads intact rows up to a limit, and notes the damaged ones it meets. SQLite finds rows as they are asked for. */
    private List<MessageRow> read(int limit, String query, @Nullable Object... parameters) throws SQLException {
        List<MessageRow> rows = new ArrayList<>();
        try (ResultSet result = sql.query(query, parameters)) {
            while (rows.size() < limit && result.next()) {
                MessageRow row = RowReader.message(result);
                if (row == null) {
                    noteDamaged(result.getLong(1));
                } else {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private void noteDamaged(long no) {
        if (!damaged.contains(no)) {
            damaged.add(no);
        }
    }

    @Override
    public Map<Long, BodyRow> bodies(Collection<Long> numbers) throws SQLException {
        Map<Long, BodyRow> found = new LinkedHashMap<>();
        for (long no : numbers) {
            try (ResultSet result = sql.query(
                    "SELECT " + RowReader.BODY_COLUMNS + " FROM body WHERE no = ?", no)) {
                BodyRow body = result.next() ? RowReader.body(result) : null;
                if (body != null) {
                    found.put(no, body);
                }
            }
        }
        return found;
    }

    @Override
    public Map<Long, BodyHead> bodyHeads(Collection<Long> numbers) throws SQLException {
        Map<Long, BodyHead> found = new HashMap<>();
        for (long no : numbers) {
            try (ResultSet result = sql.query("SELECT ts, payload_hash FROM body WHERE no = ?", no)) {
                byte[] hash = result.next() ? result.getBytes(2) : null;
                if (hash != null && hash.length == 32) {
                    found.put(no, new BodyHead(result.getString(1), Digest.of(hash)));
                }
            }
        }
        return found;
    }

    @Override
    public List<Long> sentBefore(long enqueuedMs, long after, int limit) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (ResultSet result = sql.query("SELECT no, enq_ms FROM body WHERE no > ? ORDER BY no", after)) {
            // numbers ascend with time, so the first one that is too young ends the search
            while (numbers.size() < limit && result.next() && result.getLong(2) <= enqueuedMs) {
                numbers.add(result.getLong(1));
            }
        }
        return numbers;
    }

    @Override
    public List<MessageRow> missingInIndex(Collection<MessageRow> messages) throws SQLException {
        List<MessageRow> missing = new ArrayList<>();
        for (MessageRow row : messages) {
            long found = switch (row.state()) {
                case READY -> sql.number(
                        "SELECT no FROM message INDEXED BY message_ready WHERE topic_id = ? AND shard = ? AND seq = ?",
                        row.topicId(), row.shard(), row.seq());
                case LEASED, DELAYED -> sql.number(
                        "SELECT no FROM message INDEXED BY message_due WHERE due_ms = ? AND no = ?", row.dueMs(), row.no());
                case DEAD -> sql.number(
                        "SELECT no FROM dead INDEXED BY dead_place WHERE topic_id = ? "
                                + "AND dead_seq = (SELECT dead_seq FROM dead WHERE no = ?)",
                        row.topicId(), row.no());
            };
            if (found != row.no()) {
                missing.add(row);
            }
        }
        return missing;
    }

    @Override
    public List<Long> takeDamaged() {
        List<Long> taken = List.copyOf(damaged);
        damaged.clear();
        return taken;
    }

    @Override
    public @Nullable MessageRow salvage(long no) throws SQLException {
        BodyRow body = bodies(List.of(no)).get(no);
        if (body == null) {
            return null;
        }
        Ulid id = storedId(no);
        int shard = Hashes.shardOf(topic(body.topicId()).name(), body.partition(), shards);
        return new MessageRow(
                no,
                id != null && MessageIds.numberOf(id) == no ? id : MessageIds.of(0, no, 0, shard),
                body.topicId(),
                shard,
                MessageState.DEAD,
                0,
                0,
                0,
                body.payload().length + body.attrs().length,
                0,
                body.enqueuedMs(),
                null,
                null);
    }

    private @Nullable Ulid storedId(long no) throws SQLException {
        try (ResultSet result = sql.query("SELECT msg_id FROM message WHERE no = ?", no)) {
            byte[] id = result.next() ? result.getBytes(1) : null;
            return id != null && id.length == 16 ? Ulid.of(id) : null;
        }
    }

    @Override
    public void insert(List<MessageRow> messages, List<BodyRow> bodies) throws SQLException {
        for (MessageRow row : messages) {
            sql.update("INSERT INTO message(" + RowReader.MESSAGE_COLUMNS + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                    row.no(), row.id().bytes(), row.topicId(), row.shard(), row.state().code(), orNull(row.seq()),
                    orNull(row.dueMs()), row.attempt(), row.size(), row.redrives(), row.ageMs(), row.note(), null, null,
                    null, null, RowChecksum.of(row));
        }
        for (BodyRow row : bodies) {
            byte[] corrId = ByteBuffer.allocate(16)
                    .putLong(row.corrId().getMostSignificantBits())
                    .putLong(row.corrId().getLeastSignificantBits())
                    .array();
            sql.update("INSERT INTO body(" + RowReader.BODY_COLUMNS + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
                    row.no(), row.topicId(), row.enqueuedMs(), row.partition(), row.ts(), row.idemKey(), corrId,
                    row.payloadHash().bytes(), row.chain().bytes(), row.attrs(), row.sig(), RowChecksum.of(row),
                    row.payload());
        }
    }

    @Override
    public void update(Collection<MessageRow> messages) throws SQLException {
        for (MessageRow row : messages) {
            Hold hold = row.hold();
            sql.update(
                    "UPDATE message SET msg_id=?, topic_id=?, shard=?, state=?, seq=?, due_ms=?, attempt=?, size=?, "
                            + "redrives=?, age_ms=?, note=?, lease=?, cap_id=?, held_ms=?, hold_ms=?, crc=? WHERE no=?",
                    row.id().bytes(), row.topicId(), row.shard(), row.state().code(), orNull(row.seq()),
                    orNull(row.dueMs()), row.attempt(), row.size(), row.redrives(), row.ageMs(), row.note(),
                    hold == null ? null : hold.token().bytes(), hold == null ? null : hold.capability().bytes(),
                    hold == null ? null : hold.heldMs(), hold == null ? null : hold.holdMs(), RowChecksum.of(row),
                    row.no());
        }
    }

    private static @Nullable Long orNull(long value) {
        return value == 0 ? null : value;
    }

    @Override
    public void delete(Collection<Long> numbers) throws SQLException {
        for (long no : numbers) {
            sql.update("DELETE FROM message WHERE no = ?", no);
            sql.update("DELETE FROM body WHERE no = ?", no);
        }
    }

    // ---- dead letters ----

    private static final String DEAD = "SELECT " + RowReader.DEAD_COLUMNS + " FROM dead ";

    @Override
    public void insertDead(Collection<DeadRow> dead) throws SQLException {
        for (DeadRow row : dead) {
            sql.update("INSERT INTO dead(" + RowReader.DEAD_COLUMNS + ") VALUES (?,?,?,?,?,?,?,?)",
                    row.no(), row.topicId(), row.deadSeq(), row.reason().word(), row.attempt(), row.lastError(),
                    row.deadMs(), row.deadTs());
        }
    }

    @Override
    public void deleteDead(Collection<Long> numbers) throws SQLException {
        for (long no : numbers) {
            sql.update("DELETE FROM dead WHERE no = ?", no);
        }
    }

    @Override
    public List<DeadRow> deadAfter(long topicId, long deadSeq, int limit) throws SQLException {
        List<DeadRow> rows = new ArrayList<>();
        try (ResultSet result = sql.query(
                DEAD + "WHERE topic_id = ? AND dead_seq > ? ORDER BY dead_seq LIMIT ?", topicId, deadSeq, limit)) {
            while (result.next()) {
                rows.add(RowReader.dead(result));
            }
        }
        return rows;
    }

    @Override
    public Map<Long, DeadRow> dead(Collection<Long> numbers) throws SQLException {
        Map<Long, DeadRow> found = new HashMap<>();
        for (long no : numbers) {
            try (ResultSet result = sql.query(DEAD + "WHERE no = ?", no)) {
                if (result.next()) {
                    found.put(no, RowReader.dead(result));
                }
            }
        }
        return found;
    }

    // ---- keys ----

    @Override
    public @Nullable DedupRow dedup(long topicId, String idemKey) throws SQLException {
        long row = dedup.candidate(topicId, idemKey);
        if (row == DedupIndex.NO_ROW) {
            row = dedup.collided(topicId, idemKey);
        }
        DedupRow found = row == DedupIndex.NO_ROW ? null : dedupRow(row);
        if (found != null && found.topicId() == topicId && found.idemKey().equals(idemKey)) {
            return found;
        }
        long other = dedup.collided(topicId, idemKey);
        return other == DedupIndex.NO_ROW ? null : dedupRow(other);
    }

    private @Nullable DedupRow dedupRow(long row) throws SQLException {
        try (ResultSet result = sql.query(
                "SELECT topic_id, idem_key, msg_id, payload_hash, expires_ms FROM dedup WHERE row = ?", row)) {
            return result.next()
                    ? new DedupRow(
                            result.getLong(1),
                            result.getString(2),
                            Ulid.of(result.getBytes(3)),
                            Digest.of(result.getBytes(4)),
                            result.getLong(5))
                    : null;
        }
    }

    @Override
    public void putDedup(DedupRow row) throws SQLException {
        if (dedup(row.topicId(), row.idemKey()) != null) {
            long collided = dedup.collided(row.topicId(), row.idemKey());
            long old = collided != DedupIndex.NO_ROW ? collided : dedup.candidate(row.topicId(), row.idemKey());
            sql.update("DELETE FROM dedup WHERE row = ?", old);
            dedup.remove(row.topicId(), row.idemKey(), old);
        }
        long number = MessageIds.numberOf(row.message()); // one key a message, so its number serves for both
        sql.update("INSERT INTO dedup(row, topic_id, idem_key, msg_id, payload_hash, expires_ms) VALUES (?,?,?,?,?,?)",
                number, row.topicId(), row.idemKey(), row.message().bytes(), row.payloadHash().bytes(), row.expiresMs());
        dedup.add(row.topicId(), row.idemKey(), number);
    }

    @Override
    public long dedupCount() {
        return dedup.size();
    }

    @Override
    public long nextDedupMs() throws SQLException {
        try (ResultSet result = sql.query("SELECT expires_ms FROM dedup ORDER BY expires_ms LIMIT 1")) {
            return result.next() ? result.getLong(1) : Long.MAX_VALUE;
        }
    }

    @Override
    public int trimDedup(long nowMs, int limit) throws SQLException {
        List<Long> expired = new ArrayList<>();
        try (ResultSet result = sql.query(
                "SELECT row FROM dedup WHERE expires_ms <= ? ORDER BY expires_ms LIMIT ?", nowMs, limit)) {
            while (result.next()) {
                expired.add(result.getLong(1));
            }
        }
        for (long number : expired) {
            DedupRow row = dedupRow(number);
            if (row != null) {
                dedup.remove(row.topicId(), row.idemKey(), number);
            }
            sql.update("DELETE FROM dedup WHERE row = ?", number);
        }
        return expired.size();
    }

    // ---- counters ----

    @Override
    public Counts counts(QueueKey queue) {
        return counters.of(queue);
    }

    @Override
    public Counts countsOf(long topicId) {
        return counters.ofTopic(topicId);
    }

    @Override
    public Counts total() {
        return counters.total();
    }

    @Override
    public void setCounts(QueueKey queue, Counts counts) throws SQLException {
        if (!counts.equals(counters.of(queue))) {
            sql.update("INSERT OR REPLACE INTO counter(topic_id, shard, node, ready, leased, delayed, dead, bytes) "
                            + "VALUES (?, ?, 0, ?, ?, ?, ?, ?)",
                    queue.topicId(), queue.shard(), counts.ready(), counts.leased(), counts.delayed(), counts.dead(),
                    counts.bytes());
            counters.set(queue, counts);
        }
    }

    @Override
    public void recount() throws SQLException {
        Map<QueueKey, Counts> counted = new HashMap<>();
        try (ResultSet result = sql.query(
                "SELECT topic_id, shard, SUM(state = 0), SUM(state = 1), SUM(state = 2), SUM(state = 3), SUM(size) "
                        + "FROM message GROUP BY topic_id, shard")) {
            while (result.next()) {
                counted.put(new QueueKey(result.getLong(1), result.getInt(2)), countsOf(result, 3));
            }
        }
        for (QueueKey queue : Set.copyOf(counters.queues())) {
            counted.putIfAbsent(queue, Counts.NONE);
        }
        for (Map.Entry<QueueKey, Counts> entry : counted.entrySet()) {
            setCounts(entry.getKey(), entry.getValue());
        }
    }

    List<QueueDepth> depths(long nowMs, int limit) throws SQLException {
        List<QueueDepth> depths = new ArrayList<>();
        for (QueueKey queue : counters.queues()) {
            if (depths.size() == limit) {
                break;
            }
            Counts counts = counters.of(queue);
            long oldestMs = 0;
            if (counts.ready() > 0) {
                for (MessageRow head : readyAfter(queue, 0, 1)) {
                    oldestMs = Math.max(0, nowMs - head.ageMs());
                }
            }
            depths.add(new QueueDepth(topic(queue.topicId()).name(), queue.shard(), counts, oldestMs));
        }
        return depths;
    }

    // ---- revocations ----

    @Override
    public void revoke(Ulid capability, long untilWallMs) throws SQLException {
        sql.update("INSERT OR REPLACE INTO revoked(cap_id, until_ms) VALUES (?, ?)", capability.bytes(), untilWallMs);
    }

    @Override
    public void revoke(String kid, int minEpoch) throws SQLException {
        sql.update("INSERT INTO key_epoch(kid, min_epoch) VALUES (?, ?) "
                + "ON CONFLICT(kid) DO UPDATE SET min_epoch = MAX(min_epoch, excluded.min_epoch)", kid, minEpoch);
    }

    @Override
    public Map<Ulid, Long> revokedCapabilities(long wallMs) throws SQLException {
        sql.update("DELETE FROM revoked WHERE until_ms < ?", wallMs);
        Map<Ulid, Long> revoked = new HashMap<>();
        try (ResultSet result = sql.query("SELECT cap_id, until_ms FROM revoked")) {
            while (result.next()) {
                revoked.put(Ulid.of(result.getBytes(1)), result.getLong(2));
            }
        }
        return revoked;
    }

    @Override
    public Map<String, Integer> minEpochs() throws SQLException {
        Map<String, Integer> epochs = new HashMap<>();
        try (ResultSet result = sql.query("SELECT kid, min_epoch FROM key_epoch")) {
            while (result.next()) {
                epochs.put(result.getString(1), result.getInt(2));
            }
        }
        return epochs;
    }
}
