package io.hiveactor.service.http;

import io.hiveactor.service.queue.Ulid;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The streams that are open on this node, by their poll ids and by the messages they delivered.
 *
 * <p><b>Threads:</b> any thread.
 */
final class Streams {
    private record PollKey(String topic, String pollId, Ulid capability) {}

    private final int max;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentHashMap<PollKey, StreamLedger> byPoll = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Ulid, StreamLedger> byMessage = new ConcurrentHashMap<>();

    Streams(int max) {
        this.max = max;
    }

    /** Opens a stream; throws {@link Rejected} if there are too many or its poll id is in use. */
    StreamLedger open(String topic, @Nullable String pollId, Grant grant) {
        if (open.incrementAndGet() > max) {
            open.decrementAndGet();
            throw new Rejected(ApiError.saturated("streams", 1_000));
        }
        var ledger = new StreamLedger(byMessage);
        if (pollId != null && byPoll.putIfAbsent(key(topic, pollId, grant), ledger) != null) {
            open.decrementAndGet();
            throw new Rejected(Refusals.pollInUse());
        }
        return ledger;
    }

    void close(StreamLedger ledger, String topic, @Nullable String pollId, Grant grant) {
        if (pollId != null) {
            byPoll.remove(key(topic, pollId, grant), ledger);
        }
        ledger.close();
        open.decrementAndGet();
    }

    boolean isOpen(String topic, @Nullable String pollId, Grant grant) {
        return pollId != null && byPoll.containsKey(key(topic, pollId, grant));
    }

    /** Ends a stream; once this returns, it begins no further claim. */
    boolean cancel(String topic, String pollId, Grant grant) {
        StreamLedger ledger = byPoll.get(key(topic, pollId, grant));
        return ledger != null && ledger.cancel();
    }

    /** A lease was settled on this node, so the stream that delivered it has room. */
    void settled(Ulid id) {
        StreamLedger ledger = byMessage.isEmpty() ? null : byMessage.get(id);
        if (ledger != null) {
            ledger.remove(id);
        }
    }

    /** A lease was changed on this node. */
    void extended(Ulid id, long nowNanos, long leaseMs) {
        StreamLedger ledger = byMessage.isEmpty() ? null : byMessage.get(id);
        if (ledger != null) {
            ledger.extend(id, nowNanos + TimeUnit.MILLISECONDS.toNanos(leaseMs));
        }
    }

    /** Streams now. */
    int count() {
        return open.get();
    }

    private static PollKey key(String topic, String pollId, Grant grant) {
        return new PollKey(topic, pollId, grant.capability());
    }
}
