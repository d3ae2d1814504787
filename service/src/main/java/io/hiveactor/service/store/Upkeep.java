package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadReason;
import io.hiveactor.service.queue.DeadRow;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.MessageState;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Transitions;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What the service does to stay in shape: retention, checks of stored data, revocations. */
final class Upkeep {
    private static final int SLICE = 1_000;
    private static final long EMPTY_TOPIC_MS = 24 * 3_600_000L;

    private final Ledger ledger;
    private final Rows rows;
    private final Moment moment;

    Upkeep(Ledger ledger) {
        this.ledger = ledger;
        rows = ledger.rows;
        moment = ledger.moment;
    }

    Outcome retain(Operation.Retain operation) throws SQLException {
        List<Long> old = rows.sentBefore(moment.nowMs() - moment.rules().minReadyMs(), operation.after(), SLICE);
        int changed = expire(old);
        int deleted = deleteDead();
        int trimmed = rows.trimDedup(moment.nowMs(), SLICE);
        ledger.flush();
        boolean isLast = old.size() < SLICE && deleted < SLICE && trimmed < SLICE;
        if (isLast) {
            rows.deleteEmptyTopics(moment.nowMs(), EMPTY_TOPIC_MS);
        }
        long next = old.isEmpty() ? operation.after() : old.getLast();
        return new Outcome.Done(isLast ? 0 : Math.max(1, next), changed + deleted + trimmed);
    }

    private int expire(List<Long> numbers) throws SQLException {
        int changed = 0;
        for (MessageRow row : rows.messages(numbers).values()) {
            TopicRow topic = rows.topic(row.topicId());
            if (Transitions.isExpired(row, topic.name(), moment)) {
                ledger.change(topic, row, Transitions.died(row, DeadReason.EXPIRED, row.note(), moment));
                changed++;
            }
        }
        ledger.flush();
        return changed;
    }

    private int deleteDead() throws SQLException {
        int deleted = 0;
        for (TopicRow topic : rows.topicsWithDead()) {
            long diedBefore = moment.nowMs() - moment.rules().of(topic.name()).deadMs();
            List<Long> old = rows.deadAfter(topic.id(), 0, SLICE - deleted).stream()
                    .filter(dead -> dead.deadMs() <= diedBefore)
                    .map(DeadRow::no)
                    .toList();
            for (MessageRow message : rows.messages(old).values()) {
                ledger.delete(topic, message);
                ledger.tally(topic.name()).purgedDead++;
                deleted++;
            }
            if (deleted >= SLICE) {
                break;
            }
        }
        return deleted;
    }

    Outcome scrub(Operation.Scrub operation) throws SQLException {
        List<MessageRow> page = rows.messagesAfter(operation.after(), operation.limit());
        Map<Long, BodyRow> bodies = rows.bodies(page.stream().map(MessageRow::no).toList());
        int found = rows.missingInIndex(page).size();
        ledger.noteDamage(Damage.STRUCTURE, found);
        for (MessageRow row : page) {
            BodyRow body = bodies.get(row.no());
            TopicRow topic = rows.topic(row.topicId());
            Damage damage = body == null ? Damage.CRC : body.damage(topic.name());
            if (damage != null && !isKnown(row)) {
                ledger.damaged(topic, row, damage);
                found++;
            }
        }
        return new Outcome.Done(page.size() < operation.limit() ? 0 : page.getLast().no(), found);
    }

    /** Whether damage of a message was found before. */
    private boolean isKnown(MessageRow row) throws SQLException {
        DeadRow dead = row.state() == MessageState.DEAD ? rows.dead(List.of(row.no())).get(row.no()) : null;
        return dead != null && dead.reason() == DeadReason.INTEGRITY;
    }

    Outcome revoke(Operation.RevokeCapability operation) throws SQLException {
        rows.revoke(operation.capability(), operation.untilWallMs());
        return new Outcome.Done(0, 1);
    }

    Outcome revoke(Operation.RevokeKey operation) throws SQLException {
        rows.revoke(operation.kid(), operation.minEpoch());
        return new Outcome.Done(0, 1);
    }

    Outcome revocations(Operation.ListRevocations operation) throws SQLException {
        return new Outcome.Revocations(rows.revokedCapabilities(operation.wallMs()), rows.minEpochs());
    }
}
