package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.AckStatus;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;

/** Deletes several messages in one call. <b>Threads:</b> any thread. */
final class BatchDeleter {
    private final SqsQueue queue;

    BatchDeleter(SqsQueue queue) {
        this.queue = queue;
    }

    /** Tells each lease how it ended, but for those that failed otherwise than by being over. */
    void delete(List<SqsLease> leases) {
        List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
        for (int place = 0; place < leases.size(); place++) {
            entries.add(DeleteMessageBatchRequestEntry.builder()
                    .id(Integer.toString(place))
                    .receiptHandle(leases.get(place).handle())
                    .build());
        }
        var result = queue.call(
                "acknowledge on", on -> on.deleteMessageBatch(ask -> ask.queueUrl(queue.url()).entries(entries)));
        result.successful().forEach(each -> leases.get(Integer.parseInt(each.id())).answered(AckStatus.DONE));
        result.failed().stream()
                .filter(each -> Refusal.of(each).isStaleReceipt())
                .forEach(each -> leases.get(Integer.parseInt(each.id())).answered(AckStatus.LEASE_ENDED));
    }
}
