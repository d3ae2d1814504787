package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.service.queue.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A poll in the committer's hands, with the right to answer it.
 *
 * @param poll what it wants
 * @param reply answers it, once
 * @param worker the worker that counts it; null once it waits
 * @param deadlineNanos when it stops waiting
 * @param number ascending in the order of arrival
 */
record Waiting(Poll poll, DeferredReply<Answer> reply, @Nullable Ref<Intake> worker, long deadlineNanos, long number) {
    private static final Answer NOTHING = new Answer.Committed(List.of(Outcome.Received.NOTHING));

    String topic() {
        return poll.receive().topic();
    }

    Commit.@Nullable PollKey key() {
        String id = poll.pollId();
        return id == null ? null : new Commit.PollKey(topic(), id, poll.receive().capability());
    }

    /** The same poll, which no worker counts any more. */
    Waiting withoutWorker() {
        return new Waiting(poll, reply, null, deadlineNanos, number);
    }

    void endWithNothing() {
        reply.reply(NOTHING);
    }
}
