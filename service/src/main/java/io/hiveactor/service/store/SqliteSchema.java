package io.hiveactor.service.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Tables of the SQLite store. */
final class SqliteSchema {
    static final int VERSION = 1;

    /*
     * `seq` is set only in READY and `due_ms` only in LEASED and DELAYED, so the head of message_ready is the next claim and
     * the head of message_due the next expiry, whatever else is stored. `dedup` is only appended to: its keys are random, and
     * an index on them would dirty many pages; DedupIndex is that index, in memory. Bodies need no index on their time,
     * because numbers ascend with it. Service time begins at 1, because a row has no due time if that is 0.
     */
    private static final List<String> TABLES = List.of(
            """
            CREATE TABLE topic(topic_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, created_ms INTEGER NOT NULL)""",
            """
            CREATE TABLE body(no INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, enq_ms INTEGER NOT NULL, part TEXT,
              ts TEXT NOT NULL, idem_key TEXT NOT NULL, corr_id BLOB NOT NULL, payload_hash BLOB NOT NULL,
              chain BLOB NOT NULL, attrs BLOB NOT NULL, sig TEXT, crc INTEGER NOT NULL, payload BLOB NOT NULL)""",
            """
            CREATE TABLE message(no INTEGER PRIMARY KEY, msg_id BLOB NOT NULL, topic_id INTEGER NOT NULL,
              shard INTEGER NOT NULL, state INTEGER NOT NULL, seq INTEGER, due_ms INTEGER, attempt INTEGER NOT NULL,
              size INTEGER NOT NULL, redrives INTEGER NOT NULL, age_ms INTEGER NOT NULL, note TEXT, lease BLOB,
              cap_id BLOB, held_ms INTEGER, hold_ms INTEGER, crc INTEGER NOT NULL,
              CHECK ((seq IS NOT NULL) = (state = 0)), CHECK ((due_ms IS NOT NULL) = (state IN (1, 2))),
              CHECK ((lease IS NOT NULL) = (state = 1)))""",
            "CREATE INDEX message_ready ON message(topic_id, shard, seq) WHERE seq IS NOT NULL",
            "CREATE INDEX message_due ON message(due_ms, no) WHERE due_ms IS NOT NULL",
            """
            CREATE TABLE dead(no INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, dead_seq INTEGER NOT NULL,
              reason TEXT NOT NULL, attempt INTEGER NOT NULL, last_error TEXT, dead_ms INTEGER NOT NULL,
              dead_ts TEXT NOT NULL)""",
            "CREATE INDEX dead_place ON dead(topic_id, dead_seq)",
            """
            CREATE TABLE dedup(row INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, idem_key TEXT NOT NULL,
              msg_id BLOB NOT NULL, payload_hash BLOB NOT NULL, expires_ms INTEGER NOT NULL)""",
            "CREATE INDEX dedup_expiry ON dedup(expires_ms)",
            """
            CREATE TABLE counter(topic_id INTEGER NOT NULL, shard INTEGER NOT NULL, node INTEGER NOT NULL,
              ready INTEGER NOT NULL, leased INTEGER NOT NULL, delayed INTEGER NOT NULL, dead INTEGER NOT NULL,
              bytes INTEGER NOT NULL, PRIMARY KEY(topic_id, shard, node)) WITHOUT ROWID""",
            "CREATE TABLE revoked(cap_id BLOB PRIMARY KEY, until_ms INTEGER NOT NULL) WITHOUT ROWID",
            "CREATE TABLE key_epoch(kid TEXT PRIMARY KEY, min_epoch INTEGER NOT NULL) WITHOUT ROWID",
            """
            CREATE TABLE meta(one INTEGER PRIMARY KEY CHECK (one = 1), schema INTEGER NOT NULL, store_id TEXT NOT NULL,
              ready_shards INTEGER NOT NULL, batch_no INTEGER NOT NULL, now_ms INTEGER NOT NULL,
              next_no INTEGER NOT NULL, is_clean INTEGER NOT NULL)""");

    private SqliteSchema() {}

    static void create(Connection connection, String storeId, int shards) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.execute(table);
            }
        }
        try (var insert = connection.prepareStatement("INSERT INTO meta VALUES (1, ?, ?, ?, 0, 1, 1, 1)")) {
            insert.setInt(1, VERSION);
            insert.setString(2, storeId);
            insert.setInt(3, shards);
            insert.executeUpdate();
        }
    }
}
