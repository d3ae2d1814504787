package io.hiveactor.service.http;

import io.hiveactor.service.engine.Answer;
import io.hiveactor.service.engine.Entrance;
import io.hiveactor.service.engine.Poll;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Outcome;
import io.hiveactor.service.queue.Ulid;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An engine that answers as the test says, and remembers what it was asked. */
final class ScriptedEntrance implements Entrance {
    final BlockingQueue<Operation> seen = new LinkedBlockingQueue<>();
    final BlockingQueue<Poll> polls = new LinkedBlockingQueue<>();
    volatile Function<Operation, Outcome> outcome = operation -> {
        throw new AssertionError("not expected: " + operation);
    };
    volatile Function<Poll, Answer> onReceive = poll -> committed(outcome.apply(poll.receive()));
    volatile Answer instead;
    volatile boolean cancels;
    volatile String topic;

    static Answer committed(Outcome... outcomes) {
        return new Answer.Committed(List.of(outcomes));
    }

    @Override
    public Answer execute(String ofTopic, List<Operation> operations) {
        topic = ofTopic;
        seen.addAll(operations);
        if (operations.getFirst() instanceof Operation.GiveBack giveBack) {
            return committed(new Outcome.GivenBack(giveBack.leases().size()));
        }
        return instead != null
                ? instead
                : new Answer.Committed(operations.stream().map(outcome).toList());
    }

    @Override
    public Answer receive(Poll poll) {
        polls.add(poll);
        return instead != null ? instead : onReceive.apply(poll);
    }

    @Override
    public boolean cancel(String ofTopic, String pollId, Ulid capability) {
        return cancels;
    }

    @Override
    public Answer operate(Operation operation) {
        return execute("", List.of(operation));
    }

    /** The next operation; waits for it. */
    <T extends Operation> T next(Class<T> type) {
        try {
            return type.cast(seen.poll(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
