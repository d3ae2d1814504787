package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.OpenRequest;
import io.hiveactor.runtime.port.ReplyRight;
import io.hiveactor.runtime.port.SlotReceiver;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.runtime.port.Timeouts;
import io.hiveactor.runtime.time.Clock;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
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
    private @Nullable AnswerRoom lastRequest;
    private @Nullable Envelope lastReply;

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

    @Override
    public SendStatus request(
            ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        actor.checkCaller();
        Recipient target = actor.hive.recipient(to);
        if (target instanceof ExternalInbox.Mailbox) {
            throw new IllegalArgumentException(to + " is an outside thread's inbox, which answers no requests");
        }
        if (target == actor) {
            throw new IllegalArgumentException("an actor that asks itself would wait for ever: " + actor.id);
        }
        StackRoom.require();
        SendStatus status = ask(target, tag, object, bytes, deadlineNanos);
        ReservedId seat = to.seat;
        while (seat != null && isForNext(status, seat, deadlineNanos)) {
            status = WaitingSend.awaitOccupant(actor, seat, target, deadlineNanos);
            if (status == SendStatus.SENT) {
                target = to.recipient;
                status = ask(target, tag, object, bytes, deadlineNanos);
            }
        }
        return status;
    }

    private SendStatus ask(Recipient to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        if (!(to instanceof Actor target)) {
            return SendStatus.NO_TARGET;
        }
        SendStatus status =
                WaitingSend.request(actor, target, tag, object, bytes, home.nextCorrelation(), deadlineNanos);
        if (status == SendStatus.SENT) {
            SendWaiter waiter = Objects.requireNonNull(actor.sendWaiter);
            lastRequest = home.slots[waiter.answer].answerRoom();
            return status;
        }
        return home.tallies.refused(status);
    }

    @Override
    public OpenRequest lastRequest() {
        return Objects.requireNonNull(lastRequest, "no request was made");
    }

    private AnswerRoom mine(OpenRequest request) {
        var room = (AnswerRoom) request;
        if (room.requester != actor || !room.isOpen) {
            throw new IllegalStateException("not an open request of " + actor.id + ": " + request);
        }
        return room;
    }

    @Override
    public boolean await(OpenRequest request, long deadlineNanos, boolean orForsake) {
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

    @Override
    public void isAnswerTo(OpenRequest request, Source source) {
        source.request = mine(request);
    }

    @Override
    public boolean isEnded(OpenRequest request) {
        actor.checkCaller();
        actor.hasPolled = true;
        return mine(request).isArrived;
    }

    @Override
    public RequestEnd take(OpenRequest request) {
        actor.checkCaller();
        StackRoom.require();
        AnswerRoom room = mine(request);
        if (!room.isArrived) {
            throw new IllegalStateException("a request that has not ended: " + request);
        }
        if (room.outcome == AnswerRoom.REPLIED) {
            lastReply = actor.requests().read(room);
            return RequestEnd.REPLIED;
        }
        RequestEnd end =
                room.outcome == AnswerRoom.TARGET_ENDED ? RequestEnd.TARGET_ENDED : RequestEnd.DROPPED;
        actor.requests().abandon(room);
        return end;
    }

    @Override
    public Message lastReply() {
        Envelope message = Objects.requireNonNull(lastReply, "there is no answer");
        lastReply = null;
        if (!home.isDebug) {
            return message;
        }
        return actor.requests().checked(message);
    }

    @Override
    public void abandon(OpenRequest request) {
        actor.checkCaller();
        StackRoom.require();
        actor.hasPolled = true; // whether the answer comes before or after this makes a difference
        actor.requests().abandon(mine(request));
    }

    @Override
    public ActorActivity targetOf(OpenRequest request) {
        actor.hasLookedAround = true;
        return Objects.requireNonNull(mine(request).owner).activity();
    }

    @Override
    public ReplyStatus reply(Message request, @Nullable Object object, MemorySegment bytes) {
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
                    + "; to answer later, keep the right to");
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

    @Override
    public NotifyStatus forward(Message request, ActorId to) {
        actor.checkCaller();
        StackRoom.require();
        Envelope message = unanswered(request);
        actor.hasLookedAround = true;
        Recipient target = actor.hive.recipient(to);
        if (target instanceof ExternalInbox.Mailbox) {
            throw new IllegalArgumentException(to + " is an outside thread's inbox, which answers no requests");
        } else if (target == actor) {
            throw new IllegalArgumentException("a request is handed on to somebody else, not to " + actor.id);
        } else if (!(target instanceof Actor holder)) {
            return NotifyStatus.NO_TARGET;
        } else {
            Object key = WaitingSend.keyFor(actor, holder, message.object);
            return Forwarding.handOn(actor, unanswered(request), holder, key); // the key is the user's code: it may have answered
        }
    }

    /** The request received last, if it is this one and was not answered. */
    private Envelope unanswered(Message request) {
        Envelope message = heldRequest(request);
        if (message.answer == AnswerRoom.ANSWERED) {
            throw new IllegalStateException("a request can be answered once: " + message);
        }
        return message;
    }

    @Override
    public ReplyRight keep(Message request) {
        actor.checkCaller();
        StackRoom.require();
        Envelope message = unanswered(request);
        AnswerRoom room = message.answer < 0 ? null : home.slots[message.answer].answerRoom();
        message.answer = AnswerRoom.ANSWERED; // by the right, from now on
        if (room != null) {
            room.request = Envelope.NONE;
        }
        return new KeptRight(actor, room, message.correlation);
    }

    @Override
    public ReplyStatus reply(ReplyRight right, @Nullable Object object, MemorySegment bytes) {
        actor.checkCaller();
        StackRoom.require();
        var kept = (KeptRight) right;
        if (kept.owner != actor) {
            throw new IllegalArgumentException("only " + kept.owner.id + " may answer this request, not " + actor.id);
        }
        if (kept.isUsed) {
            throw new IllegalStateException("a request can be answered once: request " + kept.correlation);
        }
        if (bytes.byteSize() > home.pool.maxPayload()) {
            return ReplyStatus.TOO_LARGE;
        }
        AnswerRoom room = kept.room;
        if (room == null || !room.isOwed || room.owner != actor || room.slot.correlation != kept.correlation) {
            kept.isUsed = true;
            return tooLate();
        }
        boolean isSent = fillAnswer(room, object, bytes);
        kept.isUsed = true;
        return isSent ? ReplyStatus.SENT : tooLate();
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

    @Override
    public Message selected() {
        actor.checkCaller();
        return actor.selection().selected();
    }
}
