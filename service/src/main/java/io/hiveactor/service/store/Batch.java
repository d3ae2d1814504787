package io.hiveactor.service.store;

import io.hiveactor.service.queue.MessageRow;
import io.hiveactor.service.queue.Moment;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Operation.OnLease;
import io.hiveactor.service.queue.Operation.Receive;
import io.hiveactor.service.queue.Operation.Send;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Transitions;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The work of one transaction, in a fixed order: what is due; settlements; sends; claims; the rest. So a claim of a batch
 * finds what the batch itself made ready, and a lease that has ended is never settled.
 *
 * <p><b>Threads:</b> that of the transaction. Used once.
 */
final class Batch {
    private static final int DUE_AT_ONCE = 1_024;

    private final List<Operation> operations;
    private final @Nullable Outcome[] outcomes;
    private final Ledger ledger;
    private final boolean isDiskFull;
    private final ClaimTurns turns;
    private boolean isMoreDue;

    Batch(List<Operation> operations, Rows rows, Moment moment, boolean isDiskFull, ClaimTurns turns) {
        this.operations = operations;
        outcomes = new Outcome[operations.size()];
        ledger = new Ledger(rows, moment);
        this.isDiskFull = isDiskFull;
        this.turns = turns;
    }

    BatchResult execute() throws SQLException {
        moveDue();
        var settlements = new Settlements(ledger);
        settlements.load(operations);
        each(OnLease.class, settlements::settle);
        each(Operation.GiveBack.class, settlements::giveBack);
        ledger.flush();
        if (settlements.hasEndedLeases()) {
            moveDue();
        }
        var sends = new Sends(ledger, isDiskFull);
        each(Send.class, sends::send);
        ledger.flush();
        var claims = new Claims(ledger, turns, isMoreDue);
        each(Receive.class, claims::claim);
        ledger.flush();
        var operators = new OperatorWork(ledger);
        var upkeep = new Upkeep(ledger);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                outcomes[i] = rest(operations.get(i), operators, upkeep);
                ledger.flush();
            }
        }
        ledger.salvageDamaged();
        ledger.flush();
        BatchReport report = ledger.report(ledger.rows.nextDueMs());
        return new BatchResult(Arrays.stream(outcomes).map(Objects::requireNonNull).toList(), report);
    }

    private void moveDue() throws SQLException {
        List<MessageRow> due = ledger.rows.due(ledger.moment.nowMs(), DUE_AT_ONCE);
        for (MessageRow row : due) {
            endLease(ledger, row);
        }
        isMoreDue = due.size() == DUE_AT_ONCE;
        ledger.flush();
    }

    static void endLease(Ledger ledger, MessageRow row) throws SQLException {
        TopicRow topic = ledger.rows.topic(row.topicId());
        if (row.hold() != null) {
            ledger.tally(topic.name()).requeued++;
        }
        ledger.change(topic, row, Transitions.ended(row, topic.name(), ledger.moment));
    }

    private Outcome rest(Operation operation, OperatorWork operators, Upkeep upkeep) throws SQLException {
        return switch (operation) {
            case Operation.ListDead list -> operators.listDead(list);
            case Operation.ReadDead read -> operators.readDead(read);
            case Operation.SettleDead settle -> operators.settleDead(settle);
            case Operation.PurgeTopic purge -> operators.purge(purge);
            case Operation.ListTopics list -> operators.listTopics(list);
            case Operation.ReadStats read -> operators.readStats(read);
            case Operation.RevokeCapability revoke -> upkeep.revoke(revoke);
            case Operation.RevokeKey revoke -> upkeep.revoke(revoke);
            case Operation.ListRevocations list -> upkeep.revocations(list);
            case Operation.Retain retain -> upkeep.retain(retain);
            case Operation.Scrub scrub -> upkeep.scrub(scrub);
            case Operation.Sweep sweep -> new Outcome.Done(0, 0);
            case Send send -> throw new IllegalStateException("not sent in its step: " + send.topic());
            case Receive receive -> throw new IllegalStateException("not claimed in its step: " + receive.topic());
            case OnLease settle -> throw new IllegalStateException("not settled in its step: " + settle.id());
            case Operation.GiveBack back -> throw new IllegalStateException("not given back in its step: " + back);
        };
    }

    private interface Executor<T> {
        Outcome execute(T operation) throws SQLException;
    }

    private <T extends Operation> void each(Class<T> type, Executor<T> executor) throws SQLException {
        for (int i = 0; i < outcomes.length; i++) {
            if (type.isInstance(operations.get(i))) {
                outcomes[i] = executor.execute(type.cast(operations.get(i)));
            }
        }
    }
}
