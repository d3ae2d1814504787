package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Activity;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.QueuePosition;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.time.Clock;
import io.hiveactor.runtime.waiting.Waiter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Describes actors for people and for the reduction. Runs no user's code.
 *
 * <p><b>Threads:</b> owner only, an actor's shard; of actors elsewhere it touches only what never changes.
 */
final class ActorViews {
    private static final Wait NOTHING = new Wait.Nothing();
    private static final Wait ANY_MESSAGE = new Wait.AnyMessage("any message");

    private ActorViews() {}

    static Identity identity(ActorId id) {
        return new Identity(id.label(), id.number());
    }

    /** Whether there is nothing to say of an actor: it waits for any message, has none, and keeps nothing. */
    static boolean isUneventful(Actor actor) {
        boolean isIdle = actor.state == ActorState.IDLE
                || (actor.state == ActorState.RECEIVING && actor.held == Envelope.NONE && !actor.isTimed());
        return isIdle && !actor.isGone() && actor.depth == 0 && actor.activeTimers() == 0
                && hasNoRequests(actor) && expected(actor) == null;
    }

    private static boolean hasNoRequests(Actor actor) {
        Requests requests = actor.requestsIfAny();
        return requests == null || requests.areNone();
    }

    static ActorView of(Actor actor) {
        Activity activity = Activities.state(actor);
        Wait wait = activity == Activity.DEAD || activity == Activity.RUNNING ? NOTHING : waitOf(actor);
        Demise demise = actor.demise;
        return new ActorView(identity(actor.id), actor.home.index, Priority.values()[actor.priority].name(), activity, wait,
                actor.suspensions, actor.sinceNanos, actor.isTimed() ? actor.deadlineNanos() : Clock.NEVER,
                actor.depth, actor.depth == 0 ? Clock.NEVER : actor.home.slots[actor.first].sinceNanos,
                slots(actor), reserved(actor), actor.activeTimers(), hearsTicks(actor), demise != null && demise.isZombie, List.of());
    }

    /** A thread outside that waits to send. */
    static ActorView of(SendWaiter waiter, int waitNumber, long sinceNanos, long deadlineNanos) {
        return ofThread(waiter.thread(), Activity.SENDING, waitOf(waiter), waitNumber, sinceNanos, deadlineNanos);
    }

    /** An external thread that waits. Any thread. */
    static ActorView ofThread(
            Thread thread, Activity activity, Wait wait, int waitNumber, long sinceNanos, long deadlineNanos) {
        return new ActorView(new Identity(thread.getName(), -thread.threadId()), -1, Priority.NORMAL.name(), activity,
                wait, waitNumber, sinceNanos, deadlineNanos, 0, Clock.NEVER, 0, 0, 0, false, false, List.of());
    }

    // ---- what it waits for ----

    private static Wait waitOf(Actor actor) {
        return switch (actor.state) {
            case ActorState.IDLE -> ANY_MESSAGE;
            case ActorState.RECEIVING -> receiving(actor);
            case ActorState.SENDING -> actor.sendWaiter == null ? NOTHING : waitOf(actor.sendWaiter);
            case ActorState.REQUESTING -> answer(actor.requests().awaited);
            case ActorState.SELECTING -> actor.selection().waitsFor();
            case ActorState.AWAITING -> actor.served().waitsFor();
            case ActorState.SLEEPING -> new Wait.Time();
            case ActorState.OFFLOADING -> new Wait.Unknown("work that it has offloaded");
            case ActorState.PARKED -> new Wait.Unknown("something outside the runtime, where it is parked");
            default -> NOTHING;
        };
    }

    private static @Nullable ActorId expected(Actor actor) {
        return actor.ties == null ? null : actor.ties.expected();
    }

    private static Wait receiving(Actor actor) {
        ActorId other = expected(actor);
        return other == null ? ANY_MESSAGE : new Wait.Expected(identity(other), isOver(other));
    }

    private static Wait waitOf(SendWaiter waiter) {
        Recipient target = waiter.target;
        if (target == null || waiter.state() != Waiter.QUEUED || (waiter.awaitedId == null && target.isGone())) {
            return NOTHING; // it has what it waited for, or is about to be told that it never will
        }
        ReservedId seat = waiter.awaitedId;
        if (seat != null) {
            ActorId leaver = seat.leaver();
            return new Wait.Occupant(identity(seat.id()), identity(seat.owner().id), leaver == null ? null : identity(leaver));
        }
        return waiter.awaitsSlots
                ? slots(waiter, identity(target.id))
                : new Wait.Room(identity(target.id), waiter.wants, turn(waiter));
    }

    /** The wait for slots of the pool, to send to somebody. */
    static Wait slots(SendWaiter waiter, Identity target) {
        return new Wait.Slots(target, waiter.wants, waiter.reservedRoom != null, turn(waiter));
    }

    private static QueuePosition turn(SendWaiter waiter) {
        HiveConfig config = waiter.config();
        return new QueuePosition(waiter.line(), waiter.ticket(), config == null || config.fairness() == 0);
    }

    /** The wait for the answer to a request. */
    static Wait answer(@Nullable AnswerRoom room) {
        Actor holder = room == null || room.isArrived || !room.isUndecided() || room.isOnItsWay ? null : room.ownerByNow();
        return holder == null ? NOTHING : new Wait.Answer(identity(holder.id));
    }

    /** The wait for messages that a filter takes. */
    static Wait messages(MessageFilter filter) {
        ActorId sender = filter.sender();
        if (sender == null) {
            return filter.isForTicksOnly() ? new Wait.Tick() : new Wait.AnyMessage(filter.toString());
        }
        return ExternalInbox.Mailbox.isNobody(sender)
                ? new Wait.AnyMessage(filter.toString())
                : new Wait.From(identity(sender), isOver(sender), filter.toString());
    }

    /** Whether nothing will ever come of an actor any more, not even the news of its end. */
    private static boolean isOver(ActorId id) {
        Recipient recipient = id.recipient;
        ReservedId seat = id.seat;
        if (!recipient.isGone() || (seat != null && seat.isOpen())) {
            return false;
        }
        return !(recipient instanceof Actor actor) || (actor.hasEnded && actor.isTold);
    }

    // ---- what it keeps, and hears ----

    private static boolean hearsTicks(Actor actor) {
        if (!actor.hasTickToCome()) {
            return false;
        }
        return switch (actor.state) {
            case ActorState.IDLE, ActorState.RECEIVING -> true;
            case ActorState.SELECTING -> actor.selection().hearsTicks();
            default -> false;
        };
    }

    private static int slots(Actor actor) {
        int count = actor.ties == null ? actor.depth : queuedInPool(actor);
        if (actor.held != Envelope.NONE) {
            count++;
        }
        Requests requests = actor.requestsIfAny();
        if (requests != null) {
            count += requests.slots();
        }
        SendWaiter waiter = actor.sendWaiter;
        if (waiter != null && waiter.awaitsSlots && waiter.state() == Waiter.GRANTED) {
            count += waiter.wants;
        }
        return count;
    }

    /** Places of a limited mailbox that are taken, but by none of the messages in it. */
    private static int reserved(Actor actor) {
        MailboxRoom room = actor.room;
        if (room == null || !room.isForSenders) {
            return 0;
        }
        int messages = 0;
        for (int index = actor.first; index != Envelope.NONE; index = actor.home.slots[index].next) {
            messages += actor.home.slots[index].kind <= Envelope.REQUEST ? 1 : 0;
        }
        return Math.max(0, room.taken() - messages);
    }

    /** Messages but for those of the runtime's own, which lie beyond the pool. */
    private static int queuedInPool(Actor actor) {
        int count = 0;
        for (int index = actor.first; index != Envelope.NONE; index = actor.home.slots[index].next) {
            if (!actor.home.system.isOne(index)) {
                count++;
            }
        }
        return count;
    }
}
