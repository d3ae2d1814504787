package io.hiveactor.mailbox.sqs;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.ReceivedBatch;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/**
 * A mailbox that is a queue of SQS. The queue must exist; the client is the caller's, who closes it.
 *
 * <p>What SQS does not do as others do:
 * <ul>
 * <li>Order is about that of the sends. On a FIFO queue it is exactly that within a group, and while one of a group is in flight
 *     nobody is given the others; what is given back keeps its place.
 * <li>Leases, delays and waits are whole seconds: any part of one counts as one. A lease is at most 12 hours, counted from the
 *     delivery however often it is extended.
 * <li>A {@link Delivery} refuses to be settled from the end of its lease on, by the clock of this machine, and once it was
 *     settled. That may be later than the server has it by the time that the answer to the receive took, and is never later
 *     after an extension. It knows of its own extensions only. For a bare receipt the server decides, and a standard queue may say yes to
 *     an old one.
 * <li>A message has at most {@link SqsConfig#LARGEST_MESSAGE} bytes and no characters that XML does not have, which are most
 *     control characters. Others are refused with an {@link IllegalArgumentException} before anything is sent.
 * <li>The count is some seconds old, up to a minute. {@link #purge()} tells that count, takes up to a minute, in which it may
 *     also delete what is sent meanwhile, and fails if there was another in the last minute.
 * <li>There is no limit to how many messages it holds, so no send is refused as full.
 * <li>If several are sent and some fail, the {@link BackendException} tells which ones by their place in the list, and of which
 *     it is not known.
 * </ul>
 *
 * <p>A receive asks for at most 20 seconds at a time, so the client must let a call take that long. Who leaves a receive early,
 * by an interrupt or a close, does so at once; the call itself goes on until its 20 seconds are over, and gives back what it
 * gets. Meanwhile it has a connection of the client's, so whoever leaves often needs a client that has, or allows, so many.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class SqsMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    private static final Duration LONGEST_LEASE = Duration.ofHours(12);
    private static final Duration LONGEST_POLL = Duration.ofSeconds(20);
    /** A server may answer that much too soon; it is not worth to ask again for the rest. */
    private static final Duration NO_TIME = Duration.ofMillis(100);

    private final SqsConfig<T, R> config;
    private final SqsQueue queue;
    private final MailboxTraits traits;
    private final MailboxClock clock;
    private final Writer<T> writer;
    private final Reader<T, R> reader;
    private final BatchSender batchSender;
    private final BatchDeleter batchDeleter;
    private final OpenPolls polls;
    /** For those that are acknowledged together; forgotten with the delivery. */
    private final Map<Delivery<?, R>, SqsLease> leases = Collections.synchronizedMap(new WeakHashMap<>());

    SqsMailbox(SqsQueue queue, SqsConfig<T, R> config) {
        this.config = config;
        this.queue = queue;
        clock = config.clock();
        var order = queue.isFifo() ? MailboxTraits.Order.FIFO_IN_GROUP : MailboxTraits.Order.BEST_EFFORT;
        traits = new MailboxTraits(order, LONGEST_LEASE, false, true);
        writer = new Writer<>(config);
        reader = new Reader<>(config, queue);
        batchSender = new BatchSender(queue, config.maxBytes());
        batchDeleter = new BatchDeleter(queue);
        polls = new OpenPolls(queue);
    }

    /**
     * Opens the mailbox of a queue.
     *
     * @throws BackendException if there is no such queue, or the server cannot be asked
     */
    @SuppressWarnings("exports") // the SDK's modules are automatic, and those should not be required transitively
    public static <T extends @Nullable Object, R extends @Nullable Object> SqsMailbox<T, R> open(
            SqsClient client, SqsConfig<T, R> config) {
        SqsQueue queue = SqsQueue.find(Objects.requireNonNull(client, "client"), config.queue());
        if (queue == null) {
            throw new BackendException("there is no queue " + config.queue(), null);
        }
        return new SqsMailbox<>(queue, config);
    }

    /**
     * Opens the mailbox of a queue whose replies go to other queues of the same server.
     *
     * @throws BackendException if there is no such queue, or the server cannot be asked
     */
    @SuppressWarnings("exports")
    public static <T extends @Nullable Object, R extends @Nullable Object> SqsMailbox<T, R> open(
            SqsClient client, String queue, Codec<T> codec, Codec<R> replyCodec) {
        return open(client, SqsConfig.of(queue, codec, replyCodec));
    }

    @Override
    public String name() {
        return config.queue();
    }

    @Override
    public MailboxTraits traits() {
        return traits;
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        var request = writer.write(body, replyTo).request(queue.url());
        return new Sent(queue.call("send to", to -> to.sendMessage(request)).messageId());
    }

    @Override
    public List<SendResult> sendAll(List<? extends T> bodies) {
        List<Outgoing> messages = new ArrayList<>();
        for (T body : bodies) {
            messages.add(writer.write(body, null));
        }
        return batchSender.send(messages);
    }

    // ---- receiving ----

    @Override
    public List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) throws InterruptedException {
        return receive(maxMessages, lease, wait, batch -> !batch.messages().isEmpty()).messages();
    }

    @Override
    public ReceivedBatch<T, R> receiveBatch(int maxMessages, Duration lease, Duration wait)
            throws InterruptedException {
        return receive(maxMessages, lease, wait, batch -> !batch.isEmpty());
    }

    private ReceivedBatch<T, R> receive(
            int maxMessages, Duration lease, Duration wait, Predicate<ReceivedBatch<T, R>> isEnough)
            throws InterruptedException {
        traits.checkLease(lease, "the lease");
        MailboxTraits.checkNotNegative(wait, "the wait");
        int most = Math.clamp(maxMessages, 1, LARGEST_BATCH);
        int leaseSeconds = Seconds.roundedUp(lease);
        long deadlineNanos = MailboxClock.after(clock.nanos(), wait);
        Duration left = wait;
        do {
            var messages = polls.receive(request(most, leaseSeconds, left));
            long endNanos = MailboxClock.after(clock.nanos(), Duration.ofSeconds(leaseSeconds)); // reading may take a while
            ReceivedBatch<T, R> batch = lease(reader.read(messages), endNanos);
            if (isEnough.test(batch)) {
                return batch;
            }
            left = Duration.ofNanos(deadlineNanos - clock.nanos());
        } while (!isClosed() && left.compareTo(NO_TIME) > 0);
        return ReceivedBatch.none();
    }

    private ReceiveMessageRequest request(int most, int leaseSeconds, Duration left) {
        Duration wait = left.compareTo(LONGEST_POLL) < 0 ? left : LONGEST_POLL;
        return ReceiveMessageRequest.builder()
                .queueUrl(queue.url())
                .maxNumberOfMessages(most)
                .visibilityTimeout(leaseSeconds)
                .waitTimeSeconds(Seconds.roundedUp(wait))
                .messageAttributeNames(Wire.REPLY_TO, Wire.EMPTY)
                .messageSystemAttributeNames(
                        MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, MessageSystemAttributeName.SENT_TIMESTAMP)
                .build();
    }

    private ReceivedBatch<T, R> lease(Reader.Batch<T, R> batch, long endNanos) {
        return new ReceivedBatch<>(
                batch.readable().stream().map(each -> lease(each, endNanos)).toList(),
                batch.unreadable().stream().map(each -> lease(each, endNanos)).toList());
    }

    private <B extends @Nullable Object> Delivery<B, R> lease(Reader.Incoming<B, R> message, long endNanos) {
        var lease = new SqsLease(queue, traits, clock, message.handle(), endNanos);
        var delivery = new Delivery<>(message.id(), message.body(), message.deliveryCount(), message.enqueuedAt(),
                message.replyTo(), message.replyToName(), lease);
        leases.put(delivery, lease);
        return delivery;
    }

    /** How many deliveries had a body that could not be read, and was not moved to {@link SqsConfig#unreadable()}. */
    public long unreadable() {
        return reader.skipped();
    }

    /** How many deliveries were given back because looking for the mailbox for replies failed. */
    public long unresolved() {
        return reader.unresolved();
    }

    // ---- settling ----

    @Override
    public AckStatus acknowledge(String receipt) {
        return queue.delete(Receipt.handle(name(), receipt));
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        traits.checkLease(delay, "the delay");
        return queue.hide(Receipt.handle(name(), receipt), Seconds.roundedUp(delay));
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        traits.checkLease(lease, "the lease");
        return queue.hide(Receipt.handle(name(), receipt), Seconds.roundedUp(lease));
    }

    @Override
    public List<AckStatus> acknowledgeAll(List<Delivery<T, R>> deliveries) {
        List<AckStatus> results = new ArrayList<>();
        for (int from = 0; from < deliveries.size(); from += LARGEST_BATCH) {
            var some = deliveries.subList(from, Math.min(from + LARGEST_BATCH, deliveries.size()));
            List<SqsLease> open = some.stream()
                    .map(leases::get) // null for one that another mailbox has delivered
                    .filter(each -> each != null && !each.isOver())
                    .distinct()
                    .toList();
            if (!open.isEmpty()) {
                batchDeleter.delete(open);
            }
            some.forEach(each -> results.add(each.acknowledge())); // who has no answer yet asks for itself
        }
        return results;
    }

    // ---- all of it ----

    @Override
    public long purge() {
        long count = approximateCount();
        var _ = queue.call("purge", on -> on.purgeQueue(ask -> ask.queueUrl(queue.url())));
        return count;
    }

    @Override
    public long approximateCount() {
        var answer = queue.call("count", on -> on.getQueueAttributes(ask -> ask.queueUrl(queue.url())
                .attributeNames(
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE,
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED)));
        return answer.attributes().values().stream().mapToLong(Long::parseLong).sum();
    }

    @Override
    public void close() {
        polls.close();
    }

    @Override
    public boolean isClosed() {
        return polls.isClosed();
    }

    /** How many receives wait. */
    public int waiting() {
        return polls.count();
    }

    @Override
    public String toString() {
        return "mailbox " + name();
    }
}
