package io.hiveactor.service.queue;

import org.jspecify.annotations.Nullable;

/**
 * What changes while a message lives; its content is in {@link BodyRow}.
 *
 * <p>Invariants: {@code seq} is set exactly in READY, {@code dueMs} exactly in LEASED and DELAYED, {@code hold} exactly in
 * LEASED. {@link Transitions} keeps them, the database checks them.
 *
 * @param no row number, unique and ascending in the order of sends
 * @param id the message id
 * @param topicId its topic
 * @param shard its queue within the topic
 * @param state where it is in its life
 * @param seq place in its queue, or 0
 * @param dueMs service time at which its lease or delay ends, or 0
 * @param attempt how often it was claimed since it was sent or redriven
 * @param size bytes that count against the store's limit
 * @param redrives how often an operator brought it back from the dead letters
 * @param ageMs service time from which its retention counts
 * @param note why it is not ready for the first time: a reason, or "lease ended"
 * @param hold its lease
 */
public record MessageRow(
        long no,
        Ulid id,
        long topicId,
        int shard,
        MessageState state,
        long seq,
        long dueMs,
        int attempt,
        int size,
        int redrives,
        long ageMs,
        @Nullable String note,
        @Nullable Hold hold) {

    MessageRow ready(long newSeq, @Nullable String newNote) {
        return new MessageRow(
                no, id, topicId, shard, MessageState.READY, newSeq, 0, attempt, size, redrives, ageMs, newNote, null);
    }

    MessageRow delayed(long newDueMs, @Nullable String newNote) {
        return new MessageRow(
                no, id, topicId, shard, MessageState.DELAYED, 0, newDueMs, attempt, size, redrives, ageMs, newNote, null);
    }

    MessageRow leased(Hold newHold, long newDueMs) {
        return new MessageRow(
                no, id, topicId, shard, MessageState.LEASED, 0, newDueMs, attempt + 1, size, redrives, ageMs, note, newHold);
    }

    MessageRow due(long newDueMs) {
        return new MessageRow(
                no, id, topicId, shard, state, seq, newDueMs, attempt, size, redrives, ageMs, note, hold);
    }

    MessageRow dead() {
        return new MessageRow(no, id, topicId, shard, MessageState.DEAD, 0, 0, attempt, size, redrives, ageMs, note, null);
    }

    MessageRow aged(long newAgeMs) {
        return new MessageRow(
                no, id, topicId, shard, state, seq, dueMs, attempt, size, redrives, newAgeMs, note, hold);
    }

    MessageRow redriven(long newSeq, long nowMs) {
        return new MessageRow(
                no, id, topicId, shard, MessageState.READY, newSeq, 0, 0, size, redrives + 1, nowMs, null, null);
    }

    /** The same message in another queue of its topic, for a change of the number of shards. */
    public MessageRow onShard(int newShard) {
        return new MessageRow(
                no, id, topicId, newShard, state, seq, dueMs, attempt, size, redrives, ageMs, note, hold);
    }
}
