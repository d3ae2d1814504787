package io.hiveactor.mailbox.redis;

import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxResolver;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.ReceivedBatch;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.UnreadableBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox in Redis. All who open one of the same name, in whatever process, have the same queue.
 *
 * <p>Leases end by the server's clock, exactly, and at the latest in the year 2255. It is as durable as the server is
 * configured to be, unless {@link RedisConfig#keyTtl()} lets the server delete the queue. That holds for the TTL of a
 * sender elsewhere, too: what it puts into an empty queue expires, as do replies by name after three days, unless a
 * mailbox without a TTL makes a call before. {@link MailboxTraits#isDurable()} knows only the TTL of this mailbox.
 * Each call to the server is done once, also if the client has to send it again after a reconnect. A call that throws
 * {@link BackendException} may have been done all the same: a message then is sent, or leased to nobody until its lease ends, or
 * settled, so that settling it again gives {@link AckStatus#LEASE_ENDED}.
 *
 * <p>A receive that waits parks its thread and is woken by the server. If it is interrupted while the server gives it messages,
 * it returns them, and the thread stays interrupted. A close ends it at once, or, if it is just asking the server, when that has
 * answered; what the server gave it is then given back as if it had not been received.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class RedisMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    private static final System.Logger LOG = System.getLogger(RedisMailbox.class.getName());
    /** A message whose address could not be looked for is seen again after so long. */
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(1);

    /** But for whether it is durable, which depends on its TTL. */
    static final MailboxTraits TRAITS = new MailboxTraits(MailboxTraits.Order.FIFO, null, true, false);

    private final RedisConfig<T, R> config;
    private final MailboxClock clock;
    private final RedisQueue queue;
    private final Sender<T> sender;
    private final WakeChannels wakes;
    private final Waiters waiters;
    private final UnreadableBodies unreadable;
    private final MailboxResolver<R> replies;
    private final AtomicLong unresolved = new AtomicLong();
    private volatile boolean isListening;

    /** Asks the server for nothing yet. */
    public RedisMailbox(RedisBackend backend, RedisConfig<T, R> config) {
        this(backend, config, MailboxClock.system());
    }

    /** A mailbox whose replies go to any other on the same server, by its name. */
    public static <T extends @Nullable Object, R extends @Nullable Object> RedisMailbox<T, R> open(
            RedisBackend backend, String name, Codec<T> codec, Codec<R> replyCodec) {
        return new RedisMailbox<>(backend, RedisConfig.named(name, codec, replyCodec));
    }

    /** @param clock for how long a receive waits here; of leases it says nothing */
    RedisMailbox(RedisBackend backend, RedisConfig<T, R> config, MailboxClock clock) {
        this.config = config;
        this.clock = clock;
        queue = new RedisQueue(backend.scripts, new QueueKeys(config.name()), config.keyTtl());
        sender = new Sender<>(queue, config.codec(), config.maxSize());
        wakes = backend.wakes;
        waiters = new Waiters(config.pollInterval(), clock);
        unreadable = new UnreadableBodies(config.unreadable());
        replies = repliesOf(config, backend);
    }

    private static <R extends @Nullable Object> MailboxResolver<R> repliesOf(
            RedisConfig<?, R> config, RedisBackend backend) {
        if (config.replies() != null) {
            return config.replies();
        }
        return config.replyCodec() == null ? _ -> null : new RedisMailboxFactory<>(backend, config.replyCodec());
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public MailboxTraits traits() {
        return traitsOf(queue);
    }

    static MailboxTraits traitsOf(RedisQueue queue) {
        return new MailboxTraits(TRAITS.order(), TRAITS.longestLease(), TRAITS.isCountExact(), queue.isKept());
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        return sender.send(body, replyTo);
    }

    @Override
    public List<SendResult> sendAll(List<? extends T> bodies) {
        return sender.sendAll(bodies);
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
        TRAITS.checkLease(lease, "the lease");
        MailboxTraits.checkNotNegative(wait, "the wait");
        int most = Math.clamp(maxMessages, 1, LARGEST_BATCH);
        if (isClosed()) {
            return ReceivedBatch.none();
        }
        if (wait.isZero()) {
            return take(most, lease);
        }
        long deadlineNanos = MailboxClock.after(clock.nanos(), wait);
        listen();
        ReceivedBatch<T, R> batch = take(most, lease);
        while (!isEnough.test(batch) && waiters.await(deadlineNanos)) {
            batch = take(most, lease);
        }
        return batch;
    }

    /** Before the first look, so that whatever comes after it is told. */
    private void listen() {
        if (!isListening) {
            wakes.subscribe(queue.keys, waiters);
            isListening = true;
        }
    }

    private ReceivedBatch<T, R> take(int most, Duration lease) {
        Stored.Batch batch;
        try {
            batch = queue.receive(most, lease);
        } catch (BackendException e) {
            waiters.wakeOne(); // it was sent to look and has not; the next may have more luck, or is told the same
            throw e;
        }
        if (batch.nextEndMicros() >= 0) {
            waiters.leaseEndsIn(batch.nextEndMicros());
        }
        if (waiters.isClosed()) {
            giveBack(batch.messages());
            return ReceivedBatch.none();
        }
        if (batch.left() > 0) {
            waiters.wakeOne();
        }
        return read(batch.messages());
    }

    /** The mailbox was closed while the server answered, and nobody is given anything more here. */
    private void giveBack(List<Stored> messages) {
        if (messages.isEmpty()) {
            return;
        }
        try {
            queue.unreceive(messages);
        } catch (BackendException e) { // nothing is lost: their leases end by themselves
            LOG.log(System.Logger.Level.WARNING, "messages received after a close come back only when their leases end", e);
        }
    }

    private ReceivedBatch<T, R> read(List<Stored> messages) {
        List<Delivery<T, R>> readable = new ArrayList<>(messages.size());
        List<Delivery<UnreadableBody, R>> unreadableOnes = new ArrayList<>(0);
        for (Stored each : messages) {
            T body;
            try {
                body = config.codec().reader().read(each.text());
            } catch (Throwable e) { // also an error, as of a body nested too deeply: the rest can be delivered
                if (!isBuried(each, e) && config.unreadable() == null) { // else it stays leased
                    deliver(each, UnreadableBodies.letter(each, e), unreadableOnes);
                }
                continue;
            }
            deliver(each, body, readable);
        }
        return new ReceivedBatch<>(readable, unreadableOnes);
    }

    private <B extends @Nullable Object> void deliver(Stored message, B body, List<Delivery<B, R>> batch) {
        try {
            String name = message.replyTo().isEmpty() ? null : message.replyTo();
            batch.add(new Delivery<>(message.receipt().id(), body, message.deliveryCount(), message.enqueuedAt(),
                    name == null ? null : replies.find(name), name, new RedisLease(queue, message.receipt())));
        } catch (Throwable e) { // of the resolver, which may have asked a server: the next delivery asks again
            giveBack(message, e);
        }
    }

    private void giveBack(Stored message, Throwable error) {
        unresolved.incrementAndGet();
        LOG.log(System.Logger.Level.WARNING, "looking for the mailbox " + message.replyTo() + " failed; the message of "
                + this + " that has its name is given back", error);
        try {
            var _ = queue.nack(message.receipt(), ASKED_AGAIN);
        } catch (BackendException e) {
            LOG.log(System.Logger.Level.WARNING, "a message of " + this + " comes back only when its lease ends", e);
        }
    }

    /** Whether it is in the mailbox for unreadable bodies; if its lease has ended it may be there twice. */
    private boolean isBuried(Stored message, Throwable error) {
        if (!unreadable.moved(message, error)) {
            return false;
        }
        try {
            var _ = queue.acknowledge(message.receipt());
        } catch (BackendException e) {
            LOG.log(System.Logger.Level.WARNING, "a message that is with the dead letters comes again", e);
        }
        return true;
    }

    // ---- by receipt ----

    @Override
    public AckStatus acknowledge(String receipt) {
        return queue.acknowledge(Receipt.parse(receipt, name()));
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        TRAITS.checkLease(delay, "the delay");
        return queue.nack(Receipt.parse(receipt, name()), delay);
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        TRAITS.checkLease(lease, "the lease");
        return queue.extend(Receipt.parse(receipt, name()), lease);
    }

    @Override
    public List<AckStatus> acknowledgeAll(List<Delivery<T, R>> deliveries) {
        return RedisLease.acknowledgeAll(queue, deliveries);
    }

    // ---- all of it ----

    @Override
    public long purge() {
        return queue.purge();
    }

    @Override
    public long approximateCount() {
        return queue.count();
    }

    /** A close of the backend is one of all its mailboxes. */
    @Override
    public void close() {
        waiters.close();
        wakes.unsubscribe(queue.keys, waiters);
    }

    @Override
    public boolean isClosed() {
        return waiters.isClosed() || wakes.isClosed();
    }

    /** How many messages could not be read, each counted as often as it was delivered. */
    public long unreadable() {
        return unreadable.count();
    }

    /** How many deliveries were given back because looking for the mailbox for replies failed. */
    public long unresolved() {
        return unresolved.get();
    }

    /** How many receives wait. */
    public int waiting() {
        return waiters.waiting();
    }

    @Override
    public String toString() {
        return queue.keys.toString();
    }
}
