package io.hiveactor.service;

import io.hiveactor.service.capability.Revocations;
import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Entrance;
import io.hiveactor.service.engine.Poll;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.util.List;

/**
 * The way into the engine that makes a revocation effective on this node as soon as it is stored.
 *
 * <p><b>Threads:</b> any thread.
 */
final class RevokingEntrance implements Entrance {
    private final Entrance engine;
    private final Revocations revocations;

    RevokingEntrance(Entrance engine, Revocations revocations) {
        this.engine = engine;
        this.revocations = revocations;
    }

    @Override
    public Answer execute(String topic, List<Operation> operations) {
        Answer answer = engine.execute(topic, operations);
        if (answer instanceof Answer.Committed committed) {
            for (int i = 0; i < operations.size(); i++) {
                if (committed.outcomes().get(i) instanceof Outcome.Done) {
                    revoke(operations.get(i));
                }
            }
        }
        return answer;
    }

    private void revoke(Operation operation) {
        if (operation instanceof Operation.RevokeCapability revoke) {
            revocations.revoke(revoke.capability(), revoke.untilWallMs());
        } else if (operation instanceof Operation.RevokeKey revoke) {
            revocations.revokeKey(revoke.kid(), revoke.minEpoch());
        }
    }

    @Override
    public Answer receive(Poll poll) {
        return engine.receive(poll);
    }

    @Override
    public boolean cancel(String topic, String pollId, Ulid capability) {
        return engine.cancel(topic, pollId, capability);
    }

    @Override
    public Answer operate(Operation operation) {
        return engine.operate(operation);
    }
}
