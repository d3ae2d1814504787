package io.hiveactor.service.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks what must hold between the rows of a store after every commit. */
final class StoreCheck {
    /** Each query returns a row for each violation. */
    private static final Map<String, String> QUERIES = Map.of(
            "a message without a body",
            "SELECT no FROM message EXCEPT SELECT no FROM body",
            "a body without a message",
            "SELECT no FROM body EXCEPT SELECT no FROM message",
            "a dead letter that is not in state 3",
            "SELECT no FROM dead EXCEPT SELECT no FROM message WHERE state = 3",
            "a message in state 3 that is no dead letter",
            "SELECT no FROM message WHERE state = 3 EXCEPT SELECT no FROM dead",
            "two messages at one place of a queue",
            "SELECT MAX(no) FROM message WHERE seq IS NOT NULL GROUP BY topic_id, shard, seq HAVING COUNT(*) > 1",
            "a counter that is not the count",
            """
            SELECT topic_id FROM (
              SELECT topic_id, shard, SUM(state = 0) AS r, SUM(state = 1) AS l, SUM(state = 2) AS d, SUM(state = 3) AS x,
                SUM(size) AS b FROM message GROUP BY topic_id, shard
              EXCEPT SELECT topic_id, shard, ready, leased, delayed, dead, bytes FROM counter)""",
            "a counter of a queue without messages",
            """
            SELECT topic_id FROM counter c WHERE ready + leased + delayed + dead > 0
              AND NOT EXISTS (SELECT 1 FROM message m WHERE m.topic_id = c.topic_id AND m.shard = c.shard)""");

    private final Statements sql;

    StoreCheck(Statements sql) {
        this.sql = sql;
    }

    /** What does not hold, one sentence each; empty if all does. */
    List<String> violations() throws SQLException {
        List<String> found = new ArrayList<>();
        for (Map.Entry<String, String> query : QUERIES.entrySet()) {
            try (ResultSet result = sql.query(query.getValue())) {
                while (result.next()) {
                    found.add(query.getKey() + ": " + result.getLong(1));
                }
            }
        }
        try (ResultSet result = sql.query("SELECT " + RowReader.MESSAGE_COLUMNS + " FROM message")) {
            while (result.next()) {
                if (RowReader.message(result) == null) {
                    found.add("a message whose checksum is wrong: " + result.getLong(1));
                }
            }
        }
        return found;
    }
}
