package io.hiveactor.mailbox.memory;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.mailbox.AckStatus;
import io.hiveactor.mailbox.Delivery;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.MailboxClock;
import io.hiveactor.mailbox.MailboxTraits;
import io.hiveactor.mailbox.NotSent;
import io.hiveactor.mailbox.SendResult;
import io.hiveactor.mailbox.Sent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox in this process. Bodies are passed on as they are, null among them; what dies with the process is gone.
 *
 * <p>A receive that waits parks its thread, and nothing else: a virtual thread, or the actor that it is.
 *
 * <p><b>Threads:</b> any thread.
 */
public final class MemoryMailbox<T extends @Nullable Object, R extends @Nullable Object> implements Mailbox<T, R> {
    /*
     * Messages are visible, in order, or hidden until a time: leased, or delayed by a nack. Every call first makes
     * those visible whose time has come, so that leases end exactly although nothing sweeps.
     *
     * Those who wait for a message wait on one condition. One of them, the leader, waits until the next message is to
     * be seen again, the others for a signal. Whoever makes a message visible signals one; who leaves while there are
     * more signals the next, and so does who leaves while nobody leads. One is signalled to lead, too, when the leader
     * would sleep too long.
     *
     * Invariants, whenever the lock is free
     *  - a message is in exactly one place: `visible`, or `hidden`
     *  - a lease has an end only while its message is hidden, and then it is in `leases`
     *  - while a message is visible and somebody waits, somebody who waits has been signalled
     *  - while nobody leads and somebody waits, somebody who waits has been signalled
     */
    private final MemoryConfig config;
    private final MailboxTraits traits;
    private final MailboxClock clock;
    /** Tells the receipts and ids of this mailbox from all others. */
    private final String mark = Long.toString(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52), 36).concat("-");

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Entry<T, R>> visible = new ArrayDeque<>();
    private final LeaseEnds<T, R> hidden = new LeaseEnds<>();
    private final LeaseTable<T, R> leases = new LeaseTable<>();
    private long sends;
    private long flights;
    private int waiting;
    private @Nullable Thread leader;
    private volatile boolean isClosed;

    /** A mailbox with the defaults of {@link MemoryConfig#named}. */
    public MemoryMailbox(String name) {
        this(MemoryConfig.named(name));
    }

    /** A mailbox with this configuration. */
    public MemoryMailbox(MemoryConfig config) {
        this.config = config;
        clock = config.clock();
        traits = new MailboxTraits(MailboxTraits.Order.FIFO, config.longestLease(), true, false);
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public MailboxTraits traits() {
        return traits;
    }

    @Override
    public SendResult send(T body, @Nullable Mailbox<R, ?> replyTo) {
        var enqueuedAt = clock.now();
        lock.lock();
        try {
            showDue();
            if (count() >= config.maxSize()) {
                return NotSent.FULL;
            }
            sends++;
            var entry = new Entry<>(sends, body, replyTo, enqueuedAt);
            visible.add(entry);
            wakeOne();
            return new Sent(idOf(entry));
        } finally {
            lock.unlock();
        }
    }

    private String idOf(Entry<T, R> entry) {
        return mark.concat(Long.toString(entry.number));
    }

    // ---- receiving ----

    @Override
    public List<Delivery<T, R>> receive(int maxMessages, Duration lease, Duration wait) throws InterruptedException {
        traits.checkLease(lease, "the lease");
        MailboxTraits.checkNotNegative(wait, "the wait");
        int most = Math.clamp(maxMessages, 1, LARGEST_BATCH);
        lock.lock();
        try {
            long nowNanos = showDue();
            if (visible.isEmpty() && !wait.isZero() && !isClosed) {
                nowNanos = awaitVisible(MailboxClock.after(nowNanos, wait));
            }
            return isClosed || visible.isEmpty() ? List.of() : take(most, MailboxClock.after(nowNanos, lease));
        } finally {
            if (!visible.isEmpty()) {
                wakeOne();
            }
            lock.unlock();
        }
    }

    private List<Delivery<T, R>> take(int most, long endNanos) {
        int count = Math.min(most, visible.size());
        if (count == 1) {
            return List.of(lease(visible.remove(), endNanos));
        }
        List<Delivery<T, R>> batch = new ArrayList<>(count);
        while (batch.size() < count) {
            batch.add(lease(visible.remove(), endNanos));
        }
        return batch;
    }

    private Delivery<T, R> lease(Entry<T, R> entry, long endNanos) {
        flights++;
        var lease = new Lease<>(this, entry, leases.claim(), endNanos, flights);
        leases.put(lease);
        entry.deliveries++;
        hide(lease);
        return new Delivery<>(idOf(entry), entry.body, entry.deliveries, entry.enqueuedAt(), entry.replyTo, lease);
    }

    /** Until a message is visible, the mailbox is closed, or a time has come; the time by then. */
    private long awaitVisible(long deadlineNanos) throws InterruptedException {
        Thread me = Thread.currentThread();
        long nowNanos = showDue();
        waiting++;
        try {
            while (visible.isEmpty() && !isClosed && nowNanos < deadlineNanos) {
                long untilNanos = deadlineNanos;
                if (leader == null) {
                    leader = me;
                }
                if (leader == me) {
                    untilNanos = Math.min(untilNanos, hidden.nextNanos());
                }
                clock.await(lock, changed, untilNanos);
                nowNanos = showDue();
            }
            return nowNanos;
        } finally {
            waiting--;
            if (leader == me) {
                leader = null;
            }
            if (leader == null) {
                wakeOne(); // to lead; also if it was we who had been woken for that, and had no time left for it
            }
        }
    }

    private void wakeOne() {
        if (waiting > 0) {
            changed.signal();
        }
    }

    // ---- leases ----

    private void hide(LeaseEnd<T, R> end) {
        boolean isFirst = end.atNanos < hidden.nextNanos();
        hidden.add(end);
        if (isFirst && leader != null) {
            leader = null; // it would sleep too long; who is woken leads
            changed.signal();
        }
    }

    /** Makes visible what is to be by now; the time. */
    @CanIgnoreReturnValue
    private long showDue() {
        long nowNanos = clock.nanos();
        LeaseEnd<T, R> end = hidden.take(nowNanos);
        while (end != null) {
            drop(end.lease());
            show(end.entry);
            end = hidden.take(nowNanos);
        }
        return nowNanos;
    }

    private void show(@Nullable Entry<T, R> entry) {
        if (entry != null) {
            visible.add(entry);
            wakeOne();
        }
    }

    private void drop(@Nullable Lease<T, R> lease) {
        if (lease != null) {
            lease.end = null;
            leases.release(lease);
        }
    }

    /** The end of a lease that is still held; null if it is over. */
    private static <T extends @Nullable Object, R extends @Nullable Object> @Nullable LeaseEnd<T, R> endOf(
            @Nullable Lease<T, R> lease) {
        return lease == null ? null : lease.end;
    }

    AckStatus acknowledge(@Nullable Lease<T, R> lease) {
        lock.lock();
        try {
            showDue();
            LeaseEnd<T, R> end = endOf(lease);
            if (end == null) {
                return AckStatus.LEASE_ENDED;
            }
            hidden.remove(end);
            drop(lease);
            return AckStatus.DONE;
        } finally {
            lock.unlock();
        }
    }

    AckStatus nack(@Nullable Lease<T, R> lease, Duration delay) {
        traits.checkLease(delay, "the delay");
        lock.lock();
        try {
            long nowNanos = showDue();
            LeaseEnd<T, R> end = endOf(lease);
            Entry<T, R> entry = end == null ? null : end.entry;
            if (end == null || entry == null) {
                return AckStatus.LEASE_ENDED;
            }
            hidden.remove(end);
            drop(lease);
            if (delay.isZero()) {
                show(entry);
            } else {
                flights++;
                hide(new LeaseEnd<>(MailboxClock.after(nowNanos, delay), flights, entry));
            }
            return AckStatus.DONE;
        } finally {
            lock.unlock();
        }
    }

    AckStatus extend(@Nullable Lease<T, R> lease, Duration time) {
        traits.checkLease(time, "the lease");
        lock.lock();
        try {
            long nowNanos = showDue();
            LeaseEnd<T, R> end = endOf(lease);
            Entry<T, R> entry = end == null ? null : end.entry;
            if (lease == null || end == null || entry == null) {
                return AckStatus.LEASE_ENDED;
            }
            hidden.remove(end);
            var later = new ExtendedEnd<>(MailboxClock.after(nowNanos, time), lease, entry);
            lease.end = later;
            hide(later);
            return AckStatus.DONE;
        } finally {
            lock.unlock();
        }
    }

    // ---- by receipt ----

    String receiptOf(Lease<T, R> lease) {
        return mark + lease.place + '-' + lease.order;
    }

    @Override
    public AckStatus acknowledge(String receipt) {
        return acknowledge(find(receipt));
    }

    @Override
    public AckStatus nack(String receipt, Duration delay) {
        traits.checkLease(delay, "the delay");
        return nack(find(receipt), delay);
    }

    @Override
    public AckStatus extend(String receipt, Duration lease) {
        traits.checkLease(lease, "the lease");
        return extend(find(receipt), lease);
    }

    private @Nullable Lease<T, R> find(String receipt) {
        String[] parts = Objects.requireNonNull(receipt, "receipt").split("-", -1);
        if (parts.length != 3 || !receipt.startsWith(mark) || !parts[1].matches("\\d{1,9}") || !parts[2].matches("\\d{1,18}")) {
            throw new IllegalArgumentException("not a receipt of mailbox " + name() + ": " + receipt);
        }
        lock.lock();
        try {
            return leases.find(Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
        } finally {
            lock.unlock();
        }
    }

    // ---- all of it ----

    @Override
    public long purge() {
        lock.lock();
        try {
            showDue();
            long count = count();
            visible.clear();
            LeaseEnd<T, R> end = hidden.take(MailboxClock.NEVER);
            while (end != null) {
                drop(end.lease());
                end.entry = null;
                end = hidden.take(MailboxClock.NEVER);
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long approximateCount() {
        lock.lock();
        try {
            return count();
        } finally {
            lock.unlock();
        }
    }

    private long count() {
        return (long) visible.size() + hidden.count();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    /** How many receives wait. */
    public int waiting() {
        lock.lock();
        try {
            return waiting;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "mailbox " + name();
    }
}
