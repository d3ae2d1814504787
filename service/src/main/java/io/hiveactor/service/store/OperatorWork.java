package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadLetter;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.Digest;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Outcome.Refused;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.TopicStats;
import io.hiveactor.service.queue.Transitions;
import io.hiveactor.service.queue.Ulid;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What operators do: read figures, list dead letters, bring them back, delete. */
final class OperatorWork {
    private static final Digest UNKNOWN = Digest.of(new byte[32]);
    /** Messages of all topics that one slice of a purge looks at. */
    private static final int PURGE_LOOKS_AT = 20_000;

    private final Ledger ledger;
    private final Rows rows;
    private final Moment moment;

    OperatorWork(Ledger ledger) {
        this.ledger = ledger;
        rows = ledger.rows;
        moment = ledger.moment;
    }

    Outcome listDead(Operation.ListDead operation) throws SQLException {
        TopicRow topic = rows.topic(operation.topic());
        if (topic == null) {
            return new Outcome.DeadLetters(List.of(), 0);
        }
        List<DeadRow> found = rows.deadAfter(topic.id(), operation.after(), operation.limit() + 1);
        boolean isLast = found.size() <= operation.limit();
        List<DeadRow> page = isLast ? found : found.subList(0, operation.limit());
        List<Long> numbers = page.stream().map(DeadRow::no).toList();
        Map<Long, MessageRow> messages = rows.messages(numbers);
        Map<Long, BodyHead> heads = rows.bodyHeads(numbers);
        List<DeadLetter> letters = new ArrayList<>();
        for (DeadRow dead : page) {
            MessageRow message = messages.get(dead.no());
            if (message != null) {
                letters.add(letter(topic, message, dead, heads.get(dead.no())));
            }
        }
        return new Outcome.DeadLetters(List.copyOf(letters), isLast ? 0 : page.getLast().deadSeq());
    }

    private static DeadLetter letter(TopicRow topic, MessageRow message, DeadRow dead, @Nullable BodyHead head) {
        return head == null
                ? new DeadLetter(topic.name(), message, dead, dead.deadTs(), UNKNOWN)
                : new DeadLetter(topic.name(), message, dead, head.ts(), head.payloadHash());
    }

    Outcome readDead(Operation.ReadDead operation) throws SQLException {
        long no = MessageIds.numberOf(operation.id());
        MessageRow message = rows.messages(List.of(no)).get(no);
        DeadRow dead = rows.dead(List.of(no)).get(no);
        if (message == null || dead == null || !message.id().equals(operation.id())) {
            return Refused.of(Refusal.GONE);
        }
        TopicRow topic = rows.topic(message.topicId());
        if (!operation.scope().allows(topic.name())) {
            return Refused.of(Refusal.TOPIC);
        }
        BodyRow body = rows.bodies(List.of(no)).get(no);
        if (body == null) {
            return Refused.of(Refusal.HASH_CHAIN);
        }
        Damage damage = body.damage(topic.name());
        DeadLetter letter = letter(topic, message, dead, new BodyHead(body.ts(), body.payloadHash()));
        return new Outcome.DeadFound(letter, body, damage);
    }

    Outcome settleDead(Operation.SettleDead operation) throws SQLException {
        Map<Ulid, String> skipped = new LinkedHashMap<>();
        TopicRow topic = rows.topic(operation.topic());
        List<Ulid> ids = operation.ids();
        if (topic == null) {
            if (ids != null) {
                ids.forEach(id -> skipped.put(id, "not_dead"));
            }
            return new Outcome.DeadSettled(0, 0, skipped, false, 0);
        }
        List<DeadRow> page = ids == null
                ? rows.deadAfter(topic.id(), operation.after(), operation.limit())
                : named(topic, ids, skipped);
        Map<Long, MessageRow> messages = rows.messages(page.stream().map(DeadRow::no).toList());
        int moved = 0;
        boolean isFull = false;
        long next = 0;
        for (DeadRow dead : page) {
            next = dead.deadSeq();
            MessageRow message = messages.get(dead.no());
            if (message == null) {
                continue; // damaged just now: it stays a dead letter
            }
            if (!operation.isPurge() && dead.reason() == DeadReason.INTEGRITY) {
                skipped.put(message.id(), dead.reason().word());
            } else if (!operation.isPurge() && isFull(topic, message)) {
                isFull = true; // it stays, and those of other queues may have room
            } else {
                settle(topic, message, operation.isPurge());
                moved++;
            }
        }
        boolean isLast = ids != null || page.size() < operation.limit();
        return new Outcome.DeadSettled(moved, ledger.countsOf(topic).dead(), skipped, isFull, isLast ? 0 : next);
    }

    private List<DeadRow> named(TopicRow topic, List<Ulid> ids, Map<Ulid, String> skipped) throws SQLException {
        List<Long> numbers = ids.stream().map(MessageIds::numberOf).toList();
        Map<Long, DeadRow> dead = rows.dead(numbers);
        Map<Long, MessageRow> messages = rows.messages(numbers);
        Map<Long, DeadRow> found = new LinkedHashMap<>();
        for (Ulid id : ids) {
            long no = MessageIds.numberOf(id);
            DeadRow row = dead.get(no);
            MessageRow message = messages.get(no);
            if (row == null || message == null || row.topicId() != topic.id() || !message.id().equals(id)) {
                skipped.put(id, "not_dead");
            } else {
                found.put(no, row);
            }
        }
        return List.copyOf(found.values());
    }

    private boolean isFull(TopicRow topic, MessageRow message) throws SQLException {
        long alive = ledger.counts(new QueueKey(topic.id(), message.shard())).alive();
        return alive >= moment.rules().of(topic.name()).capacity();
    }

    private void settle(TopicRow topic, MessageRow message, boolean isPurge) throws SQLException {
        if (isPurge) {
            ledger.delete(topic, message);
            ledger.tally(topic.name()).purgedDead++;
        } else {
            ledger.change(topic, message, Transitions.redriven(message, moment));
            ledger.tally(topic.name()).redriven++;
        }
    }

    Outcome purge(Operation.PurgeTopic operation) throws SQLException {
        TopicRow topic = rows.topic(operation.topic());
        if (topic == null) {
            return new Outcome.Purged(0, 0);
        }
        long below = operation.below() == 0 ? moment.numbers().getAsLong() : operation.below();
        long from = rows.numberBelow(below, PURGE_LOOKS_AT);
        List<MessageRow> page = rows.aliveBetween(topic.id(), from, below, operation.limit());
        for (MessageRow row : page) {
            ledger.delete(topic, row);
        }
        return new Outcome.Purged(page.size(), page.size() < operation.limit() ? from : page.getLast().no());
    }

    Outcome listTopics(Operation.ListTopics operation) throws SQLException {
        List<TopicStats> found = new ArrayList<>();
        String after = operation.after();
        while (true) {
            List<TopicRow> page = rows.topicsAfter(after, operation.limit() + 1);
            for (TopicRow topic : page) {
                if (operation.scope().allows(topic.name())) {
                    if (found.size() == operation.limit()) {
                        return new Outcome.Topics(List.copyOf(found), true);
                    }
                    found.add(stats(topic));
                }
            }
            if (page.size() <= operation.limit()) {
                return new Outcome.Topics(List.copyOf(found), false);
            }
            after = page.getLast().name();
        }
    }

    Outcome readStats(Operation.ReadStats operation) throws SQLException {
        TopicRow topic = rows.topic(operation.topic());
        return new Outcome.Stats(topic == null
                ? new TopicStats(operation.topic(), Counts.NONE, 0)
                : stats(topic));
    }

    private TopicStats stats(TopicRow topic) throws SQLException {
        long oldestMs = Long.MAX_VALUE;
        for (int shard = 0; shard < moment.rules().shards(); shard++) {
            var queue = new QueueKey(topic.id(), shard);
            if (ledger.counts(queue).ready() > 0) {
                for (MessageRow head : rows.readyAfter(queue, 0, 1)) {
                    oldestMs = Math.min(oldestMs, head.ageMs());
                }
            }
        }
        long ageMs = oldestMs == Long.MAX_VALUE ? 0 : Math.max(0, moment.nowMs() - oldestMs);
        return new TopicStats(topic.name(), ledger.countsOf(topic), ageMs);
    }
}
