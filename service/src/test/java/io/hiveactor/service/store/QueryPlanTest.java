package io.hiveactor.service.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Ulid;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What batches ask SQLite costs the same whatever is stored: service 2.1, 15.6. */
class QueryPlanTest {
    private static final QueueKey QUEUE = new QueueKey(1, 0);

    private final List<String> asked = new ArrayList<>();
    private Connection connection;
    private SqliteRows rows;

    private interface Question {
        Object ask() throws SQLException;
    }

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        SqliteSchema.create(connection, "test", 1);
        Connection noting = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        asked.add((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        rows = new SqliteRows(new Statements(noting), 1);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void claimReadsTheHeadOfItsQueue() throws SQLException { // service 2.1
        assertEquals(
                "SEARCH message USING INDEX message_ready (topic_id=? AND shard=? AND seq>?)",
                planOf(() -> rows.readyAfter(QUEUE, 0, 1)));
    }

    @Test
    void expiryReadsTheHeadOfWhatIsDue() throws SQLException { // service 2.1
        assertEquals("SEARCH message USING INDEX message_due (due_ms<?)", planOf(() -> rows.due(1, 1)));
        assertEquals("SEARCH message USING INDEX message_due (due_ms<?)", planOf(() -> rows.dueIn(QUEUE, 1, 1)));
        assertEquals("SEARCH message USING COVERING INDEX message_due (due_ms>?)", planOf(rows::nextDueMs));
    }

    @Test
    void settlementsReadAndWriteByNumber() throws SQLException { // service 2.1
        String byNumber = "USING INTEGER PRIMARY KEY (rowid=?)";
        assertEquals("SEARCH message " + byNumber, planOf(() -> rows.messages(List.of(1L))));
        assertEquals("SEARCH body " + byNumber, planOf(() -> rows.bodies(List.of(1L))));
        assertEquals("SEARCH body " + byNumber, planOf(() -> rows.bodyHeads(List.of(1L))));
        assertEquals("SEARCH dead " + byNumber, planOf(() -> rows.dead(List.of(1L))));
        assertEquals("SEARCH message " + byNumber + "; SEARCH body " + byNumber, planOf(() -> {
            rows.delete(List.of(1L));
            return "";
        }));
        assertEquals("SEARCH dead " + byNumber, planOf(() -> {
            rows.deleteDead(List.of(1L));
            return "";
        }));
    }

    @Test
    void keysAreFoundByRowAndExpireInOrder() throws SQLException { // service 2.5, 6.3
        assertEquals("SCAN dedup USING COVERING INDEX dedup_expiry", planOf(rows::nextDedupMs));
        assertEquals("SEARCH dedup USING COVERING INDEX dedup_expiry (expires_ms<?)", planOf(() -> rows.trimDedup(1, 1)));
        assertEquals("", planOf(() -> rows.dedup(1, "unknown")), "a new key asks the database nothing");
    }

    @Test
    void listsAndSlicesStartWhereTheLastOneEnded() throws SQLException { // service 3.6
        assertEquals(
                "SEARCH dead USING INDEX dead_place (topic_id=? AND dead_seq>?)", planOf(() -> rows.deadAfter(1, 0, 1)));
        assertEquals("SEARCH message USING INTEGER PRIMARY KEY (rowid>?)", planOf(() -> rows.messagesAfter(0, 1)));
        assertEquals("SEARCH body USING INTEGER PRIMARY KEY (rowid>?)", planOf(() -> rows.sentBefore(1, 0, 1)));
        assertEquals(
                "SEARCH message USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
                planOf(() -> rows.aliveBetween(1, 0, 9, 1)));
        assertEquals("SEARCH message USING INTEGER PRIMARY KEY (rowid<?)", planOf(() -> rows.numberBelow(9, 1)));
        assertTrue(planOf(() -> rows.topicsAfter("a", 1)).startsWith("SEARCH topic USING"));
    }

    @Test
    void countersAndRevocationsAreWrittenByKey() throws SQLException { // service 2.1
        assertFalse(planOf(() -> {
                    rows.revoke(new Ulid(1, 1), 5);
                    rows.revoke("k", 1);
                    rows.setCounts(QUEUE, new Counts(1, 0, 0, 0, 1));
                    return "";
                })
                .contains("SCAN"));
    }

    /** How SQLite answers what a call asks it. */
    private String planOf(Question question) throws SQLException {
        asked.clear();
        assertTrue(question.ask() != question);
        List<String> steps = new ArrayList<>();
        for (String text : List.copyOf(asked)) {
            try (var explain = connection.prepareStatement("EXPLAIN QUERY PLAN " + text);
                    ResultSet result = explain.executeQuery()) {
                while (result.next()) {
                    steps.add(result.getString("detail"));
                }
            }
        }
        return String.join("; ", steps);
    }
}
