package io.hiveactor.runtime;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What a shard has to tell the listener, from places where no user's code may run. An actor of the runtime's tells it.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Events {
    /** More than these are counted and not told: a listener that is slower than the drops must not fill the heap. */
    private static final int MOST = 4096;

    private final Shard shard;
    private final boolean isHeard;
    private final Queue<Object> waiting = new ArrayDeque<>(0);
    private final ActorBody teller = context -> tellAll();
    private boolean isTelling;

    private long drops;
    private long wrongTypes;
    private long untold;

    Events(Shard shard) {
        this.shard = shard;
        isHeard = shard.hive.config().hasListener();
    }

    /** Counts a drop if that is all there is to do. A leaf. */
    boolean countsQuietly() {
        if (isHeard || FlightRecords.wantsDrops()) {
            return false;
        }
        drops++;
        return true;
    }

    /** Counts a drop, and tells of it if somebody listens. */
    void dropped(DroppedMessage.Reason reason, MailboxRoom room, Envelope message, ActorId receiver) {
        drops++;
        FlightRecords.dropped(shard.hive, reason, room, message.sender(), receiver);
        if (isHeard) {
            tell(new DroppedMessage(reason, room.limit.overflow(), message.sender(), receiver, room.taken(), message.tag,
                    message.object));
        }
    }

    /** The same for a message that never had a slot. */
    void refused(MailboxRoom room, ActorId sender, ActorId receiver, int tag, @Nullable Object object) {
        drops++;
        FlightRecords.dropped(shard.hive, DroppedMessage.Reason.CAME_TOO_LATE, room, sender, receiver);
        if (isHeard) {
            tell(new DroppedMessage(DroppedMessage.Reason.CAME_TOO_LATE, room.limit.overflow(), sender, receiver, room.taken(), tag, object));
        }
    }

    /** A typed actor has received a message that is not of its type. With room on the stack. */
    void wrongType(Envelope message, ActorId receiver) {
        wrongTypes++;
        undelivered(Undelivered.Reason.WRONG_TYPE, message, receiver);
    }

    void undelivered(Undelivered.Reason reason, Envelope message, ActorId receiver) {
        if (isHeard && message.kind < Envelope.TIMER) {
            undelivered(new Undelivered(
                    reason, message.sender(), receiver, message.messageClass(), message.tag, message.object));
        }
    }

    /** Tells of a message that nobody receives. */
    void undelivered(Undelivered message) {
        tell(message);
    }

    private void tell(Object event) {
        if (waiting.size() == MOST || shard.hive.telling.isUnderWay()) {
            untold++;
            return;
        }
        waiting.add(event);
        if (!isTelling) {
            shard.hive.errand(shard, teller);
            isTelling = true; // not before: a call that fails must not silence everything after it
        }
    }

    private void tellAll() {
        Object event = waiting.poll();
        while (event != null) {
            shard.hive.telling.tell(event);
            event = waiting.poll();
        }
        isTelling = false;
    }

    long drops() {
        return drops;
    }

    long wrongTypes() {
        return wrongTypes;
    }

    long untold() {
        return untold;
    }
}
