package io.hiveactor.mailbox.doubles;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox that delivers, and fails when a test asks it to. It knows no time: a lease ends when the test says so, a message
 * that is given back is to be had at once whatever the delay, and a receive waits for nothing. A batch is as large as asked
 * for, and none below 1.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class FakeMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    /** A call that can be made to fail. */
    public enum Call { SEND, RECEIVE, ACKNOWLEDGE, NACK, EXTEND, PURGE, COUNT }

    /*
     * A message is in exactly one place: `visible`, or `inFlight` under the receipt of its latest delivery. One whose receipt
     * was made to expire stays in flight with nobody to settle it, until a purge.
     */
    private final String name;
    private final MailboxTraits traits;
    /** Tells the receipts of this mailbox from all others. */
    private final String mark = UUID.randomUUID() + "#";

    private final Object lock = new Object();
    private final ArrayDeque<FakeEntry<T, R>> visible = new ArrayDeque<>();
    private final Map<String, FakeEntry<T, R>> inFlight = new HashMap<>();
    private long sends;
    private long deliveries;
    private final Map<Call, Throwable> failures = new EnumMap<>(Call.class);
    private boolean isFull;
    private volatile boolean isClosed;

    public FakeMailbox() {
        this("fake", null);
    }

    /** @param longestLease beyond which a lease or a delay is refused; null for no limit */
    public FakeMailbox(String name, @Nullable Duration longestLease) {
        this.name = Objects.requireNonNull(name, "name");
        traits = new MailboxTraits(MailboxTraits.Order.FIFO, longestLease, true, false);
    }

    // ---- what a test does to it ----

    /**
     * From now on this receipt is refused. Its message stays in flight until a purge.
     *
     * @throws IllegalArgumentException if it is no receipt of this mailbox
     */
    public void expireReceipt(String receipt) {
        synchronized (lock) {
            FakeEntry<T, R> entry = inFlight.get(checked(receipt));
            if (entry != null) {
                entry.isExpired = true;
            }
        }
    }

    /** From now on every {@link Call} throws this. */
    public void failWith(Throwable cause) {
        failWith(cause, EnumSet.allOf(Call.class));
    }

    /**
     * From now on these calls throw this and change nothing; other calls are as before. A call that failed already
     * fails by the newer cause.
     *
     * @throws IllegalArgumentException if the cause is a checked exception, which no call of a mailbox throws
     */
    public void failWith(Throwable cause, Set<Call> calls) {
        if (!(Objects.requireNonNull(cause, "cause") instanceof RuntimeException || cause instanceof Error)) {
            throw new IllegalArgumentException("cause must be unchecked: " + cause);
        }
        synchronized (lock) {
            calls.forEach(each -> failures.put(each, cause));
        }
    }

    /** From now on every send returns {@link NotSent#FULL}, unless it is made to fail. */
    public void refuseSends() {
        synchronized (lock) {
            isFull = true;
        }
    }

    /** Ends {@link #failWith} and {@link #refuseSends}. No message was lost by them. */
    public void heal() {
        synchronized (lock) {
            failures.clear();
            isFull = false;
        }
    }

    /**
     * Appends a message with a past, whatever {@link #failWith} and {@link #refuseSends} say.
     *
     * @param id null for a new one
     * @param deliveryCount how often it is taken to have been delivered before
     * @return the id
     * @throws IllegalArgumentException if the count is negative
     */
    @CanIgnoreReturnValue
    public String inject(T body, @Nullable String id, int deliveryCount, @Nullable Mailbox<R, ?> replyTo) {
        if (deliveryCount < 0) {
            throw new IllegalArgumentException("deliveryCount must not be negative: " + deliveryCount);
        }
        synchronized (lock) {
            sends++;
            var entry = new FakeEntry<>(id == null ? name + '-' + sends : id, body, replyTo, deliveryCount);
            visible.add(entry);
            return entry.id;
        }
    }

    // ---- what it does as a mailbox ----

    @Override
    public String name() {
        return name;
    }

    @Override
    public MailboxTraits traits() {
        return traits;
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        synchronized (lock) {
            failIfAsked(Call.SEND);
            return isFull ? NotSent.FULL : new Sent(inject(body, null, 0, replyTo));
        }
    }

    /** As {@link Mailbox#receive(int, Duration, Duration)}, but at once, and with as many as asked for. */
    @Override
    public List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) {
        traits.checkLease(lease, "the lease");
        MailboxTraits.checkNotNegative(wait, "the wait");
        synchronized (lock) {
            failIfAsked(Call.RECEIVE);
            List<Delivery<T, R>> batch = new ArrayList<>();
            while (!isClosed && batch.size() < maxMessages && !visible.isEmpty()) {
                batch.add(deliver(visible.remove()));
            }
            return batch;
        }
    }

    private Delivery<T, R> deliver(FakeEntry<T, R> entry) {
        deliveries++;
        String receipt = mark + deliveries;
        inFlight.put(receipt, entry);
        entry.deliveries++;
        return new Delivery<>(entry.id, entry.body, entry.deliveries, entry.enqueuedAt, entry.replyTo,
                new ByReceipt(this, receipt));
    }

    @Override
    public AckStatus acknowledge(String receipt) {
        synchronized (lock) {
            checked(receipt);
            failIfAsked(Call.ACKNOWLEDGE);
            return taken(receipt) == null ? AckStatus.LEASE_ENDED : AckStatus.DONE;
        }
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        traits.checkLease(delay, "the delay");
        synchronized (lock) {
            checked(receipt);
            failIfAsked(Call.NACK);
            FakeEntry<T, R> entry = taken(receipt);
            if (entry == null) {
                return AckStatus.LEASE_ENDED;
            }
            visible.add(entry);
            return AckStatus.DONE;
        }
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        traits.checkLease(lease, "the lease");
        synchronized (lock) {
            FakeEntry<T, R> entry = inFlight.get(checked(receipt));
            failIfAsked(Call.EXTEND);
            return entry == null || entry.isExpired ? AckStatus.LEASE_ENDED : AckStatus.DONE;
        }
    }

    /** Takes a message out of flight; null, and nothing is changed, if the receipt counts no more. */
    private @Nullable FakeEntry<T, R> taken(String receipt) {
        FakeEntry<T, R> entry = inFlight.get(receipt);
        return entry == null || entry.isExpired ? null : inFlight.remove(receipt);
    }

    @Override
    public long purge() {
        synchronized (lock) {
            failIfAsked(Call.PURGE);
            long count = (long) visible.size() + inFlight.size();
            visible.clear();
            inFlight.clear();
            return count;
        }
    }

    @Override
    public long approximateCount() {
        synchronized (lock) {
            failIfAsked(Call.COUNT);
            return (long) visible.size() + inFlight.size();
        }
    }

    @Override
    public void close() {
        synchronized (lock) { // not in the middle of a batch
            isClosed = true;
        }
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    private void failIfAsked(Call call) {
        switch (failures.get(call)) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case Throwable other -> throw new IllegalStateException("checked when it was given", other);
        }
    }

    @CanIgnoreReturnValue
    private String checked(String receipt) {
        if (!receipt.startsWith(mark)) {
            throw new IllegalArgumentException("not a receipt of mailbox " + name + ": " + receipt);
        }
        return receipt;
    }

    @Override
    public String toString() {
        return "mailbox " + name;
    }
}
