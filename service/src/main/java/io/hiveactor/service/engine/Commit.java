package io.hiveactor.service.engine;

import io.hiveactor.ipc.Ref;
import io.hiveactor.ipc.Request;
import io.hiveactor.service.queue.Operation;
import io.hiveactor.service.queue.Ulid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the committer is asked. */
sealed interface Commit {
    /**
     * Execute operations in one transaction.
     *
     * @param topic topic of the request, "" if it has none
     * @param worker the worker that counts the request, if one does
     */
    record Work(String topic, List<Operation> operations, @Nullable Ref<Intake> worker)
            implements Commit, Request<Commit, Answer> {}

    /** Lease messages, and wait for the first one. */
    record Receive(Poll poll, @Nullable Ref<Intake> worker) implements Commit, Request<Commit, Answer> {}

    /** End a waiting poll. */
    record Cancel(PollKey key) implements Commit, Request<Commit, Boolean> {}

    /** Tell the scanner from now on when something is due. */
    record Watch(Ref<Scan> scanner) implements Commit {}

    /** Something is due, or time has to be stored. */
    record Sweep() implements Commit {}

    /** A waiting poll may have come to its end. */
    record PollsDue() implements Commit {}

    /** Try to make the store usable again. */
    record Recover() implements Commit {}

    /** End all polls, and let none wait any more. */
    record EndPolls() implements Commit {}

    /** What a poll is known by. */
    record PollKey(String topic, String pollId, Ulid capability) {}
}
