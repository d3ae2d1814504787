package io.hiveactor.service.engine;

import io.hiveactor.ipc.Request;
import io.hiveactor.service.queue.Operation;
import java.util.List;
import java.util.Map;

/** What a worker is asked. */
sealed interface Intake {
    /** Execute operations in one transaction. */
    record Work(String topic, List<Operation> operations) implements Intake, Request<Intake, Answer> {}

    /** Lease messages, and wait for the first one. */
    record Receive(Poll poll) implements Intake, Request<Intake, Answer> {}

    /** Requests were answered; how many of each topic. */
    record Answered(Map<String, Integer> topics) implements Intake {}

    /** The committer ended, and with it all requests it had. */
    record CommitterEnded() implements Intake {}
}
