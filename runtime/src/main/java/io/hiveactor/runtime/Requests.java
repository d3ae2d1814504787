package io.hiveactor.runtime;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one actor: those it has open, and those it owes an answer to.
 *
 * <p><b>Threads:</b> owner only, the actor's shard. Every call needs room on the stack.
 */
final class Requests {
    /*
     * Invariants
     *  - a room is `isOpen` if and only if it is in the open list of its requester
     *  - a room is `isOwed` if and only if its owner has taken the request, and has neither answered nor ended
     *  - a request in a mailbox, or on its way there, has its answer's slot in `answer`; so nothing that removes a
     *    request can forget whom to tell
     */
    private final Shard home;
    private @Nullable AnswerRoom open;
    private @Nullable AnswerRoom owed;
    /** The answer that the actor's wait is for. */
    @Nullable AnswerRoom awaited;
    /** In debug mode, what the actor's code has of the answer last read. */
    private @Nullable CheckedMessage checked;
    /** The slot of the answer last read, which goes back with the next one or with the next message. */
    private int held = Envelope.NONE;

    Requests(Actor actor) {
        home = actor.home;
    }

    // ---- as who asks ----

    void opened(AnswerRoom room) {
        AnswerRoom behind = open;
        room.nextOpen = behind;
        room.previousOpen = null;
        if (behind != null) {
            behind.previousOpen = room;
        }
        open = room;
        room.isOpen = true;
    }

    /** An answer is at its requester's shard, or the news that there will be none. */
    static void arrive(AnswerRoom room) {
        Actor requester = Objects.requireNonNull(room.requester, "an answer to nobody");
        Shard home = requester.home;
        if (room.isOpen) {
            room.isArrived = true;
            if (requester.waitsFor(room)) {
                home.runQueue.add(requester);
            }
            return;
        }
        if (room.outcome == AnswerRoom.REPLIED) {
            home.countLateReply();
        }
        home.release(room.slot.index);
    }

    /** Gives up a request whose wait has failed, unless it has ended since. */
    static void giveUp(AnswerRoom room) {
        Actor requester = room.requester;
        if (requester != null && room.isOpen && room.slot.correlation == room.forsakenCorrelation) {
            requester.requests().abandon(room);
        }
    }

    /** Ends an open request that has an answer, whose slot stays readable. */
    Envelope read(AnswerRoom room) {
        forgetOpen(room);
        releaseHeld();
        held = room.slot.index;
        return room.slot;
    }

    /** Ends an open request, whether it has an answer or not. */
    void abandon(AnswerRoom room) {
        forgetOpen(room);
        if (room.isArrived) {
            home.release(room.slot.index);
            return;
        }
        Actor owner = room.ownerByNow();
        if (owner == null || !room.tryAbandon()) {
            return; // the answer is on its way, and will be late
        }
        if (owner.home == home) {
            dropped(room, home);
        } else {
            owner.home.post(room.slot);
            owner.home.wakeUp();
        }
    }

    private void forgetOpen(AnswerRoom room) {
        AnswerRoom before = room.previousOpen;
        AnswerRoom behind = room.nextOpen;
        if (before == null) {
            open = behind;
        } else {
            before.nextOpen = behind;
        }
        if (behind != null) {
            behind.previousOpen = before;
        }
        room.previousOpen = null;
        room.nextOpen = null;
        room.isOpen = false;
    }

    void releaseHeld() {
        int index = held;
        if (index != Envelope.NONE) {
            home.release(index);
            held = Envelope.NONE;
            if (checked != null) {
                checked.expire();
                checked = null;
            }
        }
    }

    /** An answer as the actor's code gets to see it in debug mode. */
    Message checked(Envelope answer) {
        checked = new CheckedMessage(answer);
        return checked;
    }

    /** What the actor waits for, in words; from another shard, roughly. */
    String describe() {
        AnswerRoom room = awaited;
        Actor owner = room == null ? null : room.owner;
        return owner == null ? "" : "the answer of " + owner.id;
    }

    // ---- as who is asked ----

    /** The actor has taken a request. */
    void owe(AnswerRoom room) {
        AnswerRoom behind = owed;
        room.nextOwed = behind;
        room.previousOwed = null;
        if (behind != null) {
            behind.previousOwed = room;
        }
        owed = room;
        room.isOwed = true;
    }

    /** Gives the answer that lies in the room. False if nobody waits for it any more. */
    boolean answer(AnswerRoom room) {
        if (!room.tryAnswer()) {
            return false;
        }
        if (room.isOwed) {
            settle(room);
        }
        handOn(room, home);
        return true;
    }

    /** The right to answer is handed on. */
    void noLongerOwes(AnswerRoom room) {
        if (room.isOwed) {
            settle(room);
        }
    }

    private void settle(AnswerRoom room) {
        AnswerRoom before = room.previousOwed;
        AnswerRoom behind = room.nextOwed;
        if (before == null) {
            owed = behind;
        } else {
            before.nextOwed = behind;
        }
        if (behind != null) {
            behind.previousOwed = before;
        }
        room.previousOwed = null;
        room.nextOwed = null;
        room.isOwed = false;
    }

    /** The actor ends, but for what its code may still read: nobody will answer what it owes, and nobody waits for what it asked. */
    void end() {
        while (owed != null) {
            AnswerRoom room = owed;
            settle(room);
            room.request = Envelope.NONE;
            refuse(room, AnswerRoom.TARGET_ENDED, home);
        }
        while (open != null) {
            abandon(open);
        }
    }

    // ---- for the shard of the one who is asked ----

    /** A request leaves its mailbox, or the way there, unread. */
    static void refuse(Envelope request, int outcome, Shard shard) {
        int index = request.answer;
        if (request.kind != Envelope.REQUEST || index < 0) {
            return;
        }
        request.answer = AnswerRoom.ANSWERED;
        AnswerRoom room = shard.slots[index].answerRoom();
        room.request = Envelope.NONE;
        refuse(room, outcome, shard);
    }

    static void refuse(AnswerRoom room, int outcome, Shard shard) {
        room.outcome = outcome;
        if (room.tryAnswer()) {
            handOn(room, shard);
        }
    }

    private static void handOn(AnswerRoom room, Shard from) {
        Actor requester = Objects.requireNonNull(room.requester, "an answer to nobody");
        if (requester.home == from) {
            arrive(room);
        } else {
            requester.home.post(room.slot);
            requester.home.wakeUp();
        }
    }

    /** The requester has stopped waiting, and its owner's shard knows: the slot goes back. */
    static void dropped(AnswerRoom room, Shard here) {
        Actor owner = Objects.requireNonNull(room.owner);
        if (owner.home != here) { // it was handed on meanwhile, and so is this, behind it
            owner.home.post(room.slot);
            owner.home.wakeUp();
            return;
        }
        boolean isQueued = !room.isOwed;
        if (room.isOwed) {
            owner.requests().settle(room);
        }
        int index = room.request;
        if (index != Envelope.NONE && (isQueued || owner.held == index)) {
            Envelope request = owner.home.slots[index];
            if (request.answer == room.slot.index) { // a held slot may be another request's by now
                request.answer = AnswerRoom.ABANDONED;
            }
        }
        owner.home.release(room.slot.index);
    }

    // ---- for who counts slots, while the shard stands still ----

    @Nullable AnswerRoom firstOpen() {
        return open;
    }

    int held() {
        return held;
    }

    /** Whether it has none open, owes none, and keeps no answer. */
    boolean areNone() {
        return open == null && owed == null && held == Envelope.NONE;
    }

    /** How many slots of the pool its answers take: the one last read, and the rooms of its open requests. */
    int slots() {
        int count = held == Envelope.NONE ? 0 : 1;
        for (AnswerRoom room = open; room != null; room = room.nextOpen) {
            count++;
        }
        return count;
    }
}
