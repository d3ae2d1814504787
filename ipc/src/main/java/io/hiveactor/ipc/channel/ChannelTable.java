package io.hiveactor.ipc.channel;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.ipc.port.ChannelTablePort;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All channels of one executive, which drives them: it makes the calls of its tasks, keeps their deadlines, and resumes
 * those whose {@link Waiter} is completed.
 *
 * <p>A call names its task by pid. Expected outcomes are statuses, and a call that does not succeed changes nothing,
 * but that a handle which tries to send is a sender from then on. A send or a receive makes no object.
 *
 * <p>An unexpected failure inside the table is logged and ends the call with {@code INTERNAL_ERROR}: the call may have
 * taken effect or not, and the table can still be used. Bugs of the caller, such as a negative pid, are exceptions.
 *
 * <p><b>Threads:</b> owner only: one call at a time, each visible to the next. It is not checked, as the caller may be
 * any of the fibers of one shard.
 */
final class ChannelTable extends ChannelTablePort {
    private final ChannelProfile profile;
    private final Events events;
    private final InternalErrors errors;
    private final Intake intake;
    private final Exchange exchange;
    final Registry registry;
    private final Stdio stdio;

    /**
     * @param nanoClock read only where time matters: when a wait with an end begins, when taps are limited, for the
     * trace
     * @param listener receives every event; null for none, which costs nothing
     */
    ChannelTable(ChannelProfile profile, LongSupplier nanoClock, @Nullable ChannelListener listener) {
        this(profile, nanoClock, listener, null, Runnable::run);
    }

    /**
     * @param alarm called with the time at which to call {@link #expireDue}; null if the caller knows when
     * @param executor runs what may block: it logs
     */
    ChannelTable(
            ChannelProfile profile,
            LongSupplier nanoClock,
            @Nullable ChannelListener listener,
            @Nullable LongConsumer alarm,
            Consumer<Runnable> executor) {
        this.profile = profile;
        events = new Events(listener, nanoClock);
        errors = new InternalErrors(executor);
        intake = new Intake(profile.tapRateLimit(), events, nanoClock);
        var deadlines = new Deadlines(alarm);
        exchange = new Exchange(intake, profile.expiresAsWouldBlock(), events, nanoClock, deadlines, errors);
        registry = new Registry(profile, intake, exchange, events);
        stdio = new Stdio(profile, registry, exchange, events);
    }

    /**
     * Makes a channel, or changes one that is there. A smaller capacity loses the oldest messages; another mode sets
     * all readers to the end.
     *
     * @param capacity 1 to 65535 bytes, each message at 8 more than its payload; 0 for the default, or no change
     * @param mode bits of {@link ChannelModes}; 0 for the default, or no change
     */
    @Override
    public BindResult bind(int pid, String target, int capacity, int mode) {
        return bind(pid, null, target, capacity, mode);
    }

    /** @param by the external thread that calls; null for a task */
    BindResult bind(int pid, @Nullable Thread by, String target, int capacity, int mode) {
        checkPid(pid);
        Objects.requireNonNull(target, "target");
        try {
            releaseEndedThreads(by);
            return bind(registry.quota(pid, by), true, target, capacity, mode);
        } catch (RuntimeException | Error e) {
            return BindResult.not(failed(pid, ChannelOperation.BIND, e));
        }
    }

    /** @param isToKeep whether the bind keeps the channel until it is opened; otherwise it is opened at once */
    private BindResult bind(Quota quota, boolean isToKeep, String target, int capacity, int mode) {
        int pid = quota.task.pid;
        BindResult bound = tryBind(pid, isToKeep ? quota : null, target, capacity, mode);
        ended(pid, ChannelOperation.BIND, bound.status());
        return bound;
    }

    private BindResult tryBind(int pid, @Nullable Quota binder, String text, int capacity, int mode) {
        ChannelTarget target = parsed(text, pid);
        if (target == null || capacity < 0 || capacity > ChannelProfile.MAX_CAPACITY || (mode & ~0xFFFF) != 0) {
            return BindResult.not(ChannelStatus.INVALID_ARGUMENT);
        }
        Descriptor bound = registry.bind(target, capacity, mode, binder);
        return bound == null ? BindResult.not(ChannelStatus.NO_DESCRIPTOR) : new BindResult(ChannelStatus.OK, bound.id);
    }

    /**
     * Opens a channel that was bound.
     *
     * @param flags {@link ChannelModes#RDONLY}, {@link ChannelModes#WRONLY} or {@link ChannelModes#RDWR}, or none of
     *     them: then both are allowed, and in fan-out the handle counts as a reader unless it sent last. Also {@link
     *     ChannelModes#TAP}. Any other bit is refused with {@code INVALID_ARGUMENT}
     */
    @Override
    public OpenResult open(int pid, String target, int flags) {
        return open(pid, null, target, flags);
    }

    /** @param by the external thread that calls; null for a task */
    OpenResult open(int pid, @Nullable Thread by, String target, int flags) {
        checkPid(pid);
        Objects.requireNonNull(target, "target");
        int lastHandle = registry.lastHandle(pid);
        try {
            releaseEndedThreads(by);
            return open(registry.quota(pid, by), target, flags);
        } catch (RuntimeException | Error e) {
            registry.closeSince(pid, lastHandle);
            return OpenResult.not(failed(pid, ChannelOperation.OPEN, e));
        }
    }

    private OpenResult open(Quota quota, String target, int flags) {
        OpenResult opened = tryOpen(quota, target, flags);
        ended(quota.task.pid, ChannelOperation.OPEN, opened.status());
        return opened;
    }

    private OpenResult tryOpen(Quota quota, String text, int flags) {
        ChannelTarget target = parsed(text, quota.task.pid);
        if (target == null || !ChannelModes.areOpenFlags(flags)) {
            return OpenResult.not(ChannelStatus.INVALID_ARGUMENT);
        }
        Descriptor descriptor = registry.find(target);
        Handle opened = descriptor == null ? null : registry.open(quota, descriptor, flags);
        return opened == null
                ? OpenResult.not(ChannelStatus.NO_DESCRIPTOR)
                : new OpenResult(ChannelStatus.OK, opened.number, opened.descriptor.id);
    }

    /** Before what a call needs is looked up: this may free it. */
    private void releaseEndedThreads(@Nullable Thread by) {
        if (by != null) {
            registry.releaseEndedThreads();
        }
    }

    /**
     * Binds and opens: both, or neither.
     *
     * @param by the external thread that calls; null for a task
     */
    OpenResult bindAndOpen(int pid, @Nullable Thread by, String target, ChannelOptions options) {
        checkPid(pid);
        Objects.requireNonNull(target, "target");
        int lastHandle = registry.lastHandle(pid);
        try {
            releaseEndedThreads(by);
            return bindAndOpen(pid, registry.quota(pid, by), target, options);
        } catch (RuntimeException | Error e) {
            registry.closeSince(pid, lastHandle);
            return OpenResult.not(failed(pid, ChannelOperation.OPEN, e));
        }
    }

    private OpenResult bindAndOpen(int pid, Quota quota, String target, ChannelOptions options) {
        ChannelTarget wanted = parsed(target, pid);
        boolean isNew = wanted != null && registry.find(wanted) == null;
        if (!isNew && !registry.hasHandleFor(quota)) {
            return open(quota, target, options.flags()); // refused, before a channel that is there is changed
        }
        BindResult bound = bind(quota, false, target, options.capacity(), options.mode());
        if (bound.status() != ChannelStatus.OK) {
            return OpenResult.not(bound.status());
        }
        OpenResult opened = open(quota, target, options.flags());
        if (opened.status() != ChannelStatus.OK) {
            shut(bound.descriptor()); // it is new, and no other task has it
            return opened;
        }
        return options.coalesces()
                ? new OpenResult(coalesce(pid, opened.handle(), true), opened.handle(), opened.descriptor())
                : opened;
    }

    private @Nullable ChannelTarget parsed(String text, int pid) {
        ChannelTarget target = ChannelTarget.parse(text, pid);
        return target != null && profile.namespaces().contains(target.namespace()) ? target : null;
    }

    /** Sends now or not at all. A message of no bytes is not queued: it wakes waiting receivers with {@code OK}. */
    @Override
    public ChannelStatus send(int pid, int handle, ChannelMessage message) {
        checkPid(pid);
        Objects.requireNonNull(message, "message");
        try {
            return ended(pid, ChannelOperation.SEND, trySend(pid, handle, message, null, 0));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.SEND, e);
        }
    }

    /**
     * Sends the waiter's message; if there is no room, the waiter joins the line for it. Dropping channels always have
     * room.
     *
     * @param timeoutNanos positive; {@link Waiter#NEVER} for a wait without end
     * @return {@code WAITING} if the waiter is in line; otherwise the outcome, and the waiter is not completed
     */
    ChannelStatus send(int pid, int handle, Waiter waiter, long timeoutNanos) {
        checkPid(pid);
        check(waiter, timeoutNanos);
        try {
            return ended(pid, ChannelOperation.SEND, trySend(pid, handle, waiter.message(), waiter, timeoutNanos));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.SEND, waiter, e);
        }
    }

    private ChannelStatus trySend(
            int pid, int number, ChannelMessage message, @Nullable Waiter waiter, long timeoutNanos) {
        Handle handle = stepped(pid, number);
        if (handle == null || !handle.maySend()) {
            return ChannelStatus.INVALID_HANDLE;
        }
        if (handle.isRevoked()) {
            return ChannelStatus.CLOSED;
        }
        if (!message.isSendable()) {
            return ChannelStatus.INVALID_ARGUMENT;
        }
        ChannelStatus status = exchange.send(handle, message, waiter, timeoutNanos);
        boolean isFull = status == ChannelStatus.WOULDBLOCK || status == ChannelStatus.WAITING;
        // a thread that has ended reads no more; a waiter in line is served by its release
        if (isFull && registry.releaseEndedThreads() && status == ChannelStatus.WOULDBLOCK) {
            return trySend(pid, number, message, waiter, timeoutNanos);
        }
        if (status == ChannelStatus.WAITING) {
            registry.lookAfterThreads(handle.descriptor);
        }
        return status;
    }

    /** The handle of a number, for callers that keep it; null if there is none. It may be closed later. */
    @Nullable Handle handle(int pid, int number) {
        return registry.handle(pid, number);
    }

    /** Sends if nothing stands in the way. Otherwise nothing has happened, and a send tells what does. */
    boolean sendsNow(Handle handle, ChannelMessage message) {
        boolean isSent = handle.isSender() && message.isPlain() && exchange.sendsNow(handle, message);
        if (isSent) {
            handle.steps++;
            events.ended(handle.task.pid, ChannelOperation.SEND, ChannelStatus.OK);
        }
        return isSent;
    }

    /** Receives if there is a message. Otherwise nothing has happened, and a receive tells why. */
    boolean receivesNow(Handle handle, ChannelMessage into) {
        boolean isReceived = handle.isReceiver() && exchange.receivesNow(handle, into);
        if (isReceived) {
            handle.steps++;
            events.ended(handle.task.pid, ChannelOperation.RECEIVE, ChannelStatus.OK);
        }
        return isReceived;
    }

    /** Receives what is there, or gives {@code NO_DATA}. */
    @Override
    public ChannelStatus receive(int pid, int handle, ChannelMessage into) {
        checkPid(pid);
        Objects.requireNonNull(into, "into");
        try {
            return ended(pid, ChannelOperation.RECEIVE, tryReceive(pid, handle, into, null, 0));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.RECEIVE, e);
        }
    }

    /**
     * Receives into the waiter's message; if there is none, the waiter joins the line for it.
     *
     * @param timeoutNanos positive; {@link Waiter#NEVER} for a wait without end
     * @return {@code WAITING} if the waiter is in line; otherwise the outcome, and the waiter is not completed
     */
    ChannelStatus receive(int pid, int handle, Waiter waiter, long timeoutNanos) {
        checkPid(pid);
        check(waiter, timeoutNanos);
        try {
            ChannelStatus status = tryReceive(pid, handle, waiter.message(), waiter, timeoutNanos);
            return ended(pid, ChannelOperation.RECEIVE, status);
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.RECEIVE, waiter, e);
        }
    }

    @Override
    public ChannelStatus receive(
            int pid, int handle, ChannelMessage into, long timeoutNanos, Consumer<ChannelStatus> onEnd) {
        return receive(pid, handle, new Waiter(into) {
            @Override
            protected void completed(ChannelStatus outcome) {
                onEnd.accept(outcome);
            }
        }, timeoutNanos);
    }

    private ChannelStatus tryReceive(
            int pid, int number, ChannelMessage into, @Nullable Waiter waiter, long timeoutNanos) {
        Handle handle = stepped(pid, number);
        if (handle == null || !handle.mayReceive()) {
            return ChannelStatus.INVALID_HANDLE;
        }
        return handle.isRevoked() ? ChannelStatus.CLOSED : exchange.receive(handle, into, waiter, timeoutNanos);
    }

    /**
     * Completes a watch when there is a message for a handle, so that a select can wait for many channels and take from
     * none of them. Zero-length messages are not for it.
     *
     * @return {@code OK} if there is a message now; {@code WAITING} if the watch is in line; otherwise why neither
     */
    ChannelStatus watch(int pid, int handle, Waiter watch) {
        check(watch, Waiter.NEVER);
        try {
            return tryWatch(registry.handle(pid, handle), watch);
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.RECEIVE, watch, e);
        }
    }

    private ChannelStatus tryWatch(@Nullable Handle reading, Waiter watch) {
        if (reading == null || !reading.mayReceive()) {
            return ChannelStatus.INVALID_HANDLE;
        }
        return reading.isRevoked() ? ChannelStatus.CLOSED : exchange.watch(reading, watch);
    }

    /** Whether a receive would not have to wait: there is a message, or the handle is none to wait on. */
    boolean isReadable(int pid, int handle) {
        Handle reading = registry.handle(pid, handle);
        return reading == null || !reading.mayReceive() || reading.isRevoked() || Exchange.hasNext(reading);
    }

    private static void check(Waiter waiter, long timeoutNanos) {
        if (waiter.isWaiting()) {
            throw new IllegalStateException("the waiter is in line already, for descriptor " + waiter.descriptor());
        }
        if (timeoutNanos <= 0) {
            throw new IllegalArgumentException("a timeout must be positive: " + timeoutNanos);
        }
    }

    /** Takes a waiter out of line and does not complete it. @return false if it did not wait */
    @CanIgnoreReturnValue
    boolean withdraw(Waiter waiter) {
        return exchange.withdraw(waiter, waiter.notNow());
    }

    /** The same, for a caller that has an outcome of its own for the trace. */
    @CanIgnoreReturnValue
    boolean withdraw(Waiter waiter, ChannelStatus outcome) {
        return exchange.withdraw(waiter, outcome);
    }

    /**
     * Completes all waiters whose deadline has come with {@code TIMEOUT}, in the order in which they blocked and not
     * that of their deadlines.
     *
     * @return the next deadline, at which this is to be called again; {@link Waiter#NEVER} if there is none
     */
    @CanIgnoreReturnValue
    @Override
    public long expireDue() {
        long next;
        try {
            if (exchange.takeLook()) {
                registry.lookForEndedThreads();
            }
        } finally {
            next = exchange.expireDue();
        }
        return next;
    }

    /** Completes one waiter with {@code TIMEOUT}, whatever its deadline. @return false if it did not wait */
    @CanIgnoreReturnValue
    boolean expire(Waiter waiter) {
        return exchange.expire(waiter);
    }

    /** Looks at the channel of a handle; of a tap too it shows the channel, and not the copies. */
    @Override
    public ChannelStatus peek(int pid, int handle, Peek into) {
        checkPid(pid);
        Objects.requireNonNull(into, "into");
        try {
            return ended(pid, ChannelOperation.PEEK, tryPeek(registry.handle(pid, handle), into));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.PEEK, e);
        }
    }

    private static ChannelStatus tryPeek(@Nullable Handle through, Peek into) {
        ChannelStatus status = usable(through);
        if (through != null && status == ChannelStatus.OK) {
            into.look(through);
        }
        return status;
    }

    /** Turns a handle into a tap, which gets copies from now on; or back, and its copies are thrown away. */
    @Override
    public ChannelStatus tap(int pid, int handle, boolean on) {
        checkPid(pid);
        try {
            return ended(pid, ChannelOperation.TAP, tryTap(registry.handle(pid, handle), on));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.TAP, e);
        }
    }

    private ChannelStatus tryTap(@Nullable Handle tapping, boolean on) {
        ChannelStatus status = usable(tapping);
        if (tapping != null && status == ChannelStatus.OK) {
            if (on) {
                tapping.descriptor.startTap(tapping);
            } else {
                tapping.descriptor.stopTap(tapping);
            }
            exchange.settle(tapping.descriptor); // fan-out keeps nothing for a tap, so there may be room
        }
        return status;
    }

    /**
     * Lets a handle coalesce what it sends: a message takes the place of the one that it sent last with the same
     * channel number, if nobody has read that, it fits, and no sender waits in line. The place and the sequence stay
     * those of the older one. A tap gets a copy of each.
     */
    ChannelStatus coalesce(int pid, int handle, boolean on) {
        checkPid(pid);
        try {
            return ended(pid, ChannelOperation.COALESCE, tryCoalesce(registry.handle(pid, handle), on));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.COALESCE, e);
        }
    }

    private ChannelStatus tryCoalesce(@Nullable Handle sending, boolean on) {
        ChannelStatus status = usable(sending);
        if (sending != null && status == ChannelStatus.OK) {
            sending.coalesce(on);
            exchange.settle(sending.descriptor); // its own waiting send may have a place to take
        }
        return status;
    }

    /** Waits on this handle end with {@code INVALID_HANDLE}. A channel ends when its last handle is closed. */
    @Override
    public ChannelStatus close(int pid, int handle) {
        checkPid(pid);
        try {
            return ended(pid, ChannelOperation.CLOSE, tryClose(registry.handle(pid, handle)));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.CLOSE, e);
        }
    }

    private ChannelStatus tryClose(@Nullable Handle closed) {
        if (closed == null) {
            return ChannelStatus.INVALID_HANDLE;
        }
        registry.close(closed);
        return ChannelStatus.OK;
    }

    /** Gives a task its standard streams and {@code pid:} channel; they live as long as it does. */
    @Override
    public RegisterResult register(int pid) {
        checkPid(pid);
        try {
            RegisterResult registered = stdio.register(pid);
            countFailure(pid, registered.status());
            return registered;
        } catch (RuntimeException | Error e) {
            return RegisterResult.not(failed(pid, ChannelOperation.BIND, e));
        }
    }

    /**
     * Ends a task: its handles are closed, its waiters dropped, what only it kept is freed, and its pid is forgotten,
     * counters included. A later call with the same pid begins a new task.
     *
     * @return what it has done
     */
    @CanIgnoreReturnValue
    @Override
    public TaskCounters exit(int pid) {
        return registry.exit(pid);
    }

    /** Writes to a standard stream of a task. @return the bytes written: all, or 0 if there is no room */
    @Override
    public int write(int pid, StdioStream stream, ChannelMessage message) {
        return stdio.write(pid, stream, message);
    }

    /** Sets the mode of a stream for tasks to come. @return the descriptors that were changed too */
    @CanIgnoreReturnValue
    @Override
    public List<Integer> configureStdio(StdioStream stream, int mode, boolean alsoExisting) {
        return stdio.configure(stream, mode, alsoExisting);
    }

    /** Sets the maximum number of copies per second for each tap; 0 for no limit. */
    @Override
    public void limitTaps(int copiesPerSecond) {
        if (copiesPerSecond < 0) {
            throw new IllegalArgumentException("tap rate limit must not be negative: " + copiesPerSecond);
        }
        intake.limitTaps(copiesPerSecond);
    }

    /** Revokes a handle: calls on it return {@code CLOSED} from now on, and waits on it end with that. */
    ChannelStatus revoke(int pid, int handle) {
        try {
            return tryRevoke(registry.handle(pid, handle));
        } catch (RuntimeException | Error e) {
            return failed(pid, ChannelOperation.CLOSE, e);
        }
    }

    private ChannelStatus tryRevoke(@Nullable Handle revoked) {
        ChannelStatus status = usable(revoked);
        if (revoked != null && status == ChannelStatus.OK) {
            registry.revoke(revoked);
        }
        return status;
    }

    /**
     * Ends a channel even if it is in use: all its handles are revoked.
     *
     * @return false if there is none of this number
     */
    @CanIgnoreReturnValue
    boolean shut(int descriptor) {
        Descriptor found = registry.find(descriptor);
        if (found != null) {
            registry.shut(found);
        }
        return found != null;
    }

    /** Ends all channels of one owner, as after its end when programs are loaded anew. */
    void shutAllOf(int owner) {
        registry.shutAllOf(owner);
    }

    /** The number of the channel that a handle opened; 0 if there is no such handle. */
    @Override
    public int descriptor(int pid, int handle) {
        Handle found = registry.handle(pid, handle);
        return found == null ? 0 : found.descriptor.id;
    }

    @Override
    public Optional<ChannelState> describe(int descriptor) {
        registry.releaseEndedThreads();
        return Optional.ofNullable(registry.find(descriptor)).map(ChannelState::of);
    }

    @Override
    public TableSnapshot snapshot() {
        registry.releaseEndedThreads();
        List<ChannelState> channels = registry.descriptors().stream().map(ChannelState::of).toList();
        return new TableSnapshot(
                channels, TableStats.of(registry, profile, intake.tapRateLimit(), events.failures(), errors.count()));
    }

    /** By pid, of all tasks that have called, successfully or not, and have not exited since. */
    @Override
    public Map<Integer, TaskCounters> counters() {
        Map<Integer, TaskCounters> counters = new TreeMap<>();
        for (Task task : registry.tasks()) {
            counters.put(task.pid, task.counters());
        }
        return counters;
    }

    private @Nullable Handle stepped(int pid, int number) {
        Handle handle = registry.handle(pid, number);
        if (handle == null) {
            registry.task(pid).steps++;
        } else {
            handle.steps++;
        }
        return handle;
    }

    private static ChannelStatus usable(@Nullable Handle handle) {
        if (handle == null) {
            return ChannelStatus.INVALID_HANDLE;
        }
        return handle.isRevoked() ? ChannelStatus.CLOSED : ChannelStatus.OK;
    }

    @CanIgnoreReturnValue
    private ChannelStatus ended(int pid, ChannelOperation operation, ChannelStatus status) {
        countFailure(pid, status);
        events.ended(pid, operation, status);
        return status;
    }

    /** Also makes a task known that has done nothing but fail. */
    private void countFailure(int pid, ChannelStatus status) {
        if (status.isError()) {
            registry.task(pid).failures++;
        }
    }

    private static void checkPid(int pid) {
        if (pid < 0) {
            throw new IllegalArgumentException("a pid must not be negative: " + pid);
        }
    }

    private ChannelStatus failed(int pid, ChannelOperation operation, Waiter waiter, Throwable thrown) {
        exchange.remove(waiter);
        return failed(pid, operation, thrown);
    }

    /** Ends a call that failed unexpectedly. @return INTERNAL_ERROR */
    ChannelStatus failed(int pid, ChannelOperation operation, Throwable thrown) {
        registry.freeUnused();
        errors.report(pid, operation, thrown);
        return ended(pid, operation, ChannelStatus.INTERNAL_ERROR);
    }
}
