package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Counts;
import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Operation.Receive;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Outcome.Received;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.Transitions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Leases ready messages, in one step of a batch. */
final class Claims {
    private static final int DUE_AT_ONCE = 1_024;

    private final Ledger ledger;
    private final Moment moment;
    private final ClaimTurns turns;
    /** Whether queues may still have messages whose lease has ended. */
    private final boolean isMoreDue;
    /** The place up to which the claims of this batch have taken the messages of a queue. */
    private final Map<QueueKey, Long> takenUpTo = new HashMap<>();
    /** Queues whose ended leases this batch has moved. */
    private final Set<QueueKey> moved = new HashSet<>();

    Claims(Ledger ledger, ClaimTurns turns, boolean isMoreDue) {
        this.ledger = ledger;
        this.turns = turns;
        this.isMoreDue = isMoreDue;
        moment = ledger.moment;
    }

    Outcome claim(Receive receive) throws SQLException {
        TopicRow topic = ledger.rows.topic(receive.topic());
        if (topic == null) {
            return Received.NOTHING;
        }
        int room = receive.maxMessages() - unsettled(receive);
        if (room <= 0) {
            return Received.NOTHING;
        }
        List<QueueKey> queues = queues(topic, receive);
        if (isMoreDue) {
            moveDue(queues, room);
        }
        if (free() <= 0) {
            return whenFull(queues);
        }
        var taken = new ArrayList<Envelope>();
        long bytes = 0;
        int limit = (int) Math.min(room, free());
        for (QueueKey queue : queues) {
            if (taken.size() == limit || (bytes >= receive.maxBytes() && !taken.isEmpty())) {
                break;
            }
            long more = claimFrom(queue, topic, receive, limit, bytes, taken);
            if (more > bytes && receive.partition() == null) {
                turns.claimed(queue.topicId(), queue.shard());
            }
            bytes = more;
        }
        return taken.isEmpty() ? Received.NOTHING : new Received(List.copyOf(taken));
    }

    /** The queues to look in, in turn. */
    private List<QueueKey> queues(TopicRow topic, Receive receive) {
        int shards = moment.rules().shards();
        if (receive.partition() != null) {
            return List.of(new QueueKey(topic.id(), Hashes.shardOf(topic.name(), receive.partition(), shards)));
        }
        int first = turns.firstShard(topic.id(), shards);
        List<QueueKey> queues = new ArrayList<>(shards);
        for (int i = 0; i < shards; i++) {
            queues.add(new QueueKey(topic.id(), (first + i) % shards));
        }
        return queues;
    }

    /** How many messages may still be leased. */
    private long free() throws SQLException {
        return moment.rules().globalInflight() - ledger.total().leased();
    }

    /**
     * Moves what is due in the queues of a claim. It goes to their ends, so a queue that has enough without it is left alone,
     * unless the ended leases are what makes the store full.
     */
    private void moveDue(List<QueueKey> queues, int wanted) throws SQLException {
        for (QueueKey queue : queues) {
            Counts counts = ledger.counts(queue);
            boolean mayHaveDue = counts.leased() + counts.delayed() > 0;
            if (mayHaveDue && (counts.ready() < wanted || free() < wanted) && moved.add(queue)) {
                ledger.flush();
                for (MessageRow row : ledger.rows.dueIn(queue, moment.nowMs(), DUE_AT_ONCE)) {
                    Batch.endLease(ledger, row);
                }
                ledger.flush();
            }
        }
    }

    private Outcome whenFull(List<QueueKey> queues) throws SQLException {
        for (QueueKey queue : queues) {
            if (ledger.counts(queue).ready() > 0) {
                ledger.flush(); // the leases of this batch end, too
                long waitMs = Math.max(1, ledger.rows.nextDueMs() - moment.nowMs());
                return new Outcome.Refused(Refusal.GLOBAL_INFLIGHT, null, waitMs);
            }
        }
        return Received.NOTHING;
    }

    /** How many leases of a stream still run. */
    private int unsettled(Receive receive) throws SQLException {
        if (receive.unsettled().isEmpty()) {
            return 0;
        }
        Map<Long, MessageRow> rows = ledger.rows.messages(
                receive.unsettled().stream().map(lease -> MessageIds.numberOf(lease.id())).toList());
        int running = 0;
        for (LeaseRef lease : receive.unsettled()) {
            if (Transitions.isRunning(rows.get(MessageIds.numberOf(lease.id())), lease.token(), moment)) {
                running++;
            }
        }
        return running;
    }

    /** Adds messages of one queue, and returns how many bytes there are with them. */
    private long claimFrom(
            QueueKey queue, TopicRow topic, Receive receive, int limit, long bytesBefore, List<Envelope> taken)
            throws SQLException {
        long bytes = bytesBefore;
        while (taken.size() < limit && ledger.counts(queue).ready() > 0) {
            long after = takenUpTo.getOrDefault(queue, 0L);
            List<MessageRow> heads = ledger.rows.readyAfter(queue, after, limit - taken.size());
            if (heads.isEmpty()) {
                break;
            }
            List<MessageRow> fitting = new ArrayList<>();
            for (MessageRow row : heads) {
                boolean isFirst = taken.isEmpty() && fitting.isEmpty();
                if (!isFirst && bytes + row.size() > receive.maxBytes()) {
                    break;
                }
                fitting.add(row);
                bytes += row.size();
            }
            if (fitting.isEmpty()) {
                break;
            }
            takenUpTo.put(queue, fitting.getLast().seq());
            long damagedBytes = lease(fitting, topic, receive, taken);
            bytes -= damagedBytes;
            if (fitting.size() < heads.size() && damagedBytes == 0) {
                break;
            }
        }
        return bytes;
    }

    /** Leases messages; those whose content is damaged become dead letters instead, and their bytes are returned. */
    private long lease(List<MessageRow> rows, TopicRow topic, Receive receive, List<Envelope> taken)
            throws SQLException {
        Map<Long, BodyRow> bodies = ledger.rows.bodies(rows.stream().map(MessageRow::no).toList());
        long damagedBytes = 0;
        for (MessageRow row : rows) {
            BodyRow body = bodies.get(row.no());
            Damage damage = body == null ? Damage.CRC : body.damage(topic.name());
            if (body == null || damage != null) {
                ledger.damaged(topic, row, damage == null ? Damage.CRC : damage);
                damagedBytes += row.size();
                continue;
            }
            MessageRow leased = Transitions.claimed(row, receive, moment);
            ledger.change(topic, row, leased);
            Tally tally = ledger.tally(topic.name());
            tally.claimed++;
            if (leased.attempt() > 1) {
                tally.redelivered++;
            }
            taken.add(new Envelope(topic.name(), leased, body, receive.visibilityMs()));
        }
        return damagedBytes;
    }
}
