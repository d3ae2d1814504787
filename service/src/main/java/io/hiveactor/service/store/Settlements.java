package io.hiveactor.service.store;

import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.MessageIds;
import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Step;
import io.hiveactor.service.queue.Transitions;
import io.hiveactor.service.queue.Ulid;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Acknowledges, nacks, extends and gives back, in one step of a batch. */
final class Settlements {
    private final Ledger ledger;
    private final Map<Long, MessageRow> read = new HashMap<>();
    private boolean hasEndedLeases;

    Settlements(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Reads all rows that the operations name, at once. */
    void load(List<Operation> operations) throws SQLException {
        Set<Long> numbers = new LinkedHashSet<>();
        for (Operation operation : operations) {
            if (operation instanceof Operation.OnLease settle) {
                numbers.add(MessageIds.numberOf(settle.id()));
            } else if (operation instanceof Operation.GiveBack back) {
                back.leases().forEach(lease -> numbers.add(MessageIds.numberOf(lease.id())));
            }
        }
        if (!numbers.isEmpty()) {
            read.putAll(ledger.rows.messages(numbers));
            ledger.salvageDamaged();
        }
    }

    Outcome settle(Operation.OnLease operation) throws SQLException {
        MessageRow row = row(operation.id());
        TopicRow topic = row == null ? null : ledger.rows.topic(row.topicId());
        String name = topic == null ? "" : topic.name();
        Step step = Transitions.settled(row, name, operation, ledger.moment);
        if (row != null && topic != null && !step.isRefused()) {
            ledger.change(topic, row, step);
            MessageRow after = step.after();
            hasEndedLeases |= after != null && after.hold() != null && after.dueMs() <= ledger.moment.nowMs();
            if (after == null) {
                Tally tally = ledger.tally(name);
                tally.acked++;
                tally.attempts.add(row.attempt());
            }
        }
        Outcome outcome = step.outcome();
        if (outcome == null) {
            throw new IllegalStateException("a settlement without an outcome: " + operation);
        }
        return outcome;
    }

    /** Whether an extend has ended a lease at once, so that its message is due. */
    boolean hasEndedLeases() {
        return hasEndedLeases;
    }

    Outcome giveBack(Operation.GiveBack operation) throws SQLException {
        int count = 0;
        for (LeaseRef lease : operation.leases()) {
            MessageRow row = row(lease.id());
            if (row != null && Transitions.isRunning(row, lease.token(), ledger.moment)) {
                ledger.change(ledger.rows.topic(row.topicId()), row, Transitions.givenBack(row, ledger.moment));
                count++;
            }
        }
        return new Outcome.GivenBack(count);
    }

    private @Nullable MessageRow row(Ulid id) {
        MessageRow found = read.get(MessageIds.numberOf(id));
        MessageRow now = found == null ? null : ledger.current(found);
        return now == null || !now.id().equals(id) ? null : now;
    }
}
