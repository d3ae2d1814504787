package io.hiveactor.service.store;

import io.hiveactor.service.queue.Damage;
import io.hiveactor.service.queue.DeadReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a batch did besides answering, for waiting receivers, the scanner, metrics and logs.
 *
 * @param nowMs service time of the batch
 * @param nextDueMs when the next lease or delay ends; {@link Long#MAX_VALUE} if none does
 * @param ready topics in which messages became ready that nobody has claimed yet
 * @param settled topics in which leases ended, whatever way
 * @param topics what happened in each topic
 * @param damages what checks found
 */
public record BatchReport(
        long nowMs,
        long nextDueMs,
        Set<String> ready,
        Set<String> settled,
        Map<String, TopicEvents> topics,
        List<Damage> damages) {

    /** What several batches did, the last of them being the present. */
    static BatchReport merge(List<BatchReport> reports) {
        BatchReport last = reports.getLast();
        Set<String> ready = new HashSet<>();
        Set<String> settled = new HashSet<>();
        Map<String, TopicEvents> topics = new HashMap<>();
        List<Damage> damages = new ArrayList<>();
        for (BatchReport report : reports) {
            ready.addAll(report.ready);
            settled.addAll(report.settled);
            report.topics.forEach((topic, events) -> topics.merge(topic, events, TopicEvents::plus));
            damages.addAll(report.damages);
        }
        return new BatchReport(last.nowMs, last.nextDueMs, ready, settled, topics, damages);
    }

    /**
     * Counts of one topic in one batch.
     *
     * @param sent new messages
     * @param duplicates repeats of sends
     * @param claimed deliveries
     * @param redelivered deliveries that were not the first
     * @param acked messages processed
     * @param requeued messages made ready again by the end of a lease
     * @param redriven dead letters brought back
     * @param dead messages that became dead letters, by reason
     * @param purgedDead dead letters deleted
     * @param attempts attempts of the messages acked
     */
    public record TopicEvents(
            int sent,
            int duplicates,
            int claimed,
            int redelivered,
            int acked,
            int requeued,
            int redriven,
            Map<DeadReason, Integer> dead,
            int purgedDead,
            List<Integer> attempts) {
        TopicEvents plus(TopicEvents other) {
            Map<DeadReason, Integer> allDead = new HashMap<>(dead);
            other.dead.forEach((reason, count) -> allDead.merge(reason, count, Integer::sum));
            List<Integer> allAttempts = new ArrayList<>(attempts);
            allAttempts.addAll(other.attempts);
            return new TopicEvents(
                    sent + other.sent,
                    duplicates + other.duplicates,
                    claimed + other.claimed,
                    redelivered + other.redelivered,
                    acked + other.acked,
                    requeued + other.requeued,
                    redriven + other.redriven,
                    allDead,
                    purgedDead + other.purgedDead,
                    allAttempts);
        }
    }
}
