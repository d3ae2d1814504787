package io.hiveactor.service.store;

import io.hiveactor.service.queue.BodyRow;
import io.hiveactor.service.queue.Hashes;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Operation.Send;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Outcome.Refused;
import io.hiveactor.service.queue.Refusal;
import io.hiveactor.service.queue.Rules;
import io.hiveactor.service.queue.TopicRules;
import io.hiveactor.service.queue.Transitions;
import io.hiveactor.service.queue.Ulid;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Stores new messages, in one step of a batch. A repeat is answered before any limit is looked at. */
final class Sends {
    private static final int TRIMMED_AT_ONCE = 1_000;

    private final Ledger ledger;
    private final Moment moment;
    private final Rules rules;
    private final boolean isDiskFull;

    Sends(Ledger ledger, boolean isDiskFull) {
        this.ledger = ledger;
        this.isDiskFull = isDiskFull;
        moment = ledger.moment;
        rules = moment.rules();
    }

    Outcome send(Send send) throws SQLException {
        TopicRow known = ledger.rows.topic(send.topic());
        if (known != null) {
            DedupRow first = ledger.rows.dedup(known.id(), send.idemKey());
            if (first != null && first.expiresMs() > moment.nowMs()) {
                return repeated(send, first);
            }
        }
        TopicRules topicRules = rules.of(send.topic());
        int shard = Hashes.shardOf(send.topic(), send.partition(), rules.shards());
        Refused refused = limit(send, known, shard, topicRules);
        if (refused != null) {
            return refused;
        }
        TopicRow topic = known != null ? known : ledger.rows.createTopic(send.topic(), moment.nowMs());
        return store(send, topic, shard, topicRules);
    }

    private Outcome repeated(Send send, DedupRow first) {
        if (!first.payloadHash().equals(send.payloadHash())) {
            return new Refused(Refusal.PAYLOAD_MISMATCH, null, 0);
        }
        ledger.tally(send.topic()).duplicates++;
        return send.refusesDuplicates()
                ? new Refused(Refusal.DUPLICATE, first.message(), 0)
                : new Outcome.Sent(first.message(), true);
    }

    private @Nullable Refused limit(Send send, @Nullable TopicRow topic, int shard, TopicRules topicRules)
            throws SQLException {
        if (isDiskFull) {
            return Refused.of(Refusal.DISK_FULL);
        }
        if (topic == null && ledger.rows.topicCount() >= rules.topicMax()) {
            return Refused.of(Refusal.TOPIC_MAX);
        }
        if (topic != null) {
            if (ledger.counts(new QueueKey(topic.id(), shard)).alive() >= topicRules.capacity()) {
                return Refused.of(Refusal.TOPIC_FULL);
            }
            if (ledger.countsOf(topic).dead() >= rules.deadCapacity()) {
                return Refused.of(Refusal.DLQ_FULL);
            }
        }
        if (ledger.total().bytes() + send.payload().length + send.attrs().length > rules.storeMaxBytes()) {
            return Refused.of(Refusal.STORE_FULL);
        }
        return isDedupFull()
                ? new Refused(Refusal.DEDUP_FULL, null, Math.max(1, ledger.rows.nextDedupMs() - moment.nowMs()))
                : null;
    }

    private boolean isDedupFull() throws SQLException {
        if (ledger.rows.dedupCount() >= rules.dedupCapacity()) {
            ledger.rows.trimDedup(moment.nowMs(), TRIMMED_AT_ONCE);
        }
        return ledger.rows.dedupCount() >= rules.dedupCapacity();
    }

    private Outcome store(Send send, TopicRow topic, int shard, TopicRules topicRules) throws SQLException {
        long no = moment.numbers().getAsLong();
        Ulid id = MessageIds.of(send.wallMs(), no, moment.random().nextInt(), shard);
        MessageRow message = Transitions.sent(send, no, id, topic.id(), shard, moment);
        var body = new BodyRow(
                no,
                topic.id(),
                moment.nowMs(),
                send.partition(),
                send.ts(),
                send.idemKey(),
                send.corrId(),
                send.payloadHash(),
                send.chain(),
                send.attrs(),
                send.sig(),
                send.payload());
        ledger.insert(topic, message, body);
        ledger.rows.putDedup(new DedupRow(
                topic.id(), send.idemKey(), id, send.payloadHash(), moment.nowMs() + topicRules.replayMs()));
        return new Outcome.Sent(id, false);
    }
}
