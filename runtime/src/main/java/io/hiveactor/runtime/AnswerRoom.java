package io.hiveactor.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A slot as the room for the answer to one request.
 *
 * <p>OPEN -> ANSWERED, by who answers or by whoever finds that nobody will; or OPEN -> ABANDONED, by the requester. Who
 * makes the change hands the slot on: an answer to the requester's shard, an abandoned room to the shard of the actor
 * that owes it, which gives it back. So there is always exactly one who holds the slot.
 *
 * <p><b>Threads:</b> {@link #right} any; the fields of either side by the shard of that side.
 */
final class AnswerRoom {
    /** Instead of a slot in {@link Envelope#answer}: the request has been answered. */
    static final int ANSWERED = -2;
    /** Instead of a slot: its requester has stopped waiting. */
    static final int ABANDONED = -3;

    // how a request ended
    static final int REPLIED = 0;
    static final int TARGET_ENDED = 1;
    static final int WAS_DROPPED = 2;

    private static final int RIGHT_OPEN = 0;
    private static final int RIGHT_ANSWERED = 1;
    private static final int RIGHT_ABANDONED = 2;
    private static final VarHandle RIGHT;
    private static final VarHandle OWNER;

    static {
        try {
            RIGHT = MethodHandles.lookup().findVarHandle(AnswerRoom.class, "right", int.class);
            OWNER = MethodHandles.lookup().findVarHandle(AnswerRoom.class, "owner", Actor.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Envelope slot;

    @SuppressWarnings("UnusedVariable") // by RIGHT
    private volatile int right;

    // written when the request is made
    @Nullable Actor requester;
    /** Who can answer. Changes if the request is handed on, by the shard of the one who does that. */
    @Nullable Actor owner;
    /** The request was handed on and has not arrived there. */
    volatile boolean isOnItsWay;
    /** The slot of the request; it may hold something else by now. */
    int request = Envelope.NONE;

    // the requester's side
    @Nullable AnswerRoom previousOpen;
    @Nullable AnswerRoom nextOpen;
    boolean isOpen;
    boolean isArrived;
    /** The next of those that nobody waits for any more, and which of its requests that was. */
    @Nullable AnswerRoom nextForsaken;

    long forsakenCorrelation;
    /** How it ended; written before it is handed on. */
    int outcome;

    // the owner's side
    @Nullable AnswerRoom previousOwed;
    @Nullable AnswerRoom nextOwed;
    boolean isOwed;

    AnswerRoom(Envelope slot) {
        this.slot = slot;
    }

    void open(Actor from, Actor to, int requestSlot, long correlation) {
        requester = from;
        owner = to;
        request = requestSlot;
        slot.correlation = correlation;
        slot.target = from;
        if (isOnItsWay) { // a store would cost each request a fence
            isOnItsWay = false;
        }
        isArrived = false;
        isOwed = false;
        outcome = REPLIED;
        right = RIGHT_OPEN;
    }

    /** The request is handed on. What this shard did to the room before is seen by who finds the new owner. */
    void handTo(@Nullable Actor holder) {
        isOnItsWay = true;
        OWNER.setRelease(this, holder);
    }

    /** Who can answer, for who asks from another shard. */
    @Nullable Actor ownerByNow() {
        return (Actor) OWNER.getAcquire(this);
    }

    /** Whether it was neither answered nor abandoned. */
    boolean isUndecided() {
        return right == RIGHT_OPEN;
    }

    boolean isAbandoned() {
        return right == RIGHT_ABANDONED;
    }

    /** Whoever succeeds hands the answer on. */
    boolean tryAnswer() {
        return RIGHT.compareAndSet(this, RIGHT_OPEN, RIGHT_ANSWERED);
    }

    /** Whoever succeeds hands the abandoned room on. */
    boolean tryAbandon() {
        return RIGHT.compareAndSet(this, RIGHT_OPEN, RIGHT_ABANDONED);
    }
}
