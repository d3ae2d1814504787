package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.BackendException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/**
 * One call that receives, which whoever waits for it can leave at any moment.
 *
 * <p><b>Threads:</b> one awaits; any may abandon.
 */
final class Poll {
    /*
     * The call runs on a virtual thread, since a thread that reads from a socket cannot be woken in general.
     *
     * A call that nobody waits for is not aborted. The server may not notice, and would lease the next message to nobody, for
     * as long as the lease was to be. So it runs to its end, 20 seconds at most, and gives back at once what it got; that
     * costs those messages a delivery. If the process ends before, the messages come back when their leases end. Nothing is
     * lost in any case.
     *
     * The answer is set once: by the server, or by who abandons. The loser of that race knows.
     */
    private final CompletableFuture<List<Message>> answer = new CompletableFuture<>();
    private final SqsQueue queue;
    private final ReceiveMessageRequest request;

    Poll(SqsQueue queue, ReceiveMessageRequest request) {
        this.queue = queue;
        this.request = request;
    }

    void start() {
        var _ = Thread.ofVirtual().name("sqs-poll-" + queue.name()).start(this::run);
    }

    private void run() {
        try {
            List<Message> messages = queue.call("receive from", from -> from.receiveMessage(request)).messages();
            if (!answer.complete(messages)) {
                queue.giveBack(messages);
            }
        } catch (Throwable e) { // handed on to who awaits
            answer.completeExceptionally(e);
        }
    }

    /** What came; nothing if it was abandoned. An interrupt abandons it, unless the answer is there already. */
    List<Message> await() throws InterruptedException {
        try {
            return answer.get();
        } catch (CancellationException _) {
            return List.of();
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw cause instanceof BackendException told ? told : new BackendException(String.valueOf(cause.getMessage()), cause);
        } catch (InterruptedException e) {
            if (answer.cancel(false)) {
                throw e;
            }
            Thread.currentThread().interrupt(); // for the next wait; these messages are leased, so they are taken
            return await();
        }
    }

    void abandon() {
        answer.cancel(false);
    }
}
