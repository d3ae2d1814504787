package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.console.Console;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.Histogram;
import io.hiveactor.runtime.diagnosis.HiveCounters;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.diagnosis.Resources;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.fiber.BatonFiber;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.fiber.FiberModes;
import io.hiveactor.runtime.fiber.SchedulerRoom;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.HivePort;
import io.hiveactor.runtime.port.PoolCensus;
import io.hiveactor.runtime.time.Clock;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A set of shards, the actors on them, and the fixed pool their messages live in.
 *
 * <pre>{@code
 * try (Hive hive = Hive.start()) {
 *     ActorId greeter = hive.spawn((context, message) -> System.out.println("hello " + message.object()));
 *     NotifyStatus status = hive.notify(greeter, "world");
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any thread, actors included (which have a faster way in their {@link ActorContext}).
 */
public final class Hive implements Spawner, Sender, AutoCloseable {
    /** The timeout of a wait without end. */
    public static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    static final System.Logger LOG = System.getLogger("io.hiveactor.runtime");

    /**
     * Logs where a failure would end more than the logging: a logger may throw, and so may the {@code getMessage} of
     * an exception.
     */
    static void log(Level level, String text, @Nullable Throwable cause) {
        try {
            LOG.log(level, text, cause);
        } catch (Throwable broken) {
            sayLess(level, text + " (" + (cause == null ? "" : cause.getClass().getName() + "; ")
                    + "the log failed: " + broken.getClass().getName() + ")");
        }
    }

    private static void sayLess(Level level, String text) {
        try {
            LOG.log(level, text);
        } catch (Throwable broken) {
            assert broken != null; // it cannot be reported anywhere
        }
    }

    static {
        HivePort.grant(hive -> hive.port);
    }

    private final HiveShards port = new HiveShards(this);
    private final HiveConfig config;
    private final Clock clock;
    private final FiberMode fiberMode;
    private final MessagePool pool;
    private final Shard[] shards;
    private final OutsideWait outsideWait;
    private final @Nullable Simulation simulation;
    private final @Nullable SchedulerRoom schedulerRoom;
    final @Nullable Watchdog watch;
    private volatile @Nullable Console console;
    private final DeadlockWatch deadlocks;
    final Surveyor surveyor = new Surveyor(this);
    private final Set<ExternalSource> outsideSources = ConcurrentHashMap.newKeySet();
    private final LongAdder slowHandlers = new LongAdder();
    final OffloadPool offload;
    private final ActorId nobody = ExternalInbox.Mailbox.nobody(this);

    private final AtomicInteger actors = new AtomicInteger();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicInteger spreads = new AtomicInteger();
    /** External threads that wait until there are no actors. */
    private final Set<Thread> joiners = ConcurrentHashMap.newKeySet();

    private final Set<ExternalInbox> inboxes = ConcurrentHashMap.newKeySet();
    final OutsideSending outside;
    final FullPoolLog fullPoolLog = new FullPoolLog(this);
    final Telling telling;
    private final Set<Runnable> atClose = ConcurrentHashMap.newKeySet();
    final Names names = new Names(this);
    /** The shard whose fiber the thread is; set when somebody first asks. */
    private static final ThreadLocal<@Nullable Shard> SHARD_OF_FIBER = new ThreadLocal<>();

    private final AtomicReference<@Nullable Closing> closing = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean isIntakeOpen = true;
    /** Actors are being ended: nobody starts another one. */
    private volatile boolean isEnding;

    /** @param simulation runs the shards instead of threads; null for real time */
    Hive(HiveConfig config, Clock clock, FiberMode mode, @Nullable Simulation simulation) {
        this.config = config;
        this.clock = clock;
        this.simulation = simulation;
        fiberMode = mode;
        EngineClasses.load();
        pool = simulation == null ? new MessagePool(config, false) : simulation.newPool(config);
        outside = new OutsideSending(this, pool);
        telling = new Telling(this);
        outsideWait = simulation == null ? OutsideWait.parking(clock) : simulation::await;
        offload = new OffloadPool(config.name(), config.offloadThreads());
        schedulerRoom = mode == FiberMode.JDK_SCHEDULER ? SchedulerRoom.take(config.shards()) : null;
        boolean makesRoom = schedulerRoom != null && !schedulerRoom.isGranted();
        shards = new Shard[config.shards()];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Shard(this, i, clock, pool, mode == FiberMode.OWN_CARRIER, makesRoom);
        }
        deadlocks = new DeadlockWatch(this);
        boolean isWatched = simulation == null && (config.watch().isOn() || mode == FiberMode.JDK_SCHEDULER);
        watch = isWatched ? new Watchdog(this, shards, config.watch().isOn() ? deadlocks : null) : null;
    }

    /** Starts a hive with everything at its default. */
    public static Hive start() {
        return start(HiveConfig.builder().build());
    }

    /**
     * Starts a hive.
     *
     * <p>If the system property {@code hive.console} holds a port, the hive opens a console on it for this machine: see
     * {@code ./hive top}. Port 0 chooses a free port, which is logged.
     *
     * @throws IllegalStateException if the configuration asks for a fiber mode that this JVM does not support
     * @throws IllegalArgumentException if {@code hive.console} is not a port
     */
    public static Hive start(HiveConfig config) {
        return start(config, FiberModes.whyNotCarried());
    }

    /** @param whyNotCarried the reason mode OWN_CARRIER is not available; null if it is */
    static Hive start(HiveConfig config, @Nullable String whyNotCarried) {
        String port = System.getProperty(Console.PROPERTY);
        int consolePort = port == null ? -1 : Console.portOf(port);
        FiberMode mode = chooseMode(config, whyNotCarried);
        if (config.spinForever() && mode == FiberMode.JDK_SCHEDULER) {
            throw new IllegalStateException("spinForever needs mode OWN_CARRIER, but " + whyNotCarried);
        }
        var hive = new Hive(config, Clock.system(), mode, null);
        LOG.log(Level.INFO, hive + " starts with " + config.shards() + " shards in mode " + mode
                + (mode == FiberMode.JDK_SCHEDULER && whyNotCarried != null ? ", because " + whyNotCarried : ""));
        hive.startShards();
        if (consolePort >= 0) {
            hive.openConsole(consolePort);
        }
        return hive;
    }

    /** A second hive of the same program finds the port taken: it does without. */
    private void openConsole(int port) {
        try {
            Console opened = Console.open(port, config.name(), this::snapshot, this::diagnose);
            console = opened;
            LOG.log(Level.INFO, this + " can be looked at by ./hive top --port " + opened.port());
        } catch (UncheckedIOException e) {
            LOG.log(Level.WARNING, this + " has no console", e);
        }
    }

    private static FiberMode chooseMode(HiveConfig config, @Nullable String whyNotCarried) {
        FiberMode wanted = Objects.requireNonNull(config, "config").fiberMode();
        if (wanted == FiberMode.OWN_CARRIER && whyNotCarried != null) {
            throw new IllegalStateException("mode OWN_CARRIER is not available: " + whyNotCarried);
        }
        if (wanted != null) {
            return wanted;
        }
        return whyNotCarried == null ? FiberMode.OWN_CARRIER : FiberMode.JDK_SCHEDULER;
    }

    /** Starts all shards, or none if a thread cannot be started. */
    private void startShards() {
        int started = 0;
        try {
            for (Shard shard : shards) {
                if (shard.firstFiber() instanceof BatonFiber fiber) {
                    fiber.grant();
                } else {
                    Carrier.start(shard, config);
                }
                started++;
            }
            if (watch != null) {
                watch.start();
            }
        } catch (Throwable e) {
            isIntakeOpen = false;
            for (int i = 0; i < started; i++) {
                shards[i].push(new EndCommand(Clock.NEVER)); // there are no actors yet: it ends at once
            }
            if (schedulerRoom != null) {
                schedulerRoom.close();
            }
            throw e;
        }
    }

    /** The configuration this hive was started with. */
    public HiveConfig config() {
        return config;
    }

    /** How waiting actors are suspended in this hive. */
    public FiberMode fiberMode() {
        return fiberMode;
    }

    /** Monotonic time since the hive started. */
    public long nowNanos() {
        return clock.nanos();
    }

    // ---- actors ----

    @Override
    @CanIgnoreReturnValue
    public ActorId spawn(Handler handler, ActorConfig actor) {
        return orThrow(trySpawn(handler, actor), actor);
    }

    @Override
    @CanIgnoreReturnValue
    public ActorId spawn(ActorBody body, ActorConfig actor) {
        return orThrow(trySpawn(body, actor), actor);
    }

    @Override
    public SpawnResult trySpawn(Handler handler, ActorConfig actor) {
        return spawn(Objects.requireNonNull(handler, "handler"), startOf(handler), actor, null);
    }

    @Override
    public SpawnResult trySpawn(ActorBody body, ActorConfig actor) {
        return spawn(null, Objects.requireNonNull(body, "body"), actor, null);
    }

    /** The code of a handler that runs before its first message; null if it has none. */
    static @Nullable ActorBody startOf(Handler handler) {
        return handler instanceof StartingHandler starting ? starting::onStart : null;
    }

    ActorId orThrow(SpawnResult result, ActorConfig actor) {
        if (result instanceof ActorId id) {
            return id;
        }
        if (result == SpawnResult.NoActor.TOO_MANY_NAMES) {
            throw new IllegalStateException(this + " has no room for the name " + actor.name() + ": maxNames is "
                    + config.maxNames());
        }
        throw new IllegalStateException(result == SpawnResult.NoActor.NAME_TAKEN
                ? "another actor has the name " + actor.name()
                : this + " has " + config.maxActors() + " actors, the maximum of HiveConfig.maxActors");
    }

    /** @param parent the actor whose code calls this; null for other threads */
    SpawnResult spawn(
            @Nullable Handler handler, @Nullable ActorBody body, ActorConfig actor, @Nullable Actor parent) {
        Shard home = parent == null ? null : parent.home;
        Shard shard = place(Objects.requireNonNull(actor, "config").placement(), home);
        ReservedId reserved = actor.reservedId();
        if (parent == null && !isIntakeOpen) {
            throw new IllegalStateException(this + " is closed");
        }
        if (parent != null && isEnding) { // a supervisor would restart what is ended here
            parent.setGone();
            throw ActorStopped.UNWIND;
        }
        if (reserved != null && reserved.owner() != parent) {
            throw new IllegalArgumentException(reserved + " can only be used by its owner " + reserved.owner().id);
        }
        if (parent == null && actor.endsWithParent()) {
            throw new IllegalArgumentException("endsWithParent needs a parent, but no actor spawns this one");
        }
        StackRoom.require();
        if (actors.incrementAndGet() > config.maxActors()) {
            actorEnded();
            return SpawnResult.NoActor.NO_MEMORY;
        }
        return new Birth(this, shard, parent, handler, body, actor).deliver();
    }

    /** A number that no other id of this hive has. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    private Shard place(Placement placement, @Nullable Shard parent) {
        if (placement instanceof Placement.OnShard(int shard)) {
            if (shard >= shards.length) {
                throw new IllegalArgumentException(
                        this + " has shards 0 to " + (shards.length - 1) + ", there is no shard " + shard);
            }
            return shards[shard];
        }
        if (parent != null && placement instanceof Placement.WithParent) {
            return parent;
        }
        return shards[Math.floorMod(spreads.getAndIncrement(), shards.length)];
    }

    /** Logs for a shard: by an internal actor, or, under simulated time, when the shards stand still. */
    void logAside(Shard shard, ActorBody work, Runnable simulated) {
        if (simulation == null) {
            errand(shard, work);
        } else {
            simulation.afterwards(simulated);
        }
    }

    /** Runs internal work as an actor, so that it may block. */
    void errand(Shard shard, ActorBody work) {
        var errand = ActorConfig.named("errand").withPriority(Priority.CRITICAL);
        var actor = new Actor(shard, null, work, errand, numbers.incrementAndGet());
        actor.isErrand = true;
        shard.adopt(actor);
    }

    void actorEnded() {
        if (actors.decrementAndGet() == 0) {
            joiners.forEach(LockSupport::unpark);
        }
    }

    /** Waits until all actors have ended; see {@link #join(Duration)}. */
    public void join() throws InterruptedException {
        boolean hasEnded = join(FOREVER);
        assert hasEnded;
    }

    /**
     * Waits until all actors have ended. Closing a hive ends actors that wait for a timer or a message, so a program
     * whose actors end by themselves joins before it closes. The threads of a hive are daemons: the JVM exits when its
     * last other thread ends, whatever actors are doing then.
     *
     * @return whether they have ended; false after the timeout
     * @throws IllegalStateException if an actor calls this, which would wait for its own end
     */
    public boolean join(Duration timeout) throws InterruptedException {
        long deadlineNanos = Clock.deadline(clock.nanos(), Times.nanos(timeout, "timeout"));
        if (isInside()) {
            throw new IllegalStateException("an actor cannot wait for the end of all actors: " + current());
        }
        Thread caller = Thread.currentThread();
        joiners.add(caller);
        try {
            return awaitOutside(() -> actors.get() == 0, deadlineNanos);
        } finally {
            joiners.remove(caller);
        }
    }

    @Override
    @CanIgnoreReturnValue
    public boolean kill(ActorId target) {
        StackRoom.require(); // a wake-up that stops half way is lost
        Recipient recipient = recipient(target);
        if (recipient instanceof ExternalInbox.Mailbox) {
            throw new IllegalArgumentException(target + " is the inbox of an external thread and cannot be killed");
        }
        if (!(recipient instanceof Actor actor)) {
            return false;
        }
        if (actor.isGone()) {
            if (actor.stopExit != null && !actor.hasEnded) { // an onStop that does not end is given up after the grace
                actor.home.push(new KillCommand(actor));
            }
            return false;
        }
        actor.home.push(new KillCommand(actor));
        actor.setGone();
        return true;
    }

    @Override
    public boolean isAlive(ActorId actor) {
        return !recipient(actor).isGone();
    }

    /** @throws IllegalArgumentException if the id is another hive's */
    Recipient recipient(ActorId id) {
        Recipient recipient = Objects.requireNonNull(id, "actor").recipient;
        if (recipient.hive != this) {
            throw new IllegalArgumentException(id + " is an actor of " + recipient.hive + ", not of " + this);
        }
        return recipient;
    }

    // ---- sending by external threads ----

    @Override
    public NotifyStatus notify(ActorId to, int tag, Object data) {
        return Payload.isBytes(Objects.requireNonNull(data, "data"))
                ? outside.notify(nobody, to, tag, null, Payload.bytesOf(data))
                : outside.notify(nobody, to, tag, data, MemorySegment.NULL);
    }

    @Override
    public NotifyStatus notifyTag(ActorId to, int tag) {
        return outside.notify(nobody, to, tag, null, MemorySegment.NULL);
    }

    /** Sends an object, even one that would count as bytes. */
    NotifyStatus notifyObject(ActorId to, Object message) {
        return outside.notify(nobody, to, 0, message, MemorySegment.NULL);
    }

    /** Sends an object, even one that would count as bytes, and waits for room. */
    SendStatus sendObject(ActorId to, Object message, Duration timeout) {
        return outside.send(nobody, to, 0, message, MemorySegment.NULL, timeout);
    }

    /** Sends, and waits for room without a timeout; see {@link #send(ActorId, int, Object, Duration)}. */
    public SendStatus send(ActorId to, int tag, Object data) {
        return send(to, tag, data, FOREVER);
    }

    /**
     * Sends data, and parks the calling thread while there is no room: in the message pool, or in the target's mailbox
     * if that has a limit. For external threads; an actor sends through its {@link ActorContext}.
     *
     * <p>Two senders that wait for each other's receivers wait forever, so prefer a timeout.
     *
     * @param timeout zero does not wait
     */
    public SendStatus send(ActorId to, int tag, Object data, Duration timeout) {
        Object object = Payload.objectOf(Objects.requireNonNull(data, "data"));
        return outside.send(nobody, to, tag, object, Payload.bytesOf(data), timeout);
    }

    /** The sender of messages that no actor sends. */
    ActorId nobody() {
        return nobody;
    }

    PoolCensus census(Turns turns) {
        return Census.of(this, pool, turns);
    }

    /**
     * Waits for a future in an external thread. Under simulated time the simulation runs meanwhile. The future holds a
     * small object for each such wait until it is done.
     *
     * @return whether it is done
     */
    public boolean await(CompletableFuture<?> future, Duration timeout) throws InterruptedException {
        long deadline = Clock.deadline(clock.nanos(), Times.nanos(timeout, "timeout"));
        Thread caller = Thread.currentThread();
        CompletableFuture<?> ignored = future.whenComplete((value, failure) -> LockSupport.unpark(caller));
        assert ignored != null;
        return awaitOutside(future::isDone, deadline);
    }

    /**
     * Runs an action when the hive has been closed, or at once if it is closed. The closing thread runs it, so it
     * should be short.
     */
    public void atClose(Runnable action) {
        atClose.add(Objects.requireNonNull(action, "action"));
        if (isClosed()) {
            doAtClose();
        }
    }

    void notAtClose(Runnable action) {
        atClose.remove(action);
    }

    private void doAtClose() {
        for (Runnable action : List.copyOf(atClose)) {
            if (atClose.remove(action)) {
                try {
                    action.run();
                } catch (Throwable e) {
                    LOG.log(Level.ERROR, "an action at the close of " + this + " failed", e);
                }
            }
        }
    }

    boolean isIntakeOpen() {
        return isIntakeOpen;
    }

    /** The names of this hive's actors. */
    public Names names() {
        return names;
    }

    @Nullable MailboxLimit limitOf(ActorId actor) {
        MailboxRoom room = recipient(actor).room;
        return room == null ? null : room.limit;
    }

    /** The actor whose code calls this; null for any other thread. */
    public @Nullable ActorContext current() {
        Thread caller = Thread.currentThread();
        if (!caller.isVirtual()) {
            return null;
        }
        Shard known = SHARD_OF_FIBER.get();
        if (known != null && known.hive == this) {
            return known.runningThread == caller ? unlessEnding(known.runningActor()) : null;
        }
        for (Shard shard : shards) {
            if (shard.runningThread == caller) {
                SHARD_OF_FIBER.set(shard);
                return unlessEnding(shard.runningActor());
            }
        }
        return null;
    }

    /** The call of a listener at an actor's end runs as that actor, which can no longer act. */
    private static @Nullable Actor unlessEnding(@Nullable Actor actor) {
        return actor == null || actor.isEnding ? null : actor;
    }

    /** Ends the waits of senders to an inbox that has been closed. */
    void turnSendersAway(Recipient gone) {
        names.announce(names.retire(gone));
        if (pool.hasWaitersByNow()) {
            SendWaiter.wakeAll(pool.closeWaitsFor(gone, null), null);
            SendWaiter.wakeAll(pool.serve(null), null);
        }
    }

    /**
     * Opens an inbox for the calling thread.
     *
     * @throws IllegalStateException if the hive is closed
     */
    public ExternalInbox openInbox() {
        StackRoom.require();
        if (!isIntakeOpen) {
            throw new IllegalStateException(this + " is closed");
        }
        var inbox = new ExternalInbox(this, "external", numbers.incrementAndGet());
        inboxes.add(inbox);
        return inbox;
    }

    boolean hasInboxes() {
        return !inboxes.isEmpty();
    }

    void forget(ExternalInbox inbox) {
        inboxes.remove(inbox);
    }

    boolean awaitOutside(BooleanSupplier condition, long deadlineNanos) throws InterruptedException {
        return outsideWait.await(condition, deadlineNanos);
    }

    /** Wakes every thread that may wait for this hive. */
    void wakeEverybody() {
        for (Shard shard : shards) {
            shard.wakeUpAnyhow();
        }
        for (ExternalInbox inbox : inboxes) {
            inbox.wake();
        }
        outside.wakeAll();
    }

    // ---- closing ----

    /**
     * Closes with {@link HiveConfig#closeDeadline()} and logs a report that is not clean. Called by an actor it only
     * begins to close: another thread does the rest.
     */
    @Override
    public void close() {
        close(config.closeDeadline());
    }

    /**
     * Refuses messages of external threads from now on, lets the actors come to rest until the deadline, and ends them
     * when all are at rest, or at the deadline. Actors that are not at rest then are killed: their code has {@link
     * HiveConfig#killGrace()} to unwind. So this returns at the latest that time, and a tenth of a second, after the
     * deadline.
     *
     * <p>An interrupt does not end it, but gives the actors no more time to come to rest.
     *
     * @return the report; null for an actor, which must not wait for its own end, and if another thread is closing the
     *     hive and has not finished at this deadline
     */
    @CanIgnoreReturnValue
    public @Nullable CloseReport close(Duration deadline) {
        StackRoom.require();
        long deadlineNanos = Clock.deadline(clock.nanos(), Times.nanos(deadline, "deadline"));
        if (simulation != null && !isInside()) {
            simulation.checkOwner();
        }
        if (isInside()) {
            closeFromOutside(deadline);
            closeIntake();
            return null;
        }
        closeIntake();
        var mine = new Closing(this, shards, deadlineNanos);
        try {
            if (closing.compareAndSet(null, mine)) {
                close(mine);
            } else if (!closed.await(deadlineNanos - clock.nanos(), TimeUnit.NANOSECONDS)) {
                return null;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        return Objects.requireNonNull(closing.get()).report();
    }

    private void closeIntake() {
        isIntakeOpen = false;
        outside.wakeAll(); // waiting senders end with CLOSED
    }

    private void close(Closing mine) {
        try {
            CloseReport report = mine.run();
            if (!report.isClean()) {
                LOG.log(Level.WARNING, this + " was not closed cleanly:\n" + report);
            }
        } finally {
            if (console != null) {
                console.close(mine.left());
            }
            offload.close();
            if (watch != null) {
                watch.close(mine.left());
            }
            if (schedulerRoom != null) {
                schedulerRoom.close();
            }
            closed.countDown();
            wakeEverybody();
            doAtClose();
        }
    }

    /** For an actor, which must not wait for its own end. */
    private void closeFromOutside(Duration deadline) {
        if (simulation == null) {
            new Closer(this, deadline).start();
        } else {
            simulation.closeSoon(deadline);
        }
    }

    /** Whether the calling thread is a fiber of this hive, running or suspended. */
    private boolean isInside() {
        Thread caller = Thread.currentThread();
        for (Shard shard : shards) {
            if (caller.isVirtual() && shard.isFiber(caller)) {
                return true;
            }
        }
        return false;
    }

    /** Actors are ended from now on. */
    void endsActors() {
        isEnding = true;
    }

    boolean isClosing() {
        return closing.get() != null;
    }

    /** Whether the hive has been closed completely. */
    public boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** A shard is about to park. */
    void shardIdle() {
        Closing now = closing.get();
        if (now != null) {
            now.shardIdle();
        }
    }

    // ---- for the engine and for diagnosis ----

    /** Whether this hive runs under simulated time. */
    public boolean isSimulated() {
        return simulation != null;
    }

    /** Decides the order within a shard of a simulated run; null in real time. */
    @Nullable Schedule shardSchedule() {
        return simulation == null ? null : simulation.shardSchedule();
    }

    /** A generator for one actor: under simulated time from the seed, otherwise unpredictable. */
    RandomGenerator newRandom() {
        return simulation == null ? new SplittableRandom() : simulation.schedule().newGenerator();
    }

    long killGraceNanos() {
        return Times.nanos(config.killGrace(), "killGrace");
    }

    Shard[] shards() {
        return shards;
    }

    void onForeignWake(Fiber fiber) {
        if (simulation != null) {
            simulation.onForeignWake(fiber);
        }
    }

    void onForeignWake(Actor actor) {
        if (simulation != null) {
            simulation.onForeignWake(actor.fiber);
        }
    }

    /** A message or command enters a shard or an inbox. */
    void onEntry() {
        if (simulation != null) {
            simulation.onEntry();
        }
    }

    void shardAwake() {
        if (watch != null) {
            watch.shardAwake();
        }
    }

    // ---- diagnosis ----

    /**
     * Takes a snapshot of the hive. Each shard describes itself at one moment, without stopping. A shard that does not
     * answer within a quarter of a second is missing, with the actor that holds it.
     */
    public HiveSnapshot snapshot() {
        return aside(() -> surveyor.look(ShardSurvey.Scope.WHOLE).snapshot());
    }

    /**
     * Like {@link #snapshot()}, but only of actors with a registered name: small and fast with any number of actors. Of
     * channels, buses and feeds it has the fullest, as a snapshot does.
     */
    public HiveSnapshot overview() {
        return aside(() -> surveyor.look(ShardSurvey.Scope.NAMED).snapshot());
    }

    /** Reports which actor waits for which, and the deadlocks among them. */
    public Diagnosis diagnose() {
        return aside(surveyor::diagnose);
    }

    /** An actor that asks must not block its shard, which has to answer. */
    private <T> T aside(Supplier<T> question) {
        ActorContext asking = current();
        if (simulation != null) {
            simulation.checkRunner();
        }
        return asking == null ? question.get() : asking.blocking(question::get);
    }

    /**
     * Registers an external source of messages, so that actors that wait for a message are not reported as deadlocked.
     * An open inbox counts as one too; a thread that merely knows an id does not.
     *
     * @param name of the source in reports
     */
    public ExternalSource expectExternal(String name) {
        var source = new ExternalSource(this, Objects.requireNonNull(name, "name"));
        outsideSources.add(source);
        return source;
    }

    void forget(ExternalSource source) {
        outsideSources.remove(source);
    }

    /** A snapshot of these shards, with the external threads and sources. */
    HiveSnapshot snapshotOf(List<ShardView> views, boolean isWhole) {
        List<String> sources = new ArrayList<>();
        outsideSources.forEach(source -> sources.add(source.name()));
        inboxes.forEach(inbox -> sources.add("inbox " + inbox.id()));
        List<ActorView> waiters = new ArrayList<>();
        outside.waiting().forEach(waiting -> waiters.add(waiting.view()));
        inboxes.forEach(inbox -> inbox.describeWait(waiters::add));
        port.describeWaits(waiters::add);
        return new HiveSnapshot(config.name(), clock.nanos(), views, waiters, sources, pool.view(), isWhole);
    }

    /** The resources of sister modules on a shard. Called by that shard. */
    Resources resources(int shard) {
        return port.resources(shard);
    }

    DeadlockWatch deadlockWatch() {
        return deadlocks;
    }

    /** Whether a wait for a specific resource has no deadline; approximate. */
    boolean hasEndlessWaits() {
        boolean has = !outside.waiting().isEmpty();
        for (Shard shard : shards) {
            has |= shard.endlessWaits > 0;
        }
        return has;
    }

    /**
     * Called under simulated time when no actor can run, before the clock moves.
     *
     * @return whether a deadlock was found, and ended for one of its actors
     */
    boolean standsStill() {
        return config.watch().isOn() && !isClosing() && deadlocks.examine().hasFailed();
    }

    /** Whether a deadline is scheduled; approximate, because a cancelled one counts too. */
    boolean hasDeadlines() {
        return Arrays.stream(shards).anyMatch(shard -> shard.scheduledDeadlines() > 0);
    }

    /** A shard parks after its actors have run. */
    void rests() {
        if (watch != null && hasEndlessWaits() && watch.areAllIdle()) {
            watch.examineSoon();
        }
    }

    /** An external source has ended, or an external thread has begun to wait: neither wakes a shard. */
    void outsideChanged() {
        if (hasEndlessWaits()) {
            examineSoon();
        }
    }

    /** A wait has begun that may be part of a deadlock across shards. */
    void examineSoon() {
        if (watch != null) {
            watch.examineSoon();
        }
    }

    /** A wait for the pool has begun, or one of an external thread has ended. Most of them are harmless. */
    void examineSometime() {
        if (watch != null) {
            watch.examineSometime();
        }
    }

    void countSlowHandler() {
        slowHandlers.increment();
    }

    /** Counters and histograms since the hive started. */
    public HiveCounters counters() {
        HiveStats stats = stats();
        return new HiveCounters(sum(Shard::messages), sum(Shard::dispatches), sum(Shard::turns), stats.parks(),
                sum(shard -> shard.tallies.exits()), sum(shard -> shard.tallies.crashes()),
                sum(shard -> shard.tallies.restarts()), stats.drops(), stats.undelivered(), stats.wrongTypes(),
                stats.poolRefusals(), stats.mailboxRefusals(), stats.lateReplies(),
                deadlocks.found(), slowHandlers.sum(), times(tallies -> tallies.sendWaits),
                times(tallies -> tallies.answerWaits), times(tallies -> tallies.turnTimes));
    }

    private long sum(ToLongFunction<Shard> number) {
        return Arrays.stream(shards).mapToLong(number).sum();
    }

    private Histogram times(Function<Tallies, long[]> times) {
        return Arrays.stream(shards).map(shard -> Histogram.of(times.apply(shard.tallies)))
                .reduce(Histogram::plus).orElseThrow();
    }

    /** Current numbers of actors, messages, deadlines, fibers and waiters, and counts since the hive started. */
    public HiveStats stats() {
        int zombies = 0;
        int deadlines = 0;
        int fibers = 0;
        int cached = 0;
        long parks = 0;
        long undelivered = outside.undelivered();
        long drops = outside.drops();
        long wrongTypes = 0;
        long poolRefusals = outside.poolRefusals();
        long mailboxRefusals = outside.mailboxRefusals();
        long lateReplies = 0;
        int systemPlaces = 0;
        for (Shard shard : shards) {
            zombies += shard.mortality.zombies();
            deadlines += shard.scheduledDeadlines();
            fibers += shard.fibers();
            cached += shard.cachedSlots();
            parks += shard.parks();
            undelivered += shard.mortality.undelivered();
            drops += shard.events.drops();
            wrongTypes += shard.events.wrongTypes();
            poolRefusals += shard.tallies.poolRefusals();
            mailboxRefusals += shard.tallies.mailboxRefusals();
            lateReplies += shard.lateReplies();
            systemPlaces += shard.system.inUse();
        }
        return new HiveStats(
                actors.get(), zombies, pool.taken() - cached - pool.outside.size(), deadlines, fibers, parks, undelivered, drops,
                wrongTypes, poolRefusals, mailboxRefusals, lateReplies, pool.waiting(), systemPlaces, names.size(),
                names.watches());
    }

    @Override
    public String toString() {
        return "hive " + config.name();
    }
}
