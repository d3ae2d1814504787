package io.hiveactor.service.http;

import io.hiveactor.service.queue.Envelope;
import io.hiveactor.service.queue.LeaseRef;
import io.hiveactor.service.queue.Ulid;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a stream has delivered and is not settled yet, as far as this node knows.
 *
 * <p><b>Threads:</b> the stream's thread adds and waits; any thread removes, extends and cancels.
 */
final class StreamLedger {
    /*
     * The store decides how many messages a stream may still have: it counts the leases of the ledger that run. The
     * ledger only keeps that list short, and wakes the stream when a lease of it is settled here. A lease that is
     * settled on another node stays in the list until it ends.
     */
    private record Entry(LeaseRef lease, long endNanos) {}

    private final ConcurrentHashMap<Ulid, StreamLedger> byMessage;
    private final ConcurrentHashMap<Ulid, Entry> entries = new ConcurrentHashMap<>();
    private final Semaphore changes = new Semaphore(0);
    private final AtomicBoolean cancelled = new AtomicBoolean();

    StreamLedger(ConcurrentHashMap<Ulid, StreamLedger> byMessage) {
        this.byMessage = byMessage;
    }

    void add(Envelope message, long nowNanos) {
        LeaseRef lease = message.lease();
        entries.put(lease.id(), new Entry(lease, nowNanos + TimeUnit.MILLISECONDS.toNanos(message.leaseMs())));
        byMessage.put(lease.id(), this);
    }

    void remove(Ulid id) {
        byMessage.remove(id, this);
        if (entries.remove(id) != null) {
            changes.release();
        }
    }

    void extend(Ulid id, long endNanos) {
        entries.computeIfPresent(id, (_, entry) -> new Entry(entry.lease(), endNanos));
    }

    /** Leases that may still run. */
    List<LeaseRef> unsettled(long nowNanos) {
        entries.forEach((id, entry) -> {
            if (entry.endNanos() - nowNanos <= 0) {
                remove(id);
            }
        });
        return entries.values().stream().map(Entry::lease).toList();
    }

    /** Waits until a lease is settled here or the stream is cancelled, at most this long. */
    void awaitChange(long millis) throws InterruptedException {
        boolean _ = changes.tryAcquire(Math.max(1, millis), TimeUnit.MILLISECONDS);
        changes.drainPermits();
    }

    /** Returns false if it was cancelled before. */
    boolean cancel() {
        boolean isFirst = cancelled.compareAndSet(false, true);
        changes.release();
        return isFirst;
    }

    boolean isCancelled() {
        return cancelled.get();
    }

    void close() {
        entries.keySet().forEach(id -> byMessage.remove(id, this));
        entries.clear();
    }
}
