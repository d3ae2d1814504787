package io.hiveactor.mailbox.sqs;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** The receives that wait in one mailbox, until it is closed. <b>Threads:</b> any thread. */
final class OpenPolls {
    private final SqsQueue queue;
    private final Set<Poll> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    OpenPolls(SqsQueue queue) {
        this.queue = queue;
    }

    /** What one call gets; nothing if closed before it got something. */
    List<Message> receive(ReceiveMessageRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        var poll = new Poll(queue, request);
        open.add(poll);
        try {
            if (isClosed) { // asked after the poll was added, so that either it is seen here or the close sees the poll
                return List.of();
            }
            poll.start();
            return unlessClosed(poll.await());
        } finally {
            open.remove(poll);
        }
    }

    private List<Message> unlessClosed(List<Message> messages) {
        if (isClosed) {
            queue.giveBack(messages);
            return List.of();
        }
        return messages;
    }

    void close() {
        isClosed = true;
        open.forEach(Poll::abandon);
    }

    boolean isClosed() {
        return isClosed;
    }

    /** How many calls are awaited. */
    int count() {
        return open.size();
    }
}
