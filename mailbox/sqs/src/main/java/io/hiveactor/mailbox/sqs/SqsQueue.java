package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** A queue that was found on the server, and the one way to call it. <b>Threads:</b> any thread. */
final class SqsQueue {
    private final SqsClient client;
    private final String name;
    private final String url;

    private SqsQueue(SqsClient client, String name, String url) {
        this.client = client;
        this.name = name;
        this.url = url;
    }

    /**
     * Asks the server for it.
     *
     * @return null if there is none
     */
    static @Nullable SqsQueue find(SqsClient client, String name) {
        try {
            String url = whileNotInterrupted(() -> client.getQueueUrl(ask -> ask.queueName(name)).queueUrl());
            return new SqsQueue(client, name, url);
        } catch (QueueDoesNotExistException _) {
            return null;
        } catch (RuntimeException e) {
            throw failure("find", name, e);
        }
    }

    String name() {
        return name;
    }

    SqsClient client() {
        return client;
    }

    String url() {
        return url;
    }

    boolean isFifo() {
        return QueueName.isFifo(name);
    }

    /**
     * Calls the server.
     *
     * @param what is attempted, such as "send to"
     * @throws BackendException whatever the client throws
     */
    <A> A call(String what, Function<SqsClient, A> call) {
        try {
            return whileNotInterrupted(() -> call.apply(client));
        } catch (RuntimeException e) { // a client that was closed fails with other than its own exceptions
            throw failure(what, name, e);
        }
    }

    /** Deletes a message that is leased. */
    AckStatus delete(String handle) {
        return settle("acknowledge on", on -> {
            var _ = on.deleteMessage(ask -> ask.queueUrl(url).receiptHandle(handle));
        });
    }

    /** Lets the lease of a message end so many seconds from now. */
    AckStatus hide(String handle, int seconds) {
        return settle("change a lease on", on -> {
            var _ = on.changeMessageVisibility(
                    ask -> ask.queueUrl(url).receiptHandle(handle).visibilityTimeout(seconds));
        });
    }

    /** Calls the server about a delivery, which may be over. */
    private AckStatus settle(String what, Consumer<SqsClient> call) {
        try {
            return whileNotInterrupted(() -> {
                call.accept(client);
                return AckStatus.DONE;
            });
        } catch (SqsException e) {
            if (Refusal.of(e).isStaleReceipt()) {
                return AckStatus.LEASE_ENDED;
            }
            if (Refusal.of(e).isLeaseTooLong()) {
                throw new IllegalArgumentException(what + " queue " + name + ": " + e.getMessage(), e);
            }
            throw failure(what, name, e);
        } catch (RuntimeException e) {
            throw failure(what, name, e);
        }
    }

    /** Makes messages visible again that nobody is to be given. */
    void giveBack(List<Message> messages) {
        if (messages.isEmpty()) {
            return;
        }
        List<ChangeMessageVisibilityBatchRequestEntry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(ChangeMessageVisibilityBatchRequestEntry.builder()
                    .id(Integer.toString(entries.size()))
                    .receiptHandle(message.receiptHandle())
                    .visibilityTimeout(0)
                    .build());
        }
        try {
            var _ = call("give back to",
                    to -> to.changeMessageVisibilityBatch(ask -> ask.queueUrl(url).entries(entries)));
        } catch (BackendException _) {
            // their leases end by themselves
        }
    }

    /**
     * The client refuses to begin on a thread that is interrupted. But who was told to stop still has to settle what it has in
     * hand; the interrupt is kept for whatever waits next. One that comes during the call fails it.
     */
    private static <A> A whileNotInterrupted(Supplier<A> call) {
        boolean wasInterrupted = Thread.interrupted();
        try {
            return call.get();
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static BackendException failure(String what, String name, RuntimeException e) {
        return new BackendException(what + " queue " + name + ": " + e.getMessage(), e);
    }
}
