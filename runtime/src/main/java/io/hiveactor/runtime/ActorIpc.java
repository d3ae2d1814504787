package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.SlotReceiver;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.runtime.port.Timeouts;
import io.hiveactor.runtime.time.Clock;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The waiting calls of one actor, for the sister modules: checks who calls, and hands on to {@link WaitingSend},
 * {@link Selection} and {@link Requests}.
 *
 * <p><b>Threads:</b> owner only, the actor's own code.
 */
final class ActorIpc implements ActorPort {
    private static final int TENANTS = Tenant.values().length;

    private final Actor actor;
    private final Shard home;
    private final @Nullable Object[] attachments = new Object[TENANTS];
    private @Nullable ServedWait pause;
    private final List<Runnable> atEnd = new ArrayList<>(0);
    /** Reused for each request that the actor waits for at once. */
    private @Nullable Reply<?> reply;

    ActorIpc(Actor actor) {
        this.actor = actor;
        home = actor.home;
    }

    @Override
    public SendStatus send(ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        SendStatus status = sendOnce(to, tag, object, bytes, deadlineNanos);
        return status == SendStatus.SENT ? status : home.tallies.refused(status);
    }

    @Override
    public SendStatus sendWithin(ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long nanos) {
        SendStatus status = sendOnce(to, tag, object, bytes, nanos == Timeouts.FOREVER ? NEVER : 0);
        if (status == SendStatus.SENT) {
            return status;
        }
        boolean mayWait = status == SendStatus.NO_MEMORY
                || status == SendStatus.MAILBOX_FULL
                || status == SendStatus.NO_TARGET;
        if (mayWait && nanos != 0 && nanos != Timeouts.FOREVER) {
            status = sendOnce(to, tag, object, bytes, deadlineIn(nanos));
        }
        return home.tallies.refused(status);
    }

    /** Sends, without counting a refusal, which may not be the last word. */
    private SendStatus sendOnce(
            ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        actor.checkCaller();
        Recipient target = home.recipient(to);
        long length = bytes.byteSize();
        if (length > home.pool.maxPayload()) {
            return SendStatus.TOO_LARGE;
        }
        NotifyStatus status = home.send(actor.id, target, tag, object, bytes, (int) length);
        if (status == NotifyStatus.SENT) {
            return SendStatus.SENT;
        }
        SendStatus outcome = WaitingSend.after(status, actor, target, tag, object, bytes, deadlineNanos);
        ReservedId seat = to.seat;
        while (seat != null && isForNext(outcome, seat, deadlineNanos)) {
            outcome = WaitingSend.awaitOccupant(actor, seat, target, deadlineNanos);
            if (outcome == SendStatus.SENT) {
                target = to.recipient;
                status = home.send(actor.id, target, tag, object, bytes, (int) length);
                outcome = status == NotifyStatus.SENT
                        ? SendStatus.SENT
                        : WaitingSend.after(status, actor, target, tag, object, bytes, deadlineNanos);
            }
        }
        return outcome;
    }

    /** Whether what found nobody is for whoever will sit in the target's seat next. */
    private static boolean isForNext(SendStatus outcome, ReservedId seat, long deadlineNanos) {
        return (outcome == SendStatus.NO_TARGET || outcome == SendStatus.CLOSED) && seat.isOpen() && deadlineNanos != 0;
    }

    // ---- requests ----

    /** @param isTyped whether the answer is the object of the reply, rather than the message */
    <A> RequestResult<A> request(
            ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos, boolean isTyped) {
        SendStatus status = ask(to, tag, object, bytes, deadlineNanos);
        return status == SendStatus.SENT ? finish(asked(), deadlineNanos, isTyped, true) : NoReply.notSent(status);
    }

    <A> StartRequestResult<A> startRequest(
            ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos, boolean isTyped) {
        SendStatus status = ask(to, tag, object, bytes, deadlineNanos);
        return status == SendStatus.SENT
                ? new PendingReply<>(this, asked(), isTyped, deadlineNanos)
                : NoReply.notSent(status);
    }

    @Override
    public <A> RequestResult<A> requestObject(ActorId to, Object question, Duration timeout) {
        return request(to, 0, question, MemorySegment.NULL, deadlineIn(timeout), true);
    }

    @Override
    public <A> StartRequestResult<A> startRequestObject(ActorId to, Object question, Duration timeout) {
        return startRequest(to, 0, question, MemorySegment.NULL, deadlineIn(timeout), true);
    }

    /** Sends a request. If it is SENT, {@link #asked()} is where its reply arrives. */
    private SendStatus ask(ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        requireWait(deadlineNanos);
        actor.checkCaller();
        Recipient target = actor.hive.recipient(to);
        if (target instanceof ExternalInbox.Mailbox) {
            throw new IllegalArgumentException(to + " is the inbox of an external thread, which answers no requests");
        }
        if (target == actor) {
            throw new IllegalArgumentException("an actor that asks itself would wait forever: " + actor.id);
        }
        StackRoom.require();
        SendStatus status = askOnce(target, tag, object, bytes, deadlineNanos);
        ReservedId seat = to.seat;
        while (seat != null && isForNext(status, seat, deadlineNanos)) {
            status = WaitingSend.awaitOccupant(actor, seat, target, deadlineNanos);
            if (status == SendStatus.SENT) {
                target = to.recipient;
                status = askOnce(target, tag, object, bytes, deadlineNanos);
            }
        }
        return status;
    }

    /** @throws IllegalArgumentException if a request is not to wait */
    @CanIgnoreReturnValue
    static long requireWait(long deadlineNanos) {
        if (deadlineNanos == 0) {
            throw new IllegalArgumentException("a request needs a timeout, because no reply arrives at once: timeout 0");
        }
        return deadlineNanos;
    }

    private SendStatus askOnce(Recipient to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        if (!(to instanceof Actor target)) {
            return SendStatus.NO_TARGET;
        }
        SendStatus status =
                WaitingSend.request(actor, target, tag, object, bytes, home.nextCorrelation(), deadlineNanos);
        return status == SendStatus.SENT ? status : home.tallies.refused(status);
    }

    /** The room of the request just sent; its slot is still with the actor's waiter. */
    private AnswerRoom asked() {
        return home.slots[Objects.requireNonNull(actor.sendWaiter).answer].answerRoom();
    }

    /**
     * Waits for the end of a request that was sent.
     *
     * @param isReused whether the actor's one reply is used again, rather than a new one that can be kept beside others
     */
    <A> RequestResult<A> finish(AnswerRoom room, long deadlineNanos, boolean isTyped, boolean isReused) {
        if (!await(room, deadlineNanos, isReused)) {
            NoReply.Reason reason = deadlineNanos == NEVER ? NoReply.Reason.DEADLOCK : NoReply.Reason.TIMEOUT;
            actor.hasLookedAround = true;
            try {
                return new NoReply<>(reason, Objects.requireNonNull(mine(room).owner).activity());
            } finally {
                abandon(room);
            }
        }
        actor.checkCaller();
        StackRoom.require();
        if (mine(room).outcome != AnswerRoom.REPLIED) {
            NoReply.Reason reason = room.outcome == AnswerRoom.TARGET_ENDED ? NoReply.Reason.CLOSED : NoReply.Reason.DROPPED;
            actor.requests().abandon(room);
            return NoReply.of(reason);
        }
        Envelope slot = actor.requests().read(room);
        Message message = home.isDebug ? actor.requests().checked(slot) : slot;
        @SuppressWarnings("unchecked") // a typed request says which type its answer has
        A value = (A) (isTyped ? message.object() : message);
        return isReused ? replied(value) : new Reply<>(value);
    }

    private <A> Reply<A> replied(@Nullable A value) {
        @SuppressWarnings("unchecked") // it becomes one of this type
        Reply<A> known = (Reply<A>) reply;
        if (known == null || home.isDebug) {
            if (known != null) {
                known.expire();
            }
            known = new Reply<>(value);
            reply = known;
        } else {
            known.become(value);
        }
        return known;
    }

    private AnswerRoom mine(AnswerRoom room) {
        if (room.requester != actor || !room.isOpen) {
            throw new IllegalStateException("not an open request of " + actor.id + ": " + room.slot.correlation);
        }
        return room;
    }

    /**
     * Waits until an open request has ended; false if it had not until the deadline.
     *
     * @param orForsake gives the request up if the wait fails, because its caller has lost it then
     */
    boolean await(AnswerRoom request, long deadlineNanos, boolean orForsake) {
        actor.checkCaller();
        AnswerRoom room = mine(request);
        actor.hasPolled |= deadlineNanos == 0;
        boolean isWaiting = !room.isArrived && deadlineNanos != 0;
        try {
            while (!room.isArrived && deadlineNanos != 0) {
                actor.requests().awaited = room;
                home.await(actor, ActorState.REQUESTING, actor.deadlineFor(deadlineNanos), deadlineNanos);
                if (actor.timedOut) {
                    break;
                }
            }
        } catch (Throwable e) { // it cannot wait here; or it was killed, and its end gives up everything
            if (orForsake) { // with no call: this may be the end of the stack
                room.nextForsaken = home.forsaken;
                room.forsakenCorrelation = room.slot.correlation;
                home.forsaken = room;
                home.messagesLeft = 0;
            }
            throw e;
        }
        actor.requests().awaited = null;
        if (isWaiting) {
            Tallies.note(home.tallies.answerWaits, home.turnNanos - actor.sinceNanos);
        }
        return room.isArrived;
    }

    boolean isEnded(AnswerRoom request) {
        actor.checkCaller();
        actor.hasPolled = true;
        return mine(request).isArrived;
    }

    void abandon(AnswerRoom request) {
        actor.checkCaller();
        StackRoom.require();
        actor.hasPolled = true; // whether the answer comes before or after this makes a difference
        actor.requests().abandon(mine(request));
    }

    long nowNanos() {
        return actor.nowNanos();
    }

    // ---- replies ----

    @Override
    public ReplyStatus replyObject(Message request, Object answer) {
        return reply(request, answer, MemorySegment.NULL);
    }

    /** Answers the request last received. */
    ReplyStatus reply(Message request, @Nullable Object object, MemorySegment bytes) {
        actor.checkCaller();
        StackRoom.require();
        Envelope message = heldRequest(request);
        if (bytes.byteSize() > home.pool.maxPayload()) {
            return ReplyStatus.TOO_LARGE;
        }
        if (message.answer == AnswerRoom.ANSWERED) {
            throw new IllegalStateException("a request can be answered once: " + message);
        }
        boolean isSent =
                message.answer >= 0 && fillAnswer(home.slots[message.answer].answerRoom(), object, bytes);
        message.answer = AnswerRoom.ANSWERED;
        return isSent ? ReplyStatus.SENT : tooLate();
    }

    private Envelope heldRequest(Message request) {
        Envelope message = original(request);
        if (message.index != actor.held || message.kind != Envelope.REQUEST) {
            throw new IllegalArgumentException("not a request that " + actor.id + " has just received: " + request
                    + "; to answer later, keep the right with deferReply");
        }
        return message;
    }

    private boolean fillAnswer(AnswerRoom room, @Nullable Object object, MemorySegment bytes) {
        room.slot.copyIn(bytes); // nobody else looks at it while the right is open
        room.slot.sender = actor.id;
        room.slot.object = object;
        room.slot.length = (int) bytes.byteSize();
        return actor.requests().answer(room);
    }

    /** Hands the request last received on as it is. */
    NotifyStatus forward(Message request, ActorId to) {
        Actor holder = holderFor(request, to);
        if (holder == null) {
            return NotifyStatus.NO_TARGET;
        }
        Object key = WaitingSend.keyFor(actor, holder, unanswered(request).object);
        return Forwarding.handOn(actor, unanswered(request), holder, key); // the key function may have answered it
    }

    /** Hands the request last received on with another message in its place. */
    NotifyStatus forward(Message request, ActorId to, int tag, @Nullable Object object, MemorySegment bytes) {
        Actor holder = holderFor(request, to);
        if (holder == null) {
            return NotifyStatus.NO_TARGET;
        }
        if (bytes.byteSize() > home.pool.maxPayload()) {
            return NotifyStatus.TOO_LARGE;
        }
        Object key = WaitingSend.keyFor(actor, holder, object);
        return Forwarding.handOn(actor, unanswered(request), holder, key, tag, object, bytes);
    }

    @Override
    public NotifyStatus forwardObject(Message request, ActorId to, Object other) {
        return forward(request, to, 0, other, MemorySegment.NULL);
    }

    @Override
    public NotifyStatus handOver(Message message, ActorId to) {
        Envelope held = original(message);
        if (held.kind == Envelope.REQUEST) {
            return forward(message, to);
        }
        actor.checkCaller();
        StackRoom.require();
        if (held.index != actor.held || held.kind != Envelope.NOTIFY) {
            throw new IllegalArgumentException("not the message that " + actor.id + " received last: " + message);
        }
        Recipient target = actor.hive.recipient(to);
        if (!(target instanceof Actor holder)) {
            return NotifyStatus.NO_TARGET;
        }
        return Forwarding.handOn(actor, held, holder, WaitingSend.keyFor(actor, holder, held.object));
    }

    /** The actor that a request is to be handed on to; null if there is none. */
    private @Nullable Actor holderFor(Message request, ActorId to) {
        actor.checkCaller();
        StackRoom.require();
        Envelope message = unanswered(request);
        actor.hasLookedAround = true;
        Recipient target = actor.hive.recipient(to);
        if (target instanceof ExternalInbox.Mailbox) {
            throw new IllegalArgumentException(to + " is the inbox of an external thread, which answers no requests");
        } else if (target == actor) {
            throw new IllegalArgumentException(actor.id + " cannot forward a request to itself: " + message);
        }
        return target instanceof Actor holder ? holder : null;
    }

    /** The request received last, if it is this one and was not answered. */
    private Envelope unanswered(Message request) {
        Envelope message = heldRequest(request);
        if (message.answer == AnswerRoom.ANSWERED) {
            throw new IllegalStateException("a request can be answered once: " + message);
        }
        return message;
    }

    /** Keeps the right to answer the request last received. */
    <A> DeferredReply<A> defer(Message request, boolean isTyped) {
        actor.checkCaller();
        StackRoom.require();
        Envelope message = unanswered(request);
        AnswerRoom room = message.answer < 0 ? null : home.slots[message.answer].answerRoom();
        message.answer = AnswerRoom.ANSWERED; // by the right, from now on
        if (room != null) {
            room.request = Envelope.NONE;
        }
        return new DeferredReply<>(actor, room, message.correlation, isTyped);
    }

    @Override
    public <A> DeferredReply<A> deferObject(Message request) {
        return defer(request, true);
    }

    /** Answers by a right that was kept, and is used now. As the actor's shard. */
    ReplyStatus reply(@Nullable AnswerRoom room, long correlation, @Nullable Object object, MemorySegment bytes) {
        if (room == null || !isOwed(room, correlation)) {
            return tooLate();
        }
        return fillAnswer(room, object, bytes) ? ReplyStatus.SENT : tooLate();
    }

    /** Ends a request whose reply was deferred and will not come. As the actor's shard. */
    void refuse(@Nullable AnswerRoom room, long correlation) {
        if (room != null && isOwed(room, correlation)) {
            actor.requests().noLongerOwes(room);
            Requests.refuse(room, AnswerRoom.WAS_DROPPED, home);
        }
    }

    private boolean isOwed(AnswerRoom room, long correlation) {
        return room.isOwed && room.owner == actor && room.slot.correlation == correlation;
    }

    private ReplyStatus tooLate() {
        home.countLateReply();
        return ReplyStatus.NOT_WAITING;
    }

    @Override
    public Hive hive() {
        return actor.hive;
    }

    @Override
    public long deadlineIn(long nanos) {
        return Clock.deadline(home.clock.nanos(), nanos);
    }

    @Override
    public long deadlineIn(Duration timeout) {
        long nanos = Timeouts.nanos(timeout);
        return nanos == 0 ? 0 : deadlineIn(nanos);
    }

    @Override
    public int shard() {
        return home.index;
    }

    @Override
    public int priority() {
        return actor.priority;
    }

    @Override
    public @Nullable Object attachment(Tenant of) {
        return attachments[of.ordinal()];
    }

    @Override
    public void attach(Tenant to, Object attachment) {
        attachments[to.ordinal()] = attachment;
    }

    // ---- what sister modules serve ----

    @Override
    public void enter() {
        checkCaller();
        StackRoom.requireAtEntry();
    }

    @Override
    public long enterReceive(long timeoutNanos) {
        checkCaller();
        StackRoom.requireAtEntry();
        return --actor.allowance < 0 || --home.messagesLeft <= 0 ? yieldTurn(timeoutNanos) : timeoutNanos;
    }

    private long yieldTurn(long timeoutNanos) {
        if (timeoutNanos == 0 || timeoutNanos == Timeouts.FOREVER) { // it has no use for the clock
            actor.yieldTurn();
            return timeoutNanos;
        }
        long before = home.clock.nanos();
        actor.yieldTurn();
        return Timeouts.after(timeoutNanos, home.clock.nanos() - before);
    }

    /** As the actor's own, but that this finds the shard without the actor. */
    private void checkCaller() {
        if (home.current != actor.number || Thread.currentThread() != home.runningThread || actor.isGone()) {
            actor.checkCaller();
        }
    }

    @Override
    public void goOn() {
        if (actor.isGone()) {
            throw ActorStopped.UNWIND;
        }
        if (--actor.allowance < 0 || --home.messagesLeft <= 0) {
            actor.yieldTurn();
        }
    }

    @Override
    public boolean bring(int shard, SlotReceiver to, @Nullable Object object, MemorySegment bytes) {
        return Parcels.bring(home, home.hive.shards()[shard], to, object, bytes);
    }

    @Override
    public ServedWait pause() {
        ServedWait mine = pause;
        if (mine == null) {
            mine = new ServedWait(actor);
            pause = mine;
        }
        return mine;
    }

    /** What a call of a sister module waits for, in words; from another shard, roughly. */
    String awaits() {
        ServedWait waiting = pause;
        return waiting == null ? "" : waiting.waitsFor().toString();
    }

    @Override
    public void atEnd(Runnable last) {
        actor.checkCaller();
        atEnd.add(last);
    }

    @Override
    public ActorNotice notice(int tag, Object object) {
        actor.checkCaller();
        return new ActorNotice(actor, tag, object);
    }

    /** The actor ends, or is given up. */
    void end() {
        for (Runnable last : atEnd) {
            try {
                last.run();
            } catch (Throwable e) { // a bug of ours; nobody may log here
                actor.hive.errand(home, context -> Hive.log(Level.ERROR, "the end of " + actor.id + " failed", e));
            }
        }
        atEnd.clear();
    }

    @Override
    public void isExplainedBy(Source source, Explained what) {
        source.explained = what;
    }

    // ---- receiving selectively ----

    @Override
    public boolean isFromSender(Message message) {
        return original(message).kind <= Envelope.REQUEST;
    }

    @Override
    public void refuseType(Message message, Class<?> expected, boolean isLogged) {
        actor.checkCaller();
        StackRoom.require();
        Envelope refused = original(message);
        home.events.wrongType(refused, actor.id);
        if (isLogged) {
            Object object = refused.object;
            Hive.log(Level.WARNING, actor.id + " takes messages of " + expected.getName() + " and received "
                    + (object == null ? refused.length + " bytes" : "a " + object.getClass().getName()) + " from "
                    + refused.sender() + ", which is not delivered; later ones are counted and not logged", null);
        }
        if (refused.index == actor.held && refused.kind == Envelope.REQUEST && refused.answer >= 0) {
            actor.requests().noLongerOwes(home.slots[refused.answer].answerRoom());
            Requests.refuse(refused, AnswerRoom.WAS_DROPPED, home);
        }
    }

    private static Envelope original(Message message) {
        return message instanceof CheckedMessage copy ? copy.original() : (Envelope) message;
    }

    @Override
    public @Nullable Message receive(MessageFilter filter, long deadlineNanos) {
        actor.checkCaller();
        return actor.selection().receive(filter, deadlineNanos);
    }

    @Override
    public int select(Source[] sources, long deadlineNanos) {
        actor.checkCaller();
        return actor.selection().select(sources, deadlineNanos);
    }
}
