package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Step;
import io.hiveactor.service.queue.Transitions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one batch. Every change of a message goes through here, so that counters, dead letters and the report agree
 * with the rows.
 *
 * <p>Changes are collected and written as sets by {@link #flush()}, which each step of a batch ends with.
 */
final class Ledger {
    /*
     * Invariants
     *  - counts(queue) is the number of rows of the queue as they will be after the next flush; topicChanges and change
     *    are by how much they differ, summed up, from what the rows hold
     *  - a row number is in at most one of inserts, updates and deletes
     */
    final Rows rows;
    final Moment moment;

    private final List<MessageRow> inserts = new ArrayList<>();
    private final List<BodyRow> bodies = new ArrayList<>();
    private final Map<Long, MessageRow> updates = new LinkedHashMap<>();
    private final Set<Long> deletes = new HashSet<>();
    private final List<DeadRow> newDead = new ArrayList<>();
    private final Set<Long> oldDead = new HashSet<>();
    private final Map<QueueKey, Counts> counts = new HashMap<>();
    private final Map<Long, Counts> topicChanges = new HashMap<>();
    private Counts change = Counts.NONE;
    private final Map<String, Tally> tallies = new HashMap<>();
    private final Set<String> ready = new HashSet<>();
    private final Set<String> settled = new HashSet<>();
    private final List<Damage> damages = new ArrayList<>();

    Ledger(Rows rows, Moment moment) {
        this.rows = rows;
        this.moment = moment;
    }

    Tally tally(String topic) {
        return tallies.computeIfAbsent(topic, name -> new Tally());
    }

    Counts counts(QueueKey queue) throws SQLException {
        Counts known = counts.get(queue);
        return known != null ? known : rows.counts(queue);
    }

    /** All queues of a topic together. */
    Counts countsOf(TopicRow topic) throws SQLException {
        return rows.countsOf(topic.id()).plus(topicChanges.getOrDefault(topic.id(), Counts.NONE));
    }

    /** All messages of the store. */
    Counts total() throws SQLException {
        return rows.total().plus(change);
    }

    void insert(TopicRow topic, MessageRow message, BodyRow body) throws SQLException {
        inserts.add(message);
        bodies.add(body);
        count(message, 1);
        noteReady(topic.name(), message);
        tally(topic.name()).sent++;
    }

    /** Replaces a row by its next state, or deletes it. */
    void change(TopicRow topic, MessageRow before, Step step) throws SQLException {
        MessageRow after = step.after();
        if (after == null) {
            delete(topic, before);
            return;
        }
        updates.put(before.no(), after);
        count(before, -1);
        count(after, 1);
        if (before.state() == MessageState.LEASED && after.state() != MessageState.LEASED) {
            settled.add(topic.name());
        }
        noteReady(topic.name(), after);
        DeadRow dead = step.dead();
        if (dead != null) {
            newDead.add(dead);
            tally(topic.name()).dead.merge(dead.reason(), 1, Integer::sum);
        }
        if (before.state() == MessageState.DEAD) {
            oldDead.add(before.no());
        }
    }

    void change(TopicRow topic, MessageRow before, MessageRow after) throws SQLException {
        change(topic, before, new Step(null, after, null));
    }

    void delete(TopicRow topic, MessageRow before) throws SQLException {
        updates.remove(before.no());
        deletes.add(before.no());
        count(before, -1);
        if (before.state() == MessageState.LEASED) {
            settled.add(topic.name());
        }
        if (before.state() == MessageState.DEAD) {
            oldDead.add(before.no());
        }
    }

    private void noteReady(String topic, MessageRow row) {
        if (row.state() == MessageState.READY) {
            ready.add(topic);
        }
    }

    private void count(MessageRow row, int sign) throws SQLException {
        var queue = new QueueKey(row.topicId(), row.shard());
        Counts one = Counts.NONE.with(row.state(), sign, row.size());
        counts.put(queue, counts(queue).plus(one));
        topicChanges.merge(row.topicId(), one, Counts::plus);
        change = change.plus(one);
    }

    /** The row as it is after the changes so far; null if it is deleted. */
    @Nullable MessageRow current(MessageRow read) {
        return deletes.contains(read.no()) ? null : updates.getOrDefault(read.no(), read);
    }

    /** Counts damage that nothing can be done about here. */
    void noteDamage(Damage damage, int times) {
        damages.addAll(Collections.nCopies(times, damage));
    }

    /** Makes an intact row whose content is damaged a dead letter. */
    void damaged(TopicRow topic, MessageRow row, Damage damage) throws SQLException {
        damages.add(damage);
        change(topic, row, Transitions.died(row, DeadReason.INTEGRITY, damage.word(), moment));
    }

    /**
     * Makes rows dead letters whose checksum was wrong. Their counters cannot be trusted either, so all are counted again.
     */
    void salvageDamaged() throws SQLException {
        List<Long> numbers = rows.takeDamaged();
        if (numbers.isEmpty()) {
            return;
        }
        flush();
        for (long no : numbers) {
            damages.add(Damage.CRC);
            MessageRow row = rows.salvage(no);
            if (row == null) {
                rows.delete(List.of(no));
                rows.deleteDead(List.of(no));
                damages.add(Damage.STRUCTURE);
                continue;
            }
            Step step = Transitions.died(row, DeadReason.INTEGRITY, Damage.CRC.word(), moment);
            rows.deleteDead(List.of(no));
            rows.update(List.of(Objects.requireNonNull(step.after())));
            rows.insertDead(List.of(Objects.requireNonNull(step.dead())));
            tally(rows.topic(row.topicId()).name()).dead.merge(DeadReason.INTEGRITY, 1, Integer::sum);
        }
        rows.recount();
    }

    /** Writes what was collected. */
    void flush() throws SQLException {
        if (!inserts.isEmpty()) {
            rows.insert(inserts, bodies);
            inserts.clear();
            bodies.clear();
        }
        if (!updates.isEmpty()) {
            rows.update(updates.values());
            updates.clear();
        }
        if (!deletes.isEmpty()) {
            rows.delete(deletes);
            deletes.clear();
        }
        if (!oldDead.isEmpty()) {
            rows.deleteDead(oldDead);
            oldDead.clear();
        }
        if (!newDead.isEmpty()) {
            rows.insertDead(newDead);
            newDead.clear();
        }
        for (Map.Entry<QueueKey, Counts> entry : counts.entrySet()) {
            rows.setCounts(entry.getKey(), entry.getValue());
        }
        counts.clear();
        topicChanges.clear();
        change = Counts.NONE;
    }

    BatchReport report(long nextDueMs) throws SQLException {
        Map<String, BatchReport.TopicEvents> topics = new HashMap<>();
        tallies.forEach((topic, tally) -> topics.put(topic, tally.toEvents()));
        Set<String> unclaimed = new HashSet<>();
        for (String name : ready) {
            TopicRow topic = rows.topic(name);
            if (topic != null && countsOf(topic).ready() > 0) {
                unclaimed.add(name);
            }
        }
        return new BatchReport(
                moment.nowMs(), nextDueMs, unclaimed, Set.copyOf(settled), topics, List.copyOf(damages));
    }
}
