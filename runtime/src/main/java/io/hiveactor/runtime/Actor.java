package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.fiber.BatonFiber;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.ActorPort;
import io.hiveactor.runtime.port.CodeHolder;
import io.hiveactor.runtime.port.Tenant;
import io.hiveactor.runtime.time.Clock;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One actor: its mailbox, its place in the shard, and the calls of its context.
 *
 * <p><b>Threads:</b> owner only, the shard; calls of the context only by the actor's own code. Other threads
 * touch {@link #isGone}, {@link #post} and what never changes.
 */
final class Actor extends ActorCalls {
    /*
     * Invariants
     *  - the mailbox is the list first..last, `depth` long; `last` means nothing while it is empty; `held` is the message last received, whose slot goes
     *    back with the next one or at the end
     *  - fiber != null: the actor's code stands on that fiber, set aside. Otherwise it runs, or has none
     *  - an IDLE actor has an empty mailbox
     *  - its code runs while it is its shard's current one, on the shard's running thread
     *
     * The calls that a busy actor makes, notify and receive, change state in leaf methods (see the package).
     * The others first make sure of their stack. What waits for something particular is in ActorIpc.
     */
    final Shard home;
    /**
     * One of the two, until the end: an id that somebody keeps must not keep what they refer to. Both, until it has started,
     * for a handler that has something to do then.
     */
    private @Nullable Handler handler;

    private @Nullable ActorBody body;
    /** {@link Priority#ordinal()}. */
    final byte priority;

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

    // for an explored run, which asks which turns depend on each other
    /** It looked whether a message or a reply was there, and did not wait for one. */
    boolean hasPolled;
    /** It asked for something of another actor, or of the hive. */
    boolean hasLookedAround;

    /** When it was last set aside, by its shard's clock of the turn. */
    long sinceNanos;

    /** How often it was set aside. What was looked at in one piece, with none in between, was looked at as a whole. */
    int suspensions;

    // what not every actor needs; `hasExtras` as soon as there is something that a receive has to look after
    private boolean hasExtras;
    private @Nullable ActorIpc ipc;
    private @Nullable Requests requests;
    private @Nullable Selection selection;
    @Nullable SendWaiter sendWaiter;

    /** Its links, monitors and seats, once it has some. */
    @Nullable Ties ties;
    /** With whom it ends, if it ends with somebody. */
    private @Nullable Dependence dependence;

    @Nullable ExitReason exitReason;
    /** How it ends, once its handler is being stopped. */
    volatile @Nullable ActorExit stopExit;
    /** Somebody has killed it, and its shard knows. */
    @Nullable Demise demise;
    /** Its code has ended, and it is being given back; a kill comes too late. */
    boolean isEnding;
    /** What it had has been given back, but for its frames, the message it reads and its names. */
    boolean isReleased;
    /** Its init has failed, and it will never arrive. */
    boolean isStillborn;
    /** Whoever is linked to it or monitors it has been told of its end. */
    boolean isTold;
    /** Its code has ended, and all of it has been given back. Others may see it late. */
    boolean hasEnded;
    /** Runs something of the runtime's own, which is nobody's news and outlives a kill of all. */
    boolean isErrand;

    Actor(Shard home, @Nullable Handler handler, @Nullable ActorBody body, ActorConfig config, long number) {
        super(home.hive, home, nameOrCode(config, handler, body), number, !home.isCarried, roomFor(config, home));
        this.home = home;
        this.handler = handler;
        this.body = body;
        this.priority = (byte) config.priority().ordinal();
        hasExtras = room != null || home.isDebug;
    }

    /** In a seat, whose id it gets. */
    Actor(Shard home, @Nullable Handler handler, @Nullable ActorBody body, ActorConfig config, ReservedId seat) {
        super(home.hive, home, seat.id(), !home.isCarried, roomFor(config, home));
        this.home = home;
        this.handler = handler;
        this.body = body;
        this.priority = (byte) config.priority().ordinal();
        hasExtras = room != null || home.isDebug;
    }

    private static Object nameOrCode(ActorConfig config, @Nullable Handler handler, @Nullable ActorBody body) {
        Object code = handler == null ? body : handler;
        if (code == null || !config.name().isEmpty()) {
            return config.name();
        }
        return code instanceof CodeHolder holder ? holder.code() : code.getClass();
    }

    private static @Nullable MailboxRoom roomFor(ActorConfig config, Shard home) {
        MailboxLimit limit = config.limit();
        HiveConfig hive = home.hive.config();
        return limit == null ? null : new MailboxRoom(limit, hive.waiterOrder(), hive.fairness());
    }

    Shard shard() {
        return home;
    }

    /** Whether its code is a handler of a certain class. Any thread; false once it has ended. */
    boolean isHandledBy(Class<? extends Handler> type) {
        return type.isInstance(handler);
    }

    /** Its handler or body. Any thread; null once it has ended. */
    @Nullable Object code() {
        return handler == null ? body : handler;
    }

    /** Whether it has something to do without a message. */
    boolean startsByItself() {
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
                || (state == ActorState.SELECTING && selection().wants(message))) {
            home.runQueue.add(this); // first, because it is a call; nothing below is
        }
        message.next = Envelope.NONE;
        message.sinceNanos = home.turnNanos;
        if (first == Envelope.NONE) {
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
    private @Nullable Message take() {
        int index = first;
        if (index == Envelope.NONE) {
            return null;
        }
        Envelope message = home.slots[index];
        if (hasExtras || message.kind != Envelope.NOTIFY) {
            return shown(takeCarefully(index, Envelope.NONE));
        }
        releaseHeld();
        held = index;
        first = message.next;
        depth--;
        home.messages++;
        return message;
    }

    /** Receives a message from anywhere in the mailbox, with everything that may hang on it. */
    Envelope takeCarefully(int index, int before) {
        StackRoom.require();
        Envelope message = home.slots[index];
        releaseHeld();
        Requests mine = requests;
        if (mine != null) {
            mine.releaseHeld();
        }
        remove(index, before);
        home.messages++;
        if (message.kind > Envelope.TIMER) {
            home.system.taken(message); // not held: its envelope is nobody else's
            return message;
        }
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
        Selection selecting = selection;
        if (selecting != null) {
            selecting.removed(index, before);
        }
    }

    /** A message was replaced where it stands. */
    void changed(Envelope message) {
        Selection selecting = selection;
        if (selecting != null) {
            selecting.changed();
            if (state == ActorState.SELECTING && selecting.wants(message)) {
                home.runQueue.add(this);
            }
        }
    }

    /** At its end; the messages are the caller's. */
    void forgetMailbox() {
        first = Envelope.NONE;
        depth = 0;
        if (selection != null) {
            selection.forget();
        }
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
        ActorBody straight = body;
        if (straight != null) {
            if (handler == null) {
                straight.run(this); // with nothing left to do after it, so that its frame is small while it waits
                return true;
            }
            straight.run(this);
            body = null; // a handler that has started
            if (isGone()) {
                return true;
            }
        }
        Handler called = handler;
        if (called == null) {
            throw new IllegalStateException("an actor without code: " + id);
        }
        int left = home.messagesPerTurn;
        Message message = take();
        while (message != null) {
            called.onMessage(this, message);
            Thread.interrupted(); // what this message's code left behind is not the next one's
            releaseHeld();
            if (hasExtras) {
                endOfMessage();
            }
            left--;
            message = first != Envelope.NONE && left > 0 && home.goesOn(this, me) ? take() : null;
        }
        return isGone(); // an exit or a kill that was swallowed is still one
    }

    /** Whether its handler has started, and has something to release at its end. */
    boolean isToStop() {
        return handler instanceof StoppingHandler && body == null;
    }

    /**
     * Lets its handler release what it has.
     *
     * @param escaped what its code threw
     */
    void stop(@Nullable Throwable escaped) {
        var stopping = (StoppingHandler) Objects.requireNonNull(handler);
        ActorExit exit = Mortality.exit(this, isGone(), escaped);
        stopExit = exit; // what happens from now on does not change why it ends
        Thread.interrupted(); // what its code left behind
        try {
            stopping.onStop(exit.reason());
        } catch (Throwable e) { // also a call of the context, which a killed actor cannot make
            Hive.log(Level.ERROR, "onStop of actor " + id + " failed", e);
        }
    }

    private void endOfMessage() {
        Requests mine = requests;
        if (mine != null) {
            mine.releaseHeld();
        }
        expireShown();
    }

    /** In debug mode: its code must not touch the message last received any more. */
    void expireShown() {
        if (selection != null) {
            selection.expire();
        }
    }

    /** A message as the actor's code gets to see it. */
    Message shown(Envelope message) {
        if (!home.isDebug) {
            return message;
        }
        return selection().checked(message);
    }

    void checkCaller() {
        if (home.current != number || Thread.currentThread() != home.runningThread || isGone()) {
            refuseCaller();
        }
    }

    /** Whether its own code calls, and it was not killed. Any thread. */
    boolean isRunningHere() {
        return home.current == number && Thread.currentThread() == home.runningThread && !isGone();
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
    public NotifyStatus notify(ActorId to, int tag, Object data) {
        return Payload.isBytes(Objects.requireNonNull(data, "data"))
                ? notifyBytes(to, tag, Payload.bytesOf(data))
                : notifyObject(to, tag, data);
    }

    @Override
    public NotifyStatus notifyTag(ActorId to, int tag) {
        return notifyBytes(to, tag, MemorySegment.NULL);
    }

    @Override
    public NotifyStatus notifyObject(ActorId to, int tag, Object message) {
        checkCaller();
        Recipient target = home.recipient(to);
        NotifyStatus status = target.room == null
                ? home.send(id, target, tag, message, MemorySegment.NULL, 0)
                : home.sendLimited(id, target, tag, message);
        return status == NotifyStatus.SENT ? status : home.tallies.refused(status);
    }

    private NotifyStatus notifyBytes(ActorId to, int tag, MemorySegment payload) {
        long length = payload.byteSize();
        checkCaller();
        Recipient target = home.recipient(to);
        if (length > home.pool.maxPayload()) {
            return NotifyStatus.TOO_LARGE;
        }
        NotifyStatus status = home.send(id, target, tag, null, payload, (int) length);
        return status == NotifyStatus.SENT ? status : home.tallies.refused(status);
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
        hasLookedAround = true;
        return hive.isAlive(actor);
    }

    // ---- the ends of others ----

    Ties ties() {
        Ties mine = ties;
        if (mine == null) {
            mine = new Ties(this);
            ties = mine;
        }
        return mine;
    }

    @Override
    public LinkStatus link(ActorId other) {
        Actor peer = tiedTo(other);
        return peer == null || peer.isGone() ? LinkStatus.NO_TARGET : ties().link(peer);
    }

    @Override
    @CanIgnoreReturnValue
    public boolean unlink(ActorId other) {
        Actor peer = tiedTo(other);
        return peer != null && ties != null && ties.unlink(peer);
    }

    @Override
    public MonitorResult monitor(ActorId target) {
        Actor watched = tiedTo(target);
        if (target.seat != null) {
            return ties().monitor(target.seat);
        }
        return watched == null || watched.isGone()
                ? MonitorResult.NoMonitor.NO_TARGET
                : ties().monitor(watched, false);
    }

    @Override
    public MonitorResult monitorZombie(ActorId zombie) {
        Actor watched = tiedTo(zombie);
        return watched == null || !watched.isGone() || watched.hasEnded
                ? MonitorResult.NoMonitor.NO_TARGET
                : ties().monitor(watched, true);
    }

    @Override
    @CanIgnoreReturnValue
    public boolean demonitor(long number) {
        checkCaller();
        StackRoom.require();
        return ties != null && ties.demonitor(number);
    }

    /** Another actor; null if the id leads to none. */
    private @Nullable Actor tiedTo(ActorId other) {
        checkCaller();
        hasLookedAround = true;
        Recipient recipient = hive.recipient(other);
        if (recipient == this) {
            throw new IllegalArgumentException("an actor cannot link to or monitor itself: " + id);
        }
        StackRoom.require();
        return recipient instanceof Actor actor ? actor : null;
    }

    @Override
    public void expect(@Nullable ActorId other) {
        checkCaller();
        if (other != null || ties != null) {
            StackRoom.require();
            ties().expect(other == null ? null : hive.recipient(other).id);
        }
    }

    @Override
    public RegisterStatus register(String name) {
        checkCaller();
        return hive.names.give(name, this);
    }

    @Override
    @CanIgnoreReturnValue
    public boolean unregister(String name) {
        checkCaller();
        return hive.names.takeAway(name, this);
    }

    @Override
    @CanIgnoreReturnValue
    public boolean watchName(String name) {
        Names.checkNew(name);
        checkCaller();
        StackRoom.require();
        if (ties().names.containsKey(name)) {
            return false;
        }
        if (ties().names.size() >= Names.MAX_PER_ACTOR) {
            throw new IllegalStateException(id + " watches " + Names.MAX_PER_ACTOR + " names, the most that it may");
        }
        var watch = new NameWatch(this, name);
        ties().names.put(name, watch);
        hive.names.watch(watch);
        return true;
    }

    @Override
    @CanIgnoreReturnValue
    public boolean unwatchName(String name) {
        Names.check(name);
        checkCaller();
        StackRoom.require();
        NameWatch watch = ties().names.remove(name);
        if (watch != null) {
            hive.names.unwatch(watch);
        }
        return watch != null;
    }

    @Override
    public ReserveResult reserveId(String name) {
        Names.checkNew(name);
        checkCaller();
        StackRoom.require();
        var seat = new ReservedId(this, name, false, name, hive.nextNumber());
        RegisterStatus status = hive.names.takeForReservedId(name, seat.id());
        if (status != RegisterStatus.REGISTERED) {
            return status == RegisterStatus.TOO_MANY ? ReserveResult.NotReserved.TOO_MANY_NAMES : ReserveResult.NotReserved.NAME_TAKEN;
        }
        if (isGone()) { // and perhaps given up, while it waited for the lock of the names
            hive.names.releaseForReservedId(name, seat.id());
            throw ActorStopped.UNWIND;
        }
        ties().seats.add(seat);
        return seat;
    }

    @Override
    public ReservedId reserveIdForOne(String title) {
        Objects.requireNonNull(title, "title");
        checkCaller();
        StackRoom.require();
        return reserve(title, true);
    }

    @Override
    public ReservedId reserveUnregisteredId(String title) {
        Objects.requireNonNull(title, "title");
        checkCaller();
        StackRoom.require();
        return reserve(title, false);
    }

    private ReservedId reserve(String title, boolean isForOne) {
        var reserved = new ReservedId(this, null, isForOne, title, hive.nextNumber());
        ties().seats.add(reserved);
        return reserved;
    }

    /** Is killed, because its parent has ended. By its parent's shard. */
    void die() {
        home.push(new KillCommand(this));
        setGone();
    }

    /** Ends with another one, from now on. By that one's shard, before this actor starts. */
    void endsWith(Actor parent) {
        var mine = new Dependence(this, parent);
        dependence = mine;
        parent.ties().addDependent(mine);
    }

    /** At its end: nobody needs to kill it any more. */
    void leaveParent() {
        Dependence mine = dependence;
        if (mine != null) {
            dependence = null;
            mine.parent.home.bring(mine, home);
        }
    }

    /** How it ended, for who asks after that: what escaped is not kept. */
    ActorExit pastExit() {
        ExitReason reason = exitReason;
        return new ActorExit(id, reason == null ? ExitReason.KILLED : reason, null, !hasEnded);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id.number()); // the JVM's would differ from run to run
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
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
        if (selection != null) {
            selection.refuseInspector();
        }
        Message message = take();
        if (message != null) {
            return message;
        }
        if (deadlineNanos == 0) {
            hasPolled = true;
            return NoMessage.WOULD_BLOCK;
        }
        do {
            home.await(this, ActorState.RECEIVING, deadlineFor(deadlineNanos), deadlineNanos);
            message = take();
            if (message != null) {
                return message;
            }
        } while (!timedOut);
        return NoMessage.TIMEOUT;
    }

    @Override
    public int pending() {
        checkCaller();
        hasPolled = true;
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
    public void countRestart() {
        checkCaller();
        home.tallies.restarted();
    }

    @Override
    @SuppressWarnings("NamedLikeContextualKeyword")
    public void yield() {
        checkCaller();
        yieldTurn();
    }

    void yieldTurn() {
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

    /** Whether the wait it is in has a deadline. */
    boolean isTimed() {
        return waitDeadline != null && waitDeadline.isWanted();
    }

    /** When the wait it is in ends by itself, if {@link #isTimed()}. */
    long deadlineNanos() {
        return waitDeadline == null ? Clock.NEVER : waitDeadline.wantedNanos;
    }

    /** Whether it is in a wait that a deadline can end. */
    boolean isTimedWait() {
        return state == ActorState.RECEIVING || state == ActorState.SLEEPING || state >= ActorState.SENDING;
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

    /** Gives the slot of the answer last read back. */
    void releaseReply() {
        if (requests != null) {
            requests.releaseHeld();
        }
    }

    void endRequests() {
        if (requests != null) {
            requests.end();
        }
    }

    /** Whether an answer ends the wait it is in. */
    boolean waitsFor(AnswerRoom answer) {
        return (state == ActorState.REQUESTING && requests().awaited == answer)
                || (state == ActorState.SELECTING && selection().hasSources());
    }

    @Override
    Selection selection() {
        Selection mine = selection;
        if (mine == null) {
            mine = new Selection(this);
            selection = mine;
            hasExtras = true;
        }
        return mine;
    }

    @Override
    public ActorIpc port() {
        ActorIpc mine = ipc;
        if (mine == null) {
            mine = new ActorIpc(this);
            ipc = mine;
        }
        return mine;
    }

    /** Whether a sister module keeps something for it. */
    boolean hasAttachment(Tenant of) {
        return ipc != null && ipc.attachment(of) != null;
    }

    /** The wait that it is in, if that is one for a sister module. */
    ServedWait served() {
        return port().pause();
    }

    /** What sister modules keep for it is given back. */
    void endTenancies() {
        if (ipc != null) {
            ipc.end();
        }
    }

    /** What it is doing; from another shard, roughly. */
    ActorActivity activity() {
        return Activities.of(this);
    }

    /** What a wait is for, in words; from another shard, roughly. */
    String waitingFor() {
        SendWaiter sending = sendWaiter;
        Requests asking = requests;
        Selection selecting = selection;
        ActorIpc calling = ipc;
        if (state == ActorState.SENDING && sending != null) {
            Recipient target = sending.target;
            return target == null ? "" : "room to send to " + target.id;
        } else if (state == ActorState.REQUESTING && asking != null) {
            return asking.describe();
        } else if (state == ActorState.AWAITING && calling != null) {
            return calling.awaits();
        }
        return state == ActorState.SELECTING && selecting != null ? selecting.describe() : "";
    }

    // ---- timers ----

    @Override
    @CanIgnoreReturnValue
    public TimerId after(Duration delay) {
        return startTimer(Times.nanos(delay, "delay"), 0);
    }

    @Override
    @CanIgnoreReturnValue
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
        long at = Math.min(Clock.deadline(home.clock.nanos(), delayNanos), Clock.NEVER - 1); // NEVER would be cancelled
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
    @CanIgnoreReturnValue
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

    int activeTimers() {
        int count = 0;
        for (ActorTimer timer = timers; timer != null; timer = timer.next) {
            count++;
        }
        return count;
    }

    /** Whether a timer will tick: one whose last tick lies unread does not. */
    boolean hasTickToCome() {
        boolean ticks = false;
        for (ActorTimer timer = timers; timer != null; timer = timer.next) {
            ticks |= !timer.isTickQueued;
        }
        return ticks;
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
        ipc = null;
        requests = null;
        if (selection != null) {
            selection.expire();
            selection = null;
        }
        ties = null;
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

    @Override
    public RandomGenerator newRandom() {
        checkCaller();
        hasLookedAround = true; // who asks first gets the first one
        return hive.newRandom();
    }

    // ---- spawning and ending ----

    @Override
    @CanIgnoreReturnValue
    public ActorId spawn(Handler newHandler, ActorConfig config) {
        return hive.orThrow(trySpawn(newHandler, config), config);
    }

    @Override
    @CanIgnoreReturnValue
    public ActorId spawn(ActorBody newBody, ActorConfig config) {
        return hive.orThrow(trySpawn(newBody, config), config);
    }

    @Override
    public SpawnResult trySpawn(Handler newHandler, ActorConfig config) {
        Objects.requireNonNull(newHandler, "handler");
        checkCaller();
        StackRoom.require();
        return hive.spawn(newHandler, Hive.startOf(newHandler), config, this);
    }

    @Override
    public SpawnResult trySpawn(ActorBody newBody, ActorConfig config) {
        Objects.requireNonNull(newBody, "body");
        checkCaller();
        StackRoom.require();
        return hive.spawn(null, newBody, config, this);
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
        home.pendingWork.offload(task);
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
