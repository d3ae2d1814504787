package io.hiveactor.ipc;

import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DroppedMessage;
import io.hiveactor.runtime.HiveListener;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.NoReply;
import io.hiveactor.runtime.Reply;
import io.hiveactor.runtime.RequestResult;
import io.hiveactor.runtime.Undelivered;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * What a storm has sent and what became of it: each message comes once, in order, or is reported as lost.
 *
 * <p><b>Threads:</b> any thread.
 */
final class StormParcels implements HiveListener {
    /** Far more than any timeout here: also a machine that is busy with other things gets there. */
    private static final long GENEROUS_NANOS = 20_000_000_000L;

    record Parcel(long sender, long number, int tag) {}

    private record Stream(long sender, ActorId receiver, int tag) {}

    private final Set<Parcel> underWay = ConcurrentHashMap.newKeySet();
    /** Requests that ended early, by a death or a drop: they may never have been queued. */
    private final Set<Parcel> unclear = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<Stream, Long> last = new ConcurrentHashMap<>();
    final Queue<String> failures = new ConcurrentLinkedQueue<>();

    /** To be called before the send: it may be received before that returns. */
    void sends(Parcel parcel) {
        underWay.add(parcel);
    }

    void notSent(Parcel parcel, Object why) {
        require(underWay.remove(parcel), "sent in spite of " + why + ": " + parcel);
    }

    void isUnclear(Parcel parcel) {
        unclear.add(parcel);
    }

    Parcel received(ActorId self, Message message) {
        Parcel parcel = message.as(Parcel.class);
        require(underWay.remove(parcel), "received twice, or never sent: " + parcel);
        Long before = last.put(new Stream(parcel.sender, self, parcel.tag), parcel.number);
        require(before == null || before < parcel.number, "out of order: " + parcel + " after " + before);
        return parcel;
    }

    void answered(Parcel question, RequestResult<Message> answer) {
        if (answer instanceof Reply<Message> reply) {
            require(question.equals(reply.value().object()), "the answer to another question: " + reply + " to " + question);
        } else if (answer instanceof NoReply<Message> none) {
            boolean isEnded = none.reason() == NoReply.Reason.CLOSED || none.reason() == NoReply.Reason.DROPPED;
            if (isEnded) {
                isUnclear(question);
            } else if (none.target() == null) {
                notSent(question, none);
            }
        }
    }

    /** A call has ended that began at a time of {@code System.nanoTime()}, with a timeout of a few milliseconds. */
    void ended(String call, long beganNanos) {
        long spent = System.nanoTime() - beganNanos;
        require(spent < GENEROUS_NANOS, "a " + call + " of some milliseconds took " + spent + " ns");
    }

    @Override
    public void onExit(ActorExit exit) {
        require(exit.cause() == null, exit + " " + exit.cause());
    }

    @Override
    public void onDrop(DroppedMessage drop) {
        if (drop.reason() != DroppedMessage.Reason.CAME_TOO_LATE) {
            lost(drop.object());
        }
    }

    @Override
    public void onUndelivered(Undelivered message) {
        lost(message.object());
    }

    private void lost(@Nullable Object object) {
        require(object instanceof Parcel parcel && underWay.remove(parcel), "lost twice, or never sent: " + object);
    }

    /** What was sent, was not received, and was not reported as lost either. */
    Set<Parcel> lost() {
        var lost = new HashSet<>(underWay);
        lost.removeAll(unclear);
        return lost;
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            failures.add(what);
        }
    }
}
