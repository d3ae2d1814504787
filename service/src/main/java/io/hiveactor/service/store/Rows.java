package io.hiveactor.service.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Ulid;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a store inside one transaction. Reads and writes take sets, so that a server needs a bounded number of round
 * trips for a batch.
 *
 * <p>Rows whose checksum is wrong are not returned; {@link #takeDamaged} gives their numbers.
 *
 * <p><b>Threads:</b> that of the transaction.
 */
interface Rows {
    // ---- topics ----

    @Nullable TopicRow topic(String name) throws SQLException;

    TopicRow topic(long id) throws SQLException;

    TopicRow createTopic(String name, long nowMs) throws SQLException;

    /** Topics by name after a name. */
    List<TopicRow> topicsAfter(String name, int limit) throws SQLException;

    long topicCount() throws SQLException;

    /** Deletes topics that calls of the last {@code idleMs} have all found without messages and keys. */
    @CanIgnoreReturnValue
    int deleteEmptyTopics(long nowMs, long idleMs) throws SQLException;

    // ---- messages ----

    /** Messages whose lease or delay has ended, by due time. */
    List<MessageRow> due(long nowMs, int limit) throws SQLException;

    /** Messages of one queue whose lease or delay has ended, by due time. */
    List<MessageRow> dueIn(QueueKey queue, long nowMs, int limit) throws SQLException;

    /** When the next lease or delay ends; {@link Long#MAX_VALUE} if none does. */
    long nextDueMs() throws SQLException;

    /** Ready messages of a queue by place, after a place. */
    List<MessageRow> readyAfter(QueueKey queue, long seq, int limit) throws SQLException;

    Map<Long, MessageRow> messages(Collection<Long> numbers) throws SQLException;

    /** Messages of a topic by number, the largest first, dead letters left out. */
    List<MessageRow> aliveBetween(long topicId, long from, long below, int limit) throws SQLException;

    /** The number of the message that has this many messages between itself and a number; 0 if there are fewer. */
    long numberBelow(long below, int messages) throws SQLException;

    /** Messages by number, after a number. */
    List<MessageRow> messagesAfter(long no, int limit) throws SQLException;

    /** Contents by message; those that are damaged or missing are left out. */
    Map<Long, BodyRow> bodies(Collection<Long> numbers) throws SQLException;

    /** What a list of dead letters shows of contents, by message; damaged ones are left out. */
    Map<Long, BodyHead> bodyHeads(Collection<Long> numbers) throws SQLException;

    /**
     * Numbers of the messages that were sent before a time, dead letters included, in the order of their sends.
     *
     * @param after only larger numbers
     */
    List<Long> sentBefore(long enqueuedMs, long after, int limit) throws SQLException;

    /** Those of the messages that the index of their state does not lead to: they would never be found. */
    List<MessageRow> missingInIndex(Collection<MessageRow> messages) throws SQLException;

    /** Numbers of rows with a wrong checksum that reads have met since the last call. */
    List<Long> takeDamaged();

    /** What is left of a damaged row: enough to make it a dead letter. Null if its body is gone, too. */
    @Nullable MessageRow salvage(long no) throws SQLException;

    void insert(List<MessageRow> messages, List<BodyRow> bodies) throws SQLException;

    void update(Collection<MessageRow> messages) throws SQLException;

    /** Deletes messages with their bodies. */
    void delete(Collection<Long> numbers) throws SQLException;

    // ---- dead letters ----

    void insertDead(Collection<DeadRow> dead) throws SQLException;

    void deleteDead(Collection<Long> numbers) throws SQLException;

    /** Dead letters of a topic by place, after a place. */
    List<DeadRow> deadAfter(long topicId, long deadSeq, int limit) throws SQLException;

    /** Topics that have dead letters. */
    List<TopicRow> topicsWithDead() throws SQLException;

    Map<Long, DeadRow> dead(Collection<Long> numbers) throws SQLException;

    // ---- keys ----

    @Nullable DedupRow dedup(long topicId, String idemKey) throws SQLException;

    /** Adds a key, in place of an expired one. */
    void putDedup(DedupRow row) throws SQLException;

    long dedupCount();

    /** When the first key becomes free; {@link Long#MAX_VALUE} if there is none. */
    long nextDedupMs() throws SQLException;

    /** Forgets expired keys. */
    @CanIgnoreReturnValue
    int trimDedup(long nowMs, int limit) throws SQLException;

    // ---- counters ----

    Counts counts(QueueKey queue) throws SQLException;

    /** All queues of a topic together. */
    Counts countsOf(long topicId) throws SQLException;

    void setCounts(QueueKey queue, Counts counts) throws SQLException;

    /** All messages. */
    Counts total() throws SQLException;

    /** Counts all rows again, after damage. */
    void recount() throws SQLException;

    // ---- revocations ----

    void revoke(Ulid capability, long untilWallMs) throws SQLException;

    void revoke(String kid, int minEpoch) throws SQLException;

    Map<Ulid, Long> revokedCapabilities(long wallMs) throws SQLException;

    Map<String, Integer> minEpochs() throws SQLException;
}
