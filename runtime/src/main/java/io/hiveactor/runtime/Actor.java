package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.fiber.BatonFiber;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.OpenRequest;
import io.hiveactor.runtime.port.ReplyRight;
import io.hiveactor.runtime.time.Clock;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One actor: its mailbox, its place in the shard, and the calls of its context.
 *
 * <p><b>Threads:</b> owner only, the shard; calls of the context only by the actor's own code. Other threads
 * touch {@link #isGone}, {@link #post} and what never changes.
 */
final class Actor extends Recipient implements ActorContext, ActorPort {
    /*
     * Invariants
     *  - the mailbox is the list first..last, `depth` long; `held` is the message last received, whose slot goes
     *    back with the next one or at the end
     *  - fiber != null: the actor's code stands on that fiber, set aside. Otherwise it runs, or has none
     *  - an IDLE actor has an empty mailbox
     *  - its code runs while it is its shard's current one, on the shard's running thread
     *
     * The calls that a busy actor makes, notify and receive, change state in leaf methods (see the package).
     * The others first make sure of their stack.
     */
    final Shard home;
    /** One of the two, until the end: an id that somebody keeps must not keep what they refer to. */
    private @Nullable Handler handler;

    private @Nullable StraightLine body;
    /** {@link Priority#ordinal()}. */
    final int priority;

    /** In its shard's table, from its arrival there to its end. */
    int number = ActorTable.NOBODY;
    /** See {@link ActorState}. Written by the shard only. */
    int state = ActorState.NEW;

    int nextReady = ActorTable.NOBODY;
    @Nullable Fiber fiber;

    int first = Envelope.NONE;
    int last = Envelope.NONE;
    int depth;
    int held = Envelope.NONE;

    /** Messages this actor may still receive before it lets its neighbours run. */
    int allowance;

    private @Nullable WaitDeadline waitDeadline;
    boolean timedOut;
    private @Nullable ActorTimer timers;
    @Nullable OffloadTask<?, ?> offload;

    // what not every actor needs; `hasExtras` as soon as one of them is there, or its mailbox has a limit
    private boolean hasExtras;
    private @Nullable Requests requests;
    private @Nullable ScanMarks marks;
    private @Nullable Object attachment;
    @Nullable SendWaiter sendWaiter;

    // what a wait is for
    private @Nullable AnswerRoom awaited;
    private @Nullable MessageFilter wantedMessages;
    private Source @Nullable [] wantedSources;
    @Nullable WakeUp wakeUp;

    private @Nullable AnswerRoom lastRequest;
    private @Nullable Envelope lastReply;
    private @Nullable Envelope selected;
    /** How often it was set aside. What was looked at in one piece, with none in between, was looked at as a whole. */
    int suspensions;
    /** The message that a predicate is looking at. */
    private int inspected = Envelope.NONE;
    /** In debug mode, what the actor's code has of the message last received. */
    private @Nullable CheckedMessage checked;

    private @Nullable CheckedMessage checkedReply;

    @Nullable ExitReason exitReason;
    /** Somebody has killed it, and its shard knows. */
    @Nullable Demise demise;
    /** Its code has ended, and it is being given back; a kill comes too late. */
    boolean isEnding;
    /** Runs something of the runtime's own, which is nobody's news and outlives a kill of all. */
    boolean isErrand;

    Actor(Shard home, @Nullable Handler handler, @Nullable StraightLine body, ActorConfig config, long number) {
        super(home.hive, home, config.name(), number, !home.isCarried, roomFor(config, home));
        this.home = home;
        this.handler = handler;
        this.body = body;
        this.priority = config.priority().ordinal();
        hasExtras = room != null || home.isDebug;
    }

    private static @Nullable MailboxRoom roomFor(ActorConfig config, Shard home) {
        MailboxLimit limit = config.limit();
        return limit == null ? null : new MailboxRoom(limit, home.hive.config().waiterOrder());
    }

    Shard shard() {
        return home;
    }

    boolean isStraightLine() {
        return body != null;
    }

    // ---- the mailbox ----

    /*
     * Below, a slot is passed on by its index wherever the index is at hand. It would be simpler to ask the slot
     * for it; but who gets which slot next depends on it from message to message, through memory each time, and
     * that chain is what a round trip's time is made of.
     */

    /** Appends a message and makes the actor ready if it waits for one: both, or neither at the end of a stack. */
    void accept(Envelope message, int index) {
        if (state <= ActorState.LAST_THAT_A_MESSAGE_ENDS
                || (state == ActorState.SELECTING && wants(message))) {
            home.runQueue.add(this); // first, because it is a call; nothing below is
        }
        message.next = Envelope.NONE;
        if (last == Envelope.NONE) {
            first = index;
        } else {
            home.slots[last].next = index;
        }
        last = index;
        depth++;
    }

    /** Takes in what was sent, as its limit has it. With room on the stack. */
    void arrive(Envelope message) {
        MailboxRoom limited = room;
        if (limited == null || limited.isForSenders) {
            accept(message, message.index);
        } else {
            Crowding.accept(this, limited, message);
        }
    }

    /** Receives the oldest message, whose predecessor's slot goes back. */
    private @Nullable Envelope take() {
        int index = first;
        if (index == Envelope.NONE) {
            return null;
        }
        Envelope message = home.slots[index];
        if (hasExtras || message.kind != Envelope.NOTIFY) {
            return takeCarefully(index, Envelope.NONE);
        }
        releaseHeld();
        held = index;
        if (index == last) {
            first = Envelope.NONE;
            last = Envelope.NONE;
        } else {
            first = message.next;
        }
        depth--;
        return message;
    }

    /** Receives a message from anywhere in the mailbox, with everything that may hang on it. */
    private Envelope takeCarefully(int index, int before) {
        StackRoom.require();
        Envelope message = home.slots[index];
        releaseHeld();
        Requests mine = requests;
        if (mine != null) {
            mine.releaseHeld();
        }
        remove(index, before);
        held = index;
        if (message.kind == Envelope.TIMER) {
            if (message.object instanceof ActorTimer timer) {
                timer.isTickQueued = false;
            }
        } else {
            if (message.kind == Envelope.REQUEST && message.answer >= 0) {
                requests().owe(home.slots[message.answer].answerRoom());
            }
            MailboxRoom limited = room;
            if (limited != null) {
                Crowding.left(limited, message);
                home.roomFreed(limited);
            }
        }
        return message;
    }

    /** Takes a message out of the mailbox. Its slot is the caller's. */
    void remove(int index, int before) {
        int behind = home.slots[index].next;
        if (before == Envelope.NONE) {
            first = behind;
        } else {
            home.slots[before].next = behind;
        }
        if (behind == Envelope.NONE) {
            last = before;
        }
        depth--;
        ScanMarks seen = marks;
        if (seen != null) {
            seen.removed(index, before);
        }
        if (inspected == index) {
            inspected = Envelope.NONE;
        }
    }

    /** A message was replaced where it stands; every filter looks at the whole mailbox again. */
    void changed(Envelope message) {
        ScanMarks seen = marks;
        if (seen != null) {
            seen.lookAgain();
        }
        inspected = Envelope.NONE; // whatever a predicate looks at, the mark before it has moved
        if (state == ActorState.SELECTING && wants(message)) {
            home.runQueue.add(this);
        }
    }

    /** At its end; the messages are the caller's. */
    void forgetMailbox() {
        first = Envelope.NONE;
        last = Envelope.NONE;
        depth = 0;
        marks = null;
        inspected = Envelope.NONE;
    }

    /** Gives the slot of the message last received back. */
    void releaseHeld() {
        int index = held;
        if (index != Envelope.NONE) {
            home.release(index);
            held = Envelope.NONE;
        }
    }

    @Override
    void post(Envelope message) {
        home.post(message);
    }

    @Override
    void wakeReader() {
        home.wakeUp();
    }

    // ---- running ----

    /**
     * Runs the actor's code on a fiber: a straight-line actor to its end, a handler until its mailbox is empty or
     * its turn is over.
     *
     * @return whether the actor has ended
     */
    boolean takeTurn(Fiber me) throws Exception {
        if (isGone()) {
            return true;
        }
        StraightLine straight = body;
        if (straight != null) {
            straight.run(this);
            return true;
        }
        Handler called = handler;
        if (called == null) {
            throw new IllegalStateException("an actor without code: " + id);
        }
        int left = home.messagesPerTurn;
        Envelope message = take();
        while (message != null) {
            called.onMessage(this, shown(message));
            Thread.interrupted(); // what this message's code left behind is not the next one's
            left--;
            message = first != Envelope.NONE && left > 0 && home.goesOn(this, me) ? take() : null;
        }
        releaseHeld();
        if (hasExtras) {
            endOfMessage();
        }
        return isGone(); // an exit or a kill that was swallowed is still one
    }

    private void endOfMessage() {
        Requests mine = requests;
        if (mine != null) {
            mine.releaseHeld();
        }
        if (checked != null) {
            checked.expire();
        }
    }

    /** A message as the actor's code gets to see it. */
    private Message shown(Envelope message) {
        if (!home.isDebug) {
            return message;
        }
        if (checked != null) {
            checked.expire();
        }
        checked = new CheckedMessage(message);
        return checked;
    }

    void checkCaller() {
        if (home.current != number || Thread.currentThread() != home.runningThread || isGone()) {
            refuseCaller();
        }
    }

    private void refuseCaller() {
        if (isGone()) {
            throw ActorStopped.UNWIND;
        }
        throw new WrongThreadException("the context of actor " + id + " used by " + Thread.currentThread()
                + "; it is its actor's alone, and not inside blocking() or offload(); others use the hive or an inbox");
    }

    // ---- sending ----

    @Override
    public ActorId self() {
        checkCaller();
        return id;
    }

    @Override
    public NotifyStatus notify(ActorId to, int tag, Object message) {
        Objects.requireNonNull(message, "message");
        checkCaller();
        return home.send(id, hive.recipient(to), tag, message, MemorySegment.NULL, 0);
    }

    @Override
    public NotifyStatus notifyBytes(ActorId to, int tag, MemorySegment payload) {
        long length = payload.byteSize();
        checkCaller();
        Recipient target = hive.recipient(to);
        if (length > home.pool.maxPayload()) {
            return NotifyStatus.TOO_LARGE;
        }
        return home.send(id, target, tag, null, payload, (int) length);
    }

    @Override
    public boolean kill(ActorId target) {
        checkCaller();
        if (target == id) {
            throw new IllegalArgumentException("an actor ends itself with exit(), not with kill: " + id);
        }
        StackRoom.require();
        return hive.kill(target);
    }

    @Override
    public boolean isAlive(ActorId actor) {
        checkCaller();
        return hive.isAlive(actor);
    }

    // ---- receiving and waiting ----

    @Override
    @CanIgnoreReturnValue
    public Message receive() {
        Received received = receive(Clock.NEVER);
        if (received instanceof Message message) {
            return message;
        }
        throw new IllegalStateException("an endless receive of " + id + " gave " + received);
    }

    @Override
    public Received receive(Duration timeout) {
        long nanos = Times.nanos(timeout, "timeout");
        return receive(nanos == 0 ? 0 : Clock.deadline(home.clock.nanos(), nanos));
    }

    /** @param deadlineNanos 0 looks once */
    private Received receive(long deadlineNanos) {
        checkCaller();
        if (--allowance < 0 || --home.messagesLeft <= 0) {
            yieldTurn();
        }
        if (inspected != Envelope.NONE) {
            refuseInspector();
        }
        Envelope message = take();
        if (message != null) {
            return shown(message);
        }
        if (deadlineNanos == 0) {
            return NoMessage.WOULD_BLOCK;
        }
        do {
            home.await(this, ActorState.RECEIVING, deadlineFor(deadlineNanos), deadlineNanos);
            message = take();
            if (message != null) {
                return shown(message);
            }
        } while (!timedOut);
        return NoMessage.TIMEOUT;
    }

    private void refuseInspector() {
        throw new IllegalStateException("the predicate of a filter must not receive: " + id);
    }

    // ---- receiving selectively ----

    @Override
    public @Nullable Message receive(MessageFilter filter, long deadlineNanos) {
        Objects.requireNonNull(filter, "filter");
        beginSelective();
        Envelope message = takeMatching(filter);
        while (message == null && deadlineNanos != 0) {
            wantedMessages = filter;
            try {
                home.await(this, ActorState.SELECTING, deadlineFor(deadlineNanos), deadlineNanos);
            } finally {
                wantedMessages = null;
            }
            boolean isLast = timedOut; // the predicate may wait for something else
            message = takeMatching(filter);
            if (isLast) {
                break;
            }
        }
        return message == null ? null : shown(message);
    }

    @Override
    public int select(Source[] sources, long deadlineNanos) {
        for (Source source : sources) {
            Objects.requireNonNull(source, "source");
        }
        beginSelective();
        boolean isLast = deadlineNanos == 0;
        while (true) {
            int before = suspensions;
            int ready = firstReady(sources);
            if (ready >= 0 || isLast) {
                return ready;
            }
            isLast = awaitAny(sources, before, deadlineNanos);
        }
    }

    private void beginSelective() {
        checkCaller();
        StackRoom.require();
        if (inspected != Envelope.NONE) {
            refuseInspector();
        }
        if (--allowance < 0 || --home.messagesLeft <= 0) {
            yieldTurn();
        }
    }

    private int firstReady(Source[] sources) {
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] instanceof MessageFilter filter) {
                Envelope message = takeMatching(filter);
                if (message != null) {
                    selected = message;
                    return i;
                }
            } else if (sources[i].isReady()) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Waits until a source may be ready.
     *
     * @param before the suspensions when the sources were last looked at: since then nothing can have come unseen, unless
     *     one of them made the actor wait
     * @return whether the deadline has come
     */
    private boolean awaitAny(Source[] sources, int before, long deadlineNanos) {
        var ring = new WakeUp(this);
        wakeUp = ring;
        int armed = 0;
        try {
            boolean isReady = false;
            while (armed < sources.length) {
                armed++; // even if it fails half way
                sources[armed - 1].arm(ring);
            }
            for (Source source : sources) { // what became ready before it was armed
                isReady |= !(source instanceof MessageFilter) && source.isReady();
            }
            if (isReady || suspensions != before) {
                return false;
            }
            wantedSources = sources;
            home.await(this, ActorState.SELECTING, deadlineFor(deadlineNanos), deadlineNanos);
            return timedOut;
        } finally {
            wakeUp = null;
            wantedSources = null;
            disarm(sources, armed, ring);
        }
    }

    private static void disarm(Source[] sources, int armed, WakeUp ring) {
        Throwable first = null;
        for (int i = 0; i < armed; i++) {
            try {
                sources[i].disarm(ring);
            } catch (Throwable e) { // thrown below, after the others
                first = first == null ? e : first;
            }
        }
        if (first instanceof Error error) {
            throw error;
        } else if (first instanceof RuntimeException bug) {
            throw bug;
        }
    }

    @Override
    public Message selected() {
        Envelope message = Objects.requireNonNull(selected, "nothing was selected");
        selected = null;
        return shown(message);
    }

    /** Whether a message may end the selective wait that the actor is in. */
    private boolean wants(Envelope message) {
        MessageFilter one = wantedMessages;
        if (one != null) {
            return one.fits(message);
        }
        Source[] several = wantedSources;
        if (several != null) {
            for (Source source : several) {
                if (source instanceof MessageFilter filter && filter.fits(message)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The oldest message that a filter takes, without looking at what it has refused before. */
    private @Nullable Envelope takeMatching(MessageFilter filter) {
        ScanMarks seen = marks;
        if (seen == null) {
            seen = new ScanMarks();
            marks = seen;
            hasExtras = true;
        }
        int mark = seen.markOf(filter);
        while (true) {
            int before = seen.at(mark);
            int index = before == Envelope.NONE ? first : home.slots[before].next;
            if (index == Envelope.NONE) {
                return null;
            }
            Envelope message = home.slots[index];
            boolean isTaken = filter.fits(message);
            if (isTaken && filter.predicate() != null) {
                inspected = index;
                isTaken = accepts(filter.predicate(), message);
                if (isGone()) {
                    throw ActorStopped.UNWIND; // killed meanwhile: nothing here is its own any more
                }
                if (inspected == Envelope.NONE) {
                    continue; // it has left the mailbox, or is another one, since the predicate was asked
                }
                inspected = Envelope.NONE;
                before = seen.at(mark); // what stood before it may have left, too
            }
            if (isTaken) {
                return takeCarefully(index, before);
            }
            seen.moveTo(mark, index);
        }
    }

    private boolean accepts(Predicate<? super Message> predicate, Envelope message) {
        boolean isDone = false;
        try {
            boolean accepts = predicate.test(message);
            isDone = true;
            return accepts;
        } finally {
            if (!isDone) {
                inspected = Envelope.NONE;
            }
        }
    }

    @Override
    public int pending() {
        checkCaller();
        return depth;
    }

    @Override
    public void sleep(Duration duration) {
        long nanos = Times.nanos(duration, "duration");
        checkCaller();
        long deadlineNanos = Clock.deadline(home.clock.nanos(), nanos);
        do {
            home.await(this, ActorState.SLEEPING, deadlineFor(deadlineNanos), deadlineNanos);
        } while (!timedOut);
    }

    @Override
    @SuppressWarnings("NamedLikeContextualKeyword")
    public void yield() {
        checkCaller();
        yieldTurn();
    }

    private void yieldTurn() {
        home.await(this, ActorState.READY, null, Clock.NEVER);
    }

    @Nullable WaitDeadline deadlineFor(long deadlineNanos) {
        WaitDeadline deadline = waitDeadline;
        if (deadlineNanos == Clock.NEVER) {
            if (deadline != null) {
                deadline.wantedNanos = Clock.NEVER; // an earlier wait's, which a message ended
            }
            return null;
        }
        if (deadline == null) {
            deadline = new WaitDeadline(this);
            waitDeadline = deadline;
        }
        return deadline;
    }

    /** Whether it is in a wait that a deadline can end. */
    boolean isTimedWait() {
        return state == ActorState.RECEIVING || state == ActorState.SLEEPING || state >= ActorState.SENDING;
    }

    // ---- sending with a wait ----

    @Override
    public SendStatus send(ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        checkCaller();
        Recipient target = hive.recipient(to);
        long length = bytes.byteSize();
        if (length > home.pool.maxPayload()) {
            return SendStatus.TOO_LARGE;
        }
        NotifyStatus status = home.send(id, target, tag, object, bytes, (int) length);
        if (status == NotifyStatus.SENT) {
            return SendStatus.SENT;
        }
        return WaitingSend.after(status, this, target, tag, object, bytes, deadlineNanos);
    }

    /** The waiter for the next wait. */
    SendWaiter newWait(Recipient target, int wants) {
        SendWaiter waiter = sendWaiter;
        if (waiter == null || waiter.isWakePending) {
            waiter = new SendWaiter(this);
            sendWaiter = waiter;
        }
        waiter.target = target;
        waiter.wants = wants;
        return waiter;
    }

    /** It waits for nothing any more; what it had been given goes to the next in line. */
    void leaveQueues() {
        SendWaiter waiter = sendWaiter;
        if (waiter != null) {
            WaitingSend.leave(waiter, home);
        }
    }

    // ---- requests ----

    /** The slot of the answer last read goes back. */
    void replyReleased() {
        if (checkedReply != null) {
            checkedReply.expire();
            checkedReply = null;
        }
    }

    Requests requests() {
        Requests mine = requests;
        if (mine == null) {
            mine = new Requests(this);
            requests = mine;
            hasExtras = true;
        }
        return mine;
    }

    @Nullable Requests requestsIfAny() {
        return requests;
    }

    void endRequests() {
        if (requests != null) {
            requests.end();
        }
    }

    /** Whether an answer ends the wait it is in. */
    boolean waitsFor(AnswerRoom answer) {
        return (state == ActorState.REQUESTING && awaited == answer)
                || (state == ActorState.SELECTING && wantedSources != null);
    }

    @Override
    public SendStatus request(
            ActorId to, int tag, @Nullable Object object, MemorySegment bytes, long deadlineNanos) {
        checkCaller();
        if (!(hive.recipient(to) instanceof Actor target)) {
            throw new IllegalArgumentException(to + " is an outside thread's inbox, which answers no requests");
        }
        if (target == this) {
            throw new IllegalArgumentException("an actor that asks itself would wait for ever: " + id);
        }
        StackRoom.require();
        long correlation = home.nextCorrelation();
        SendStatus status = WaitingSend.request(this, target, tag, object, bytes, correlation, deadlineNanos);
        if (status == SendStatus.SENT) {
            SendWaiter waiter = Objects.requireNonNull(sendWaiter);
            lastRequest = home.slots[waiter.answer].answerRoom();
        }
        return status;
    }

    @Override
    public OpenRequest lastRequest() {
        return Objects.requireNonNull(lastRequest, "no request was made");
    }

    private AnswerRoom mine(OpenRequest request) {
        var room = (AnswerRoom) request;
        if (room.requester != this || !room.isOpen) {
            throw new IllegalStateException("not an open request of " + id + ": " + request);
        }
        return room;
    }

    @Override
    public boolean await(OpenRequest request, long deadlineNanos, boolean orForsake) {
        checkCaller();
        AnswerRoom room = mine(request);
        try {
            while (!room.isArrived && deadlineNanos != 0) {
                awaited = room;
                home.await(this, ActorState.REQUESTING, deadlineFor(deadlineNanos), deadlineNanos);
                if (timedOut) {
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
        awaited = null;
        return room.isArrived;
    }

    @Override
    public boolean isEnded(OpenRequest request) {
        checkCaller();
        return mine(request).isArrived;
    }

    @Override
    public RequestEnd take(OpenRequest request) {
        checkCaller();
        StackRoom.require();
        AnswerRoom room = mine(request);
        if (!room.isArrived) {
            throw new IllegalStateException("a request that has not ended: " + request);
        }
        if (room.outcome == AnswerRoom.REPLIED) {
            lastReply = requests().read(room);
            return RequestEnd.REPLIED;
        }
        RequestEnd end =
                room.outcome == AnswerRoom.TARGET_ENDED ? RequestEnd.TARGET_ENDED : RequestEnd.DROPPED;
        requests().abandon(room);
        return end;
    }

    @Override
    public Message lastReply() {
        Envelope message = Objects.requireNonNull(lastReply, "there is no answer");
        lastReply = null;
        if (!home.isDebug) {
            return message;
        }
        checkedReply = new CheckedMessage(message);
        return checkedReply;
    }

    @Override
    public void abandon(OpenRequest request) {
        checkCaller();
        StackRoom.require();
        requests().abandon(mine(request));
    }

    @Override
    public ActorActivity targetOf(OpenRequest request) {
        return Objects.requireNonNull(mine(request).owner).activity();
    }

    @Override
    public ReplyStatus reply(Message request, @Nullable Object object, MemorySegment bytes) {
        checkCaller();
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
        Envelope message = request instanceof CheckedMessage copy ? copy.original() : (Envelope) request;
        if (message.index != held || message.kind != Envelope.REQUEST) {
            throw new IllegalArgumentException("not a request that " + id + " has just received: " + request
                    + "; to answer later, keep the right to");
        }
        return message;
    }

    private boolean fillAnswer(AnswerRoom room, @Nullable Object object, MemorySegment bytes) {
        room.slot.copyIn(bytes); // nobody else looks at it while the right is open
        room.slot.sender = id;
        room.slot.object = object;
        room.slot.length = (int) bytes.byteSize();
        return requests().answer(room);
    }

    @Override
    public ReplyRight keep(Message request) {
        checkCaller();
        StackRoom.require();
        Envelope message = heldRequest(request);
        if (message.answer == AnswerRoom.ANSWERED) {
            throw new IllegalStateException("a request can be answered once: " + message);
        }
        AnswerRoom room = message.answer < 0 ? null : home.slots[message.answer].answerRoom();
        message.answer = AnswerRoom.ANSWERED; // by the right, from now on
        if (room != null) {
            room.request = Envelope.NONE;
        }
        return new KeptRight(this, room, message.correlation);
    }

    @Override
    public ReplyStatus reply(ReplyRight right, @Nullable Object object, MemorySegment bytes) {
        checkCaller();
        StackRoom.require();
        var kept = (KeptRight) right;
        if (kept.owner != this) {
            throw new IllegalArgumentException("only " + kept.owner.id + " may answer this request, not " + id);
        }
        if (kept.isUsed) {
            throw new IllegalStateException("a request can be answered once: request " + kept.correlation);
        }
        if (bytes.byteSize() > home.pool.maxPayload()) {
            return ReplyStatus.TOO_LARGE;
        }
        AnswerRoom room = kept.room;
        if (room == null || !room.isOwed || room.owner != this || room.slot.correlation != kept.correlation) {
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

    // ---- what the sister modules ask for ----

    @Override
    public Hive hive() {
        return hive;
    }

    @Override
    public long deadlineIn(long nanos) {
        return Clock.deadline(home.clock.nanos(), nanos);
    }

    @Override
    public @Nullable Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object newAttachment) {
        attachment = newAttachment;
    }

    /** What it is doing; from another shard, roughly. */
    ActorActivity activity() {
        return Activities.of(this);
    }

    /** What a wait is for, in words; from another shard, roughly. */
    String waitingFor() {
        SendWaiter sending = sendWaiter;
        AnswerRoom asking = awaited;
        MessageFilter filter = wantedMessages;
        Source[] sources = wantedSources;
        if (state == ActorState.SENDING && sending != null && sending.target != null) {
            return "room to send to " + sending.target.id;
        } else if (state == ActorState.REQUESTING && asking != null && asking.owner != null) {
            return "the answer of " + asking.owner.id;
        } else if (state == ActorState.SELECTING && filter != null) {
            return filter.toString();
        } else if (state == ActorState.SELECTING && sources != null) {
            return "any of " + sources.length + " sources";
        }
        return "";
    }

    // ---- timers ----

    @Override
    public TimerId after(Duration delay) {
        return startTimer(Times.nanos(delay, "delay"), 0);
    }

    @Override
    public TimerId every(Duration period) {
        long nanos = Times.nanos(period, "period");
        if (nanos == 0) {
            throw new IllegalArgumentException("a period must be positive: " + period);
        }
        return startTimer(nanos, nanos);
    }

    private TimerId startTimer(long delayNanos, long periodNanos) {
        checkCaller();
        StackRoom.require();
        long at = Clock.deadline(home.clock.nanos(), delayNanos);
        var timer = new ActorTimer(this, home.timers.nextNumber(), at, periodNanos);
        ActorTimer behind = timers;
        timer.next = behind;
        if (behind != null) {
            behind.previous = timer;
        }
        timers = timer;
        home.timers.schedule(timer);
        return timer;
    }

    @Override
    public boolean cancel(TimerId timer) {
        Objects.requireNonNull(timer, "timer");
        checkCaller();
        var mine = (ActorTimer) timer;
        if (mine.actor != this) {
            throw new IllegalArgumentException(timer + " is not a timer of " + id);
        }
        if (!mine.isWanted()) {
            return false;
        }
        StackRoom.require();
        forget(mine);
        return true;
    }

    /** Takes a timer out of the actor's list; the wheel lets go of it at the base of the stack. */
    void forget(ActorTimer timer) {
        ActorTimer before = timer.previous;
        ActorTimer behind = timer.next;
        if (before == null) {
            timers = behind;
        } else {
            before.next = behind;
        }
        if (behind != null) {
            behind.previous = before;
        }
        timer.previous = null;
        timer.next = null;
        timer.wantedNanos = Clock.NEVER;
        home.timers.schedule(timer);
    }

    /** At its end. */
    void forgetCode() {
        handler = null;
        body = null;
        attachment = null;
        requests = null;
        lastRequest = null;
        lastReply = null;
        selected = null;
        if (checked != null) {
            checked.expire();
            checked = null;
        }
        replyReleased();
    }

    /** Whether all it waits for is messages. */
    boolean waitsForMessagesOnly() {
        Source[] several = wantedSources;
        if (several == null) {
            return true;
        }
        for (Source source : several) {
            if (!(source instanceof MessageFilter)) {
                return false;
            }
        }
        return true;
    }

    /** Everything in the wheel that belongs to this actor leaves it. At its end. */
    void forgetDeadlines() {
        while (timers != null) {
            forget(timers);
        }
        WaitDeadline deadline = waitDeadline;
        if (deadline != null) {
            deadline.wantedNanos = Clock.NEVER;
            home.timers.schedule(deadline);
            waitDeadline = null;
        }
    }

    @Override
    public long nowNanos() {
        checkCaller();
        return home.clock.nanos();
    }

    // ---- spawning and ending ----

    @Override
    @CanIgnoreReturnValue
    public ActorId spawn(Handler newHandler, ActorConfig config) {
        return hive.orThrow(trySpawn(newHandler, config));
    }

    @Override
    @CanIgnoreReturnValue
    public ActorId spawn(StraightLine newBody, ActorConfig config) {
        return hive.orThrow(trySpawn(newBody, config));
    }

    @Override
    public SpawnResult trySpawn(Handler newHandler, ActorConfig config) {
        Objects.requireNonNull(newHandler, "handler");
        checkCaller();
        StackRoom.require();
        return hive.spawn(newHandler, null, config, home);
    }

    @Override
    public SpawnResult trySpawn(StraightLine newBody, ActorConfig config) {
        Objects.requireNonNull(newBody, "body");
        checkCaller();
        StackRoom.require();
        return hive.spawn(null, newBody, config, home);
    }

    @Override
    public void exit(ExitReason reason) {
        Objects.requireNonNull(reason, "reason");
        checkCaller();
        exitReason = reason;
        setGone();
        throw ActorStopped.UNWIND;
    }

    // ---- work that blocks ----

    @Override
    public <T, X extends Exception> T blocking(Work<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        checkCaller();
        if (!(home.running instanceof BatonFiber me)) {
            return work.run();
        }
        home.leave(this, me);
        try {
            return work.run();
        } finally {
            me.enter();
            me.load(null);
            if (isGone()) {
                stopUnwinding();
            }
        }
    }

    private static void stopUnwinding() {
        throw ActorStopped.UNWIND;
    }

    @Override
    public <T, X extends Exception> T offload(Work<T, X> work) throws X {
        Objects.requireNonNull(work, "work");
        checkCaller();
        StackRoom.require();
        if (hive.isSimulated()) {
            return work.run(); // at once, in no time: the only way that can be replayed
        }
        var task = new OffloadTask<T, X>(this, work);
        offload = task;
        home.offload(task);
        try {
            while (!task.isArrived) {
                home.await(this, ActorState.OFFLOADING, null, Clock.NEVER);
            }
        } finally {
            offload = null;
            task.isDropped = !task.isArrived;
        }
        return task.result();
    }

    @Override
    public String toString() {
        return id + " on shard " + home.index + ", " + ActorState.name(state) + ", " + depth + " pending";
    }
}
