package io.hiveactor.runtime;

import io.hiveactor.runtime.fiber.BatonFiber;
import io.hiveactor.runtime.fiber.CarriedFiber;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.fiber.FiberHost;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.queue.Doorbell;
import io.hiveactor.runtime.queue.Inbox;
import io.hiveactor.runtime.queue.Node;
import io.hiveactor.runtime.time.Clock;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread of control, and the actors that live on it.
 *
 * <p><b>Threads:</b> owner only: whichever fiber of this shard runs, or the carrier between two fibers. Any
 * thread may call {@link #push}, {@link #post}, {@link #wake}, {@link #wakeUp}, and read what is volatile.
 */
final class Shard implements FiberHost {
    /*
     * Every fiber runs the same: the shard's loop, which takes the next ready actor and runs its code right
     * there. One fiber is the loop at a time. When the actor's code waits, be it for a message or for
     * something the runtime does not know, its frames stay on that fiber, the fiber becomes the actor's, and a
     * spare one becomes the loop. When the code goes on, and ends its message, its fiber finds that it is not
     * the loop any more and becomes a spare.
     *
     * So there are two kinds of ready actors: without a fiber (the loop calls them) and with one (whoever gives
     * up control resumes that fiber: the carrier, or in mode JDK_SCHEDULER the fiber that is set aside).
     *
     * Invariants
     *  - `running` runs, and if it runs an actor's code, `current` is that actor; while the loop looks after the
     *    shard, or nobody runs, it is NOBODY (between two actors it is still the first of them)
     *  - while actor code runs on the loop there is a spare, so that leaving needs no allocation
     *  - nothing is queued for an actor that is IDLE
     *  - the doorbell is idle only while somebody sleeps or is about to, and looks at the inbox once more before
     *
     * Everything from outside comes through the inbox: messages, wake-ups of fibers, commands.
     */
    private static final VarHandle ENDED;
    private static final VarHandle ABANDONED;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(Shard.class, "ended", boolean.class);
            ABANDONED = MethodHandles.lookup().findVarHandle(Shard.class, "abandoned", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int MOST_SPARES = 64;
    /** For how long a shard gathers slots, see {@link #mayGather}. */
    private static final long GATHERING_NANOS = 100_000;
    /** Slots that are gathered between two looks at the clock. */
    private static final int SLOTS_PER_LOOK = 16;

    final Hive hive;
    final int index;
    final Clock clock;
    final MessagePool pool;
    private final Pressure pressure;
    /** All slots of the pool, and behind them those of {@link #system}. */
    Envelope[] slots;

    final SystemSlots system;
    final ActorTable actors = new ActorTable();
    final RunQueue runQueue;
    /** Chooses where the contract leaves a choice; null in real time. */
    private final @Nullable Schedule schedule;
    final Mortality mortality;

    private final SlotCache cache;
    private final CarefulSends carefulSends;
    private final Inbox inbox = new Inbox();
    final Arrivals arrivals = new Arrivals(this, inbox);
    final boolean isCarried;
    final boolean isDebug;
    final int messagesPerTurn;
    private final int dispatchesPerTurn;

    final ShardTimers timers;
    final PendingWork pendingWork = new PendingWork(this);

    // fibers
    private Fiber loop;
    Fiber running;
    private final Fiber[] spares = new Fiber[MOST_SPARES];
    private int spareCount;
    private int fiberCount;

    /** The number of the actor whose code runs; NOBODY while the loop looks after the shard itself. */
    int current = ActorTable.NOBODY;
    /** The thread of {@code running}. */
    Thread runningThread;

    /** Taken from the run queue already, to run next. */
    private @Nullable Actor next;

    /** Gives up its turn, and goes to the end of the run queue as soon as it has left. */
    private @Nullable Actor yielding;

    /** The time when this turn began: read once per turn, and good enough for who asks since when. */
    long turnNanos;

    /** Actors in waits for something particular that have no deadline; with those who said whom they expect news of. */
    int endlessWaits;

    private final BegunWaits begunWaits;
    private final LoopFailures failures = new LoopFailures(this);

    /** Whether the flight recorder wants to know of waits; asked once per turn. */
    boolean recordsWaits;
    final RecorderSample parkSample = new RecorderSample();
    final RecorderSample handOffSample = new RecorderSample();

    /** Messages until the shard looks at its timers and its inbox again. */
    int messagesLeft;

    /** Slots were given back where the stack was too full to hand them on. */
    private boolean owesSlots;

    /** When the clock was last looked at for that, and its time when waiters for slots were last served. */
    private long lookedNanos;

    private long servedNanos;

    /** Room in a mailbox was given back where the stack was too full to hand it on. */
    boolean owesRoom;

    /** The pool was full since the last turn, which is to be logged. */
    boolean foundPoolFull;

    /** Requests whose waits have failed, to be given up at the base of the stack. */
    @Nullable AnswerRoom forsaken;

    private long correlations;
    private long lateReplies;
    final Events events;
    /** Surveys in the inbox that nobody waits for any more. Any thread. */
    final AtomicInteger unwantedSurveys = new AtomicInteger();

    /** Those who keep slots and are no actors. */
    final List<KeptSlots> kept = new ArrayList<>();
    /** Those in the pool's line for a slot. */
    final List<KeptSlots> keepersInLine = new ArrayList<>(0);

    final Tallies tallies = new Tallies();

    private final Doorbell bell = new Doorbell();
    final Rest rest;
    private @Nullable Thread carrier;
    private long turns;
    /** How often an actor was called or resumed, and how many messages were received. */
    private long dispatches;

    long messages;
    private final boolean makesRoom;

    // ending
    /** Written by the loop; read by others as {@link #hasEnded}. */
    private boolean ended;
    /** Written by the loop as its last act; whoever runs after it, on the JDK's scheduler, was given the go after. */
    private boolean abandoned;

    Shard(Hive hive, int index, Clock clock, MessagePool pool, boolean isCarried, boolean makesRoom) {
        HiveConfig config = hive.config();
        this.hive = hive;
        this.index = index;
        this.clock = clock;
        this.pool = pool;
        pressure = pool.pressure;
        this.isCarried = isCarried;
        isDebug = config.debug();
        this.makesRoom = makesRoom;
        cache = pool.newCache();
        carefulSends = new CarefulSends(this, cache);
        slots = pool.all;
        system = new SystemSlots(this);
        schedule = hive.shardSchedule();
        runQueue = schedule == null
                ? new RunQueue(actors, config.fairness())
                : schedule.newRunQueue(actors, config.fairness());
        timers = new ShardTimers(this, schedule);
        mortality = new Mortality(this);
        events = new Events(this);
        messagesPerTurn = config.messagesPerTurn();
        dispatchesPerTurn = config.dispatchesPerTurn();
        begunWaits = new BegunWaits(this, config);
        rest = new Rest(this, inbox, bell);
        loop = newFiber();
        running = loop;
        runningThread = loop.thread();
    }

    private Fiber newFiber() {
        fiberCount++;
        return isCarried ? new CarriedFiber(this) : new BatonFiber(this);
    }

    // ---- the way in, for any thread ----

    /** Adds a message for one of this shard's actors; {@link #wakeUp} has to follow. */
    void post(Envelope message) {
        hive.onEntry();
        inbox.push(message);
    }

    /** Adds a command and wakes the shard. */
    void push(Node node) {
        hive.onEntry();
        inbox.push(node);
        wakeUp();
    }

    /** Has a command done here: at once if the caller runs on this shard, otherwise through the inbox. */
    void bring(Command command, Shard from) {
        if (from == this) {
            command.arrive(this);
        } else {
            push(command);
        }
    }

    @Override
    public void wake(Fiber fiber) {
        hive.onForeignWake(fiber);
        inbox.push(fiber);
        wakeUp();
        if (isAbandoned()) {
            fiber.releaseWake();
        }
    }

    void wakeUp() {
        bell.ring();
    }

    /** For a {@link #wakeUp} that may have stopped half way. */
    void wakeUpAnyhow() {
        bell.ringAnyhow();
    }

    boolean isIdle() {
        return bell.isIdle();
    }

    @Override
    public boolean isAbandoned() {
        return (boolean) ABANDONED.getVolatile(this);
    }

    @Override
    public boolean isCarrier(Thread thread) {
        return thread == carrier;
    }

    // ---- sending, by an actor of this shard ----

    /** Whom an id leads to. */
    Recipient recipient(ActorId to) {
        Recipient target = Objects.requireNonNull(to, "actor").recipient;
        return target.direct == this ? target : hive.recipient(to);
    }

    /** Sends from one of this shard's actors. All or nothing, also at the end of the stack. */
    NotifyStatus send(
            ActorId sender, Recipient target, int tag, @Nullable Object object, MemorySegment bytes, int length) {
        if (target.isGone()) {
            return NotifyStatus.NO_TARGET;
        }
        if (target.direct != this) {
            return carefulSends.send(sender, target, tag, object, bytes, length);
        }
        SlotCache free = cache;
        if ((free.size == 0 || pressure.hasWaiters()) && !refill()) {
            return NotifyStatus.NO_MEMORY;
        }
        int index = free.slots[free.size - 1];
        Envelope slot = slots[index];
        if (length != 0) {
            slot.copyIn(bytes); // into a slot that is still free, so nothing is lost if the stack ends here
        }
        slot.fill(Envelope.NOTIFY, sender, tag, object, length); // also a call
        free.size--;
        try {
            ((Actor) target).accept(slot, index);
        } catch (Throwable overflow) { // before it did anything
            free.size++;
            throw overflow;
        }
        return NotifyStatus.SENT;
    }

    /** The same for an object, to a target with a limit. */
    NotifyStatus sendLimited(ActorId sender, Recipient target, int tag, Object object) {
        return target.isGone()
                ? NotifyStatus.NO_TARGET
                : carefulSends.send(sender, target, tag, object, MemorySegment.NULL, 0);
    }

    /** Makes sure of a slot in the cache; at the end of a stack nothing happens. */
    boolean refill() {
        StackRoom.require();
        boolean isFilled = pool.refill(cache);
        if (!isFilled) {
            foundPoolFull = true;
        }
        return isFilled;
    }

    /** Hands a filled slot to its target. With room on the stack. */
    void deliver(Envelope slot, Recipient target) {
        if (target instanceof Actor actor && actor.home == this) {
            actor.arrive(slot);
        } else {
            slot.target = target;
            target.post(slot);
            target.wakeReader();
        }
    }

    /** Gives back room that was reserved in a mailbox, and lets the next in line have it. With room on the stack. */
    void giveRoomBack(MailboxRoom room) {
        if (room.giveBack()) {
            SendWaiter.wakeAll(room.serve(this), this);
        }
    }

    /** A message has been taken from a limited mailbox. Also at the end of a stack. */
    void roomFreed(MailboxRoom room) {
        if (room.giveBack()) {
            try {
                StackRoom.require();
            } catch (StackOverflowError tooDeep) {
                owesRoom = true; // at the base of the stack
                messagesLeft = 0;
                return;
            }
            SendWaiter.wakeAll(room.serve(this), this);
        }
    }

    /**
     * Claims what a waiter wants, or queues it. With room on the stack.
     *
     * @return whether it has its slots
     */
    boolean claimOrQueue(SendWaiter waiter) {
        SlotCache free = cache;
        if (free.size >= waiter.wants && !pool.hasWaiters()) {
            free.size--;
            waiter.slot = free.slots[free.size];
            if (waiter.wants > 1) {
                free.size--;
                waiter.answer = free.slots[free.size];
            }
            return true;
        }
        boolean gives = free.size > 0;
        boolean isServed = pool.claimOrQueue(waiter, free);
        if (gives && pool.isPressed()) { // what was gathered here may also be enough for other waiters
            SendWaiter.wakeAll(pool.serve(this), this);
        }
        if (!isServed) {
            foundPoolFull = true;
        }
        return isServed;
    }

    /** Takes a slot back from an actor of this shard: it happens or, at the end of a stack, it does not. */
    void release(int index) {
        SlotCache free = cache;
        if (pressure.isAny() || free.size >= free.limit) {
            releaseToOthers(index, free); // apart, so that what is done for each message is short
        } else {
            free.slots[free.size] = index;
            free.size++;
        }
    }

    private void releaseToOthers(int index, SlotCache free) {
        if (pressure.isAny() && mayGather(free)) {
            free.slots[free.size] = index;
            free.size++;
        } else if (pool.giveBack(slots[index], free)) {
            try {
                serveWaiters();
            } catch (StackOverflowError tooDeep) { // before it did anything
                owesSlots = true; // the next turn does it
                messagesLeft = 0;
            }
        }
    }

    /**
     * Whether a slot may be kept back for a while, although somebody waits for slots: waking a thread costs as much as
     * many messages. So waiting threads are served at once if none have been for a while, and otherwise only when there
     * is something for many, when the while is over, or when the shard has nothing else to do.
     */
    private boolean mayGather(SlotCache free) {
        int size = free.size;
        if (size >= free.most || pressure.isUrgent()) {
            return false;
        }
        return size % SLOTS_PER_LOOK != 0 || hasServed();
    }

    /** Whether waiters were served a short while ago. */
    private boolean hasServed() {
        lookedNanos = clock.nanos();
        return lookedNanos - servedNanos < GATHERING_NANOS;
    }

    private void serveWaiters() {
        StackRoom.require();
        servedNanos = lookedNanos;
        SendWaiter.wakeAll(pool.serve(this), this);
    }

    /** A slot as for a message of a user's; NONE if there is none. With room on the stack. */
    int claim() {
        SlotCache free = cache;
        if ((free.size == 0 || pressure.hasWaiters()) && !pool.refill(free)) {
            foundPoolFull = true;
            return Envelope.NONE;
        }
        free.size--;
        return free.slots[free.size];
    }

    /** A slot for a tick, which may take from the reserve. */
    @Nullable Envelope claimForTick() {
        if (cache.size == 0) {
            return pool.claimReserved();
        }
        cache.size--;
        return slots[cache.slots[cache.size]];
    }

    // ---- waiting, by an actor of this shard ----

    /**
     * Sets the running actor aside until it is made ready again.
     *
     * @param state what it waits for; READY puts it at the end of the run queue
     * @param deadline wakes it at {@code deadlineNanos}; null waits for as long as it takes
     * @throws ActorStopped if it was killed
     */
    void await(Actor actor, int state, @Nullable ShardDeadline deadline, long deadlineNanos) {
        if (actor.isGone()) {
            throw ActorStopped.UNWIND; // killed while its code waited for something else
        }
        boolean isRecorded = recordsWaits; // it may change while the actor waits
        if (isRecorded) {
            FlightRecords.parks(actor, state);
        }
        boolean isEndless = deadline == null && state >= ActorState.SENDING;
        boolean isForNews = deadline == null && state == ActorState.RECEIVING && actor.ties != null;
        if ((isEndless || isForNews) && begunWaits.areFollowed()) {
            begunWaits.follow(actor, state);
        }
        Fiber me = running;
        boolean wasLoop = me == loop;
        // from here on nothing is called until suspend(), and what was done is undone if that fails
        actor.timedOut = false;
        actor.suspensions++;
        actor.sinceNanos = turnNanos;
        actor.state = state;
        actor.fiber = me;
        if (isEndless) {
            endlessWaits++;
        }
        if (deadline != null) {
            deadline.wantedNanos = deadlineNanos;
            if (!deadline.isPending) {
                deadline.isPending = true;
                deadline.nextPending = timers.pending;
                timers.pending = deadline;
            }
        }
        if (state == ActorState.READY) {
            yielding = actor;
        }
        current = ActorTable.NOBODY;
        if (wasLoop) {
            spareCount--;
            loop = spares[spareCount];
        }
        boolean left = false;
        try {
            left = me.suspend();
        } finally {
            if (isEndless && !abandoned) {
                endlessWaits--;
            }
            if (!left && !abandoned && current != actor.number) { // it never left: undo, with no call
                actor.state = ActorState.RUNNING;
                actor.fiber = null;
                current = actor.number;
                yielding = null;
                if (wasLoop) {
                    spares[spareCount] = loop;
                    spareCount++;
                    loop = me;
                }
            }
        }
        if (abandoned) {
            throw ActorStopped.UNWIND;
        }
        if (!left) {
            throw new IllegalStateException("actor " + actor.id
                    + " cannot wait here: a native frame or a class initialiser is on its stack");
        }
        actor.allowance = messagesPerTurn;
        if (isRecorded) {
            FlightRecords.wakes(actor, state, actor.sinceNanos);
        }
        if (actor.isGone()) {
            throw ActorStopped.UNWIND;
        }
    }

    /** Mode JDK_SCHEDULER: lets the shard go on while the running actor does something that may block. */
    void leave(Actor actor, BatonFiber me) {
        StackRoom.require();
        if (recordsWaits) {
            FlightRecords.parks(actor, ActorState.PARKED);
        }
        actor.state = ActorState.PARKED;
        actor.suspensions++;
        actor.sinceNanos = turnNanos;
        actor.fiber = me;
        me.load(actor);
        current = ActorTable.NOBODY;
        if (me == loop) {
            spareCount--;
            loop = spares[spareCount];
        }
        me.leave();
    }

    // ---- fibers ----

    @Override
    public @Nullable Fiber choose() {
        if (ended) {
            return spareCount > 0 ? spares[--spareCount] : null;
        }
        if (yielding != null) {
            runQueue.add(yielding);
            yielding = null;
        }
        Actor actor = next;
        if (actor == null && messagesLeft > 0 && !runQueue.isEmpty()) {
            actor = runQueue.take();
        }
        next = null;
        if (actor == null || actor.fiber == null) {
            next = actor;
            running = loop;
            current = ActorTable.NOBODY;
        } else {
            running = actor.fiber;
            actor.fiber = null;
            actor.state = ActorState.RUNNING;
            current = actor.number;
            messagesLeft--;
            dispatches++;
            if (actor.demise != null) {
                mortality.resumes(actor);
            }
        }
        Fiber chosen = running;
        runningThread = chosen.thread();
        return chosen;
    }

    /** The carrier's part after a fiber has left it. */
    void left(Fiber fiber, CarriedFiber.Left how) {
        if (how == CarriedFiber.Left.MISSED) {
            missed(fiber);
        } else if (how == CarriedFiber.Left.PARKED) {
            parked(fiber);
        }
    }

    /** It did not run after all: it is still its turn. */
    private void missed(Fiber fiber) {
        if (ended) {
            spares[spareCount++] = fiber;
        } else if (current != ActorTable.NOBODY) {
            Actor actor = actors.get(current);
            current = ActorTable.NOBODY;
            actor.fiber = fiber;
            actor.state = ActorState.READY;
            next = actor;
        }
    }

    /** The running actor waits for something that the runtime does not know. */
    private void parked(Fiber fiber) {
        if (current == ActorTable.NOBODY) {
            LockSupport.parkNanos(100_000); // the loop waits for a monitor of the JVM's; look again soon
            return;
        }
        Actor actor = actors.get(current);
        current = ActorTable.NOBODY;
        actor.fiber = fiber;
        actor.state = ActorState.PARKED;
        actor.suspensions++;
        actor.sinceNanos = turnNanos;
        fiber.load(actor);
        if (recordsWaits) {
            inbox.push(new ParkRecord(actor)); // the recorder takes no events of a carrier
        }
        Demise demise = actor.demise;
        if (demise != null && !demise.isInterrupted) {
            inbox.push(new InterruptCommand(actor));
        }
        if (fiber == loop) {
            loop = spares[--spareCount];
        }
    }

    @Override
    public void run(Fiber me) {
        boolean goesOn = !ended;
        while (goesOn) {
            if (me == loop) {
                goesOn = stepAnyhow(me);
            } else if (spareCount == spares.length || me.isTainted()) {
                goesOn = false;
            } else {
                spares[spareCount++] = me;
                me.load(null);
                setAside(me);
                goesOn = !ended;
            }
        }
        if (!abandoned) {
            fiberCount--;
        }
    }

    private static void setAside(Fiber me) {
        if (!me.suspend()) {
            throw new IllegalStateException("a fiber is pinned at the base of its stack");
        }
    }

    // ---- the loop ----

    /** A step. What fails in it, for want of memory perhaps, must not end the loop: its actors would be run by nobody. */
    private boolean stepAnyhow(Fiber me) {
        try {
            return step(me);
        } catch (Throwable e) {
            current = ActorTable.NOBODY;
            failures.add(e);
            return !ended;
        }
    }

    /** Runs ready actors for as long as this fiber is the loop and finds some, or rests; false once the shard has ended. */
    private boolean step(Fiber me) {
        if (spareCount == 0) {
            addSpare(); // it stays one: who takes it makes it the loop
        }
        Actor actor = next;
        if (actor == null) {
            if (!isInTurn()) {
                if (!lookForWork()) {
                    if (!ended) {
                        rest(me);
                    }
                    return !ended;
                } else if (messagesLeft <= 0) { // an explored run: which actor is next has not been chosen
                    setAside(me);
                    return !ended;
                }
            }
            actor = runQueue.take();
        }
        next = null;
        while (actor.fiber == null) {
            messagesLeft--;
            if (!dispatch(actor, me)) {
                return !abandoned;
            } else if (!isInTurn()) {
                if (schedule != null) {
                    current = ActorTable.NOBODY;
                    setAside(me); // so that other shards may run between two turns of this one
                }
                return !ended;
            }
            actor = runQueue.take();
        }
        next = actor;
        current = ActorTable.NOBODY;
        setAside(me);
        return !ended;
    }

    /** Whether the turn is not over, and somebody is ready. */
    private boolean isInTurn() {
        return messagesLeft > 0 && !runQueue.isEmpty();
    }

    /** The turn is over, or nobody is ready: whether somebody is ready now. */
    private boolean lookForWork() {
        current = ActorTable.NOBODY;
        if (runQueue.isEmpty() && !inbox.isEmpty()) {
            arrivals.takeIn();
        }
        if (runQueue.isEmpty() || messagesLeft <= 0) {
            turn();
        }
        return !runQueue.isEmpty();
    }

    /** Looks after everything but the actors. */
    private void turn() {
        turns++;
        messagesLeft = schedule == null ? dispatchesPerTurn : schedule.turnLength(dispatchesPerTurn);
        long nowNanos = clock.nanos();
        Tallies.note(tallies.turnTimes, nowNanos - turnNanos);
        turnNanos = nowNanos;
        recordsWaits = FlightRecords.wantsWaits();
        failures.tell(turnNanos);
        arrivals.takeIn();
        pendingWork.handOver();
        timers.poll(turnNanos);
        while (forsaken != null) {
            AnswerRoom room = forsaken;
            forsaken = room.nextForsaken;
            room.nextForsaken = null;
            Requests.giveUp(room);
        }
        if (owesRoom) {
            owesRoom = false;
            serveAllRooms();
        }
        if (pool.isPressed()) {
            if (runQueue.isEmpty() || !hasServed() || owesSlots || pool.isUrgent()) {
                owesSlots = false;
                pool.flush(cache, 0);
                serveWaiters();
                pool.feed();
            }
        } else if (cache.size > cache.limit) {
            pool.flush(cache, cache.limit);
        }
        carefulSends.wakeOwed();
        if (foundPoolFull) {
            foundPoolFull = false;
            hive.fullPoolLog.foundFull(this);
        }
        begunWaits.examine(); // last: nothing is owed to anybody any more
        if (makesRoom && turns % 16 == 0) {
            LockSupport.parkNanos(1); // the JVM gave no carriers for us: let other virtual threads have this one
        }
    }

    private void serveAllRooms() {
        for (int i = 0; i < actors.bound(); i++) {
            Actor actor = actors.at[i];
            MailboxRoom room = actor == null ? null : actor.room;
            if (room != null) {
                SendWaiter.wakeAll(room.serve(this), this);
            }
        }
    }

    /** Runs an actor's code. Whether this fiber is still the loop. */
    private boolean dispatch(Actor actor, Fiber me) {
        current = actor.number;
        dispatches++;
        boolean hasEnded;
        Throwable escaped = null;
        try {
            hasEnded = actor.takeTurn(me);
        } catch (Throwable e) {
            hasEnded = true;
            escaped = e; // its exit reason
        }
        if (hasEnded && actor.isToStop()) {
            mortality.stops(actor);
            actor.stop(escaped);
        }
        if (me != loop && abandoned) {
            return false; // on the JDK's scheduler: nothing of the shard is ours any more
        }
        if (hasEnded) {
            Thread.interrupted();
            mortality.end(actor, escaped);
            Thread.interrupted(); // what its code or a listener left behind is not the next actor's
            current = ActorTable.NOBODY;
        } else if (actor.first != Envelope.NONE) {
            runQueue.add(actor);
        } else {
            actor.state = ActorState.IDLE;
            actor.sinceNanos = turnNanos;
        }
        return me == loop; // not before: the end of an actor may wait, for the lock of the names
    }

    private void addSpare() {
        current = ActorTable.NOBODY; // starting a thread may wait for the JVM, and then it is the loop that waits
        Fiber spare = newFiber();
        spares[spareCount] = spare;
        spareCount++;
    }

    /** Whether a handler may take its next message right away. */
    boolean goesOn(Actor actor, Fiber me) {
        return --messagesLeft > 0
                && me == loop
                && !actor.isGone()
                && !runQueue.hasHigher(actor);
    }

    // ---- rest ----

    private void rest(Fiber me) {
        if (rest.spins()) {
            return;
        }
        if (mortality.isOver()) {
            timers.schedulePending();
            ENDED.setVolatile(this, true);
            arrivals.refuse();
            hive.shardIdle();
        } else if (rest.begins(me.thread())) {
            if (isCarried) {
                setAside(me); // the carrier sleeps
            } else {
                rest.sleep();
            }
        }
    }

    // ---- life ----

    /** Takes a new actor in. */
    void adopt(Actor actor) {
        mortality.born(actor);
        if (actor.startsByItself() || actor.isGone() || actor.first != Envelope.NONE) {
            runQueue.add(actor);
        } else {
            actor.state = ActorState.IDLE;
        }
    }

    /** Lets go of everything: the deadline has passed and some code would not end. By the loop, as its last act. */
    void abandon() {
        ABANDONED.setVolatile(this, true);
        ENDED.setVolatile(this, true);
        arrivals.releaseFibers();
        while (!isCarried && spareCount > 0) {
            spares[--spareCount].orphan(); // the carrier would end them, if there were one
        }
        hive.shardIdle();
    }

    boolean hasEnded() {
        return (boolean) ENDED.getVolatile(this);
    }

    /** The first fiber, to start with. */
    Fiber firstFiber() {
        return loop;
    }

    /** Who carries the fibers, before they first run. */
    void carriedBy(Thread thread) {
        carrier = thread;
    }

    @Nullable Thread carrier() {
        return carrier;
    }

    // ---- what others may look at; may be out of date ----

    boolean hasWork(long nowNanos) {
        return !bell.isIdle() || !inbox.isEmpty() || timers.nextNanos() <= nowNanos;
    }

    /** Whether something has come, or is owed to somebody, that it has not looked after yet. */
    boolean isBehind() {
        return !inbox.isEmpty() || owesRoom || forsaken != null;
    }

    /** Whether a turn would bring in what has come, or let the shard sleep; for an explored run. */
    boolean needsTurn() {
        return runQueue.isEmpty() || yielding != null || isBehind();
    }

    long nextDeadlineNanos() {
        return timers.nextNanos();
    }

    boolean isRested() {
        return hasEnded() || (bell.isIdle() && inbox.isEmpty() && rest.beganInTurn(turns));
    }

    /** Whether a thread is a fiber of ours that runs, or that an actor waits on. */
    boolean isFiber(Thread thread) {
        if (runningThread == thread) {
            return true;
        }
        for (Actor actor : actors.at) {
            Fiber aside = actor == null ? null : actor.fiber;
            if (aside != null && aside.thread() == thread) {
                return true;
            }
        }
        return false;
    }

    /** Whose code runs, if any. */
    @Nullable Actor runningActor() {
        int number = current;
        @Nullable Actor[] at = actors.at; // of one moment, which need not be that of the number
        return number < 0 || number >= at.length ? null : at[number];
    }

    long turns() {
        return turns;
    }

    long dispatches() {
        return dispatches;
    }

    long messages() {
        return messages;
    }

    long parks() {
        return rest.parks();
    }

    int fibers() {
        return fiberCount;
    }

    int cachedSlots() {
        return cache.size;
    }

    /** A number for a request that no other one of the hive has. */
    long nextCorrelation() {
        correlations++;
        return correlations * hive.shards().length + index;
    }

    void countLateReply() {
        lateReplies++;
    }

    long lateReplies() {
        return lateReplies;
    }

    SlotCache cache() {
        return cache;
    }

    Inbox inbox() {
        return inbox;
    }

    int scheduledDeadlines() {
        return timers.size();
    }
}
