package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.waiting.SpinLock;
import io.hiveactor.runtime.waiting.WaitList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An id that exists before its actor does and, unless it was reserved for one actor, outlives it: actors get it one after
 * another, by {@link ActorConfig#withReservedId}, so that references held elsewhere stay valid.
 *
 * <p>While no actor has the id, {@code notify} returns NO_TARGET and {@code send} waits. Monitors of the id fire at the end
 * of each actor that had it.
 *
 * <p><b>Threads:</b> owner only, the actor that reserved it, with whose end it closes; any thread may use the id.
 */
public final class ReservedId implements ReserveResult {
    /*
     * VACANT -> TAKEN -> (VACANT -> TAKEN)* -> CLOSED
     *
     * Its occupants are different actors with one id, and whatever still belongs to an earlier one (messages on their way,
     * answers, timers, slots that were granted) refers to that actor and not to the id.
     *
     * State and line change under a spin lock, held for a few instructions. Who finds the seat vacant queues under it; who
     * takes it lets everybody in the line go, and each of them tries again.
     */
    private static final int VACANT = 0;
    private static final int TAKEN = 1;
    private static final int CLOSED = 2;
    private static final ReservedIdWatch[] NOBODY = {};

    private final Actor owner;
    private final @Nullable String name;
    /** It closes with the end of its first actor. */
    private final boolean isForOne;

    private final ActorId id;

    private final SpinLock lock = new SpinLock();
    // guarded by it
    private volatile int state = VACANT;
    private @Nullable Actor occupant;
    private int lives;
    private final WaitList line;
    private volatile ReservedIdWatch[] watches = NOBODY;

    /**
     * @param name registered until it is closed; null for none
     * @param isForOne whether it closes with the end of its first actor
     */
    ReservedId(Actor owner, @Nullable String name, boolean isForOne, String title, long number) {
        this.owner = owner;
        this.name = name;
        this.isForOne = isForOne;
        id = new ActorId(owner.hive, this, title, number);
        line = owner.hive.config().waiterOrder().newList(0); // all of them are let go at once
    }

    /** The id that others send to. */
    public ActorId id() {
        return id;
    }

    /** The registered name, or null if it has none. */
    public @Nullable String name() {
        return name;
    }

    /** Whether an actor has the id, or may still get it. */
    public boolean isOpen() {
        return state != CLOSED;
    }

    /**
     * Releases the id: its name becomes free, waiting senders get CLOSED, and no further actor can get it. An actor
     * that has it lives on. Closing twice has no effect.
     */
    public void close() {
        owner.checkCaller();
        StackRoom.require();
        Ties ties = owner.ties;
        if (ties != null && ties.seats.remove(this)) {
            shut(owner.home);
        }
    }

    /** By the owner's shard. May wait. */
    void shut(Shard shard) {
        if (name != null) {
            owner.hive.names.releaseForReservedId(name, id);
        }
        close(shard);
    }

    private void close(Shard shard) {
        lock.lock();
        boolean wasOpen = state != CLOSED;
        state = CLOSED;
        SendWaiter waiting = closeLine(shard);
        ReservedIdWatch[] watching = watches;
        if (wasOpen && occupant == null) {
            watches = NOBODY;
        }
        boolean isOver = wasOpen && occupant == null;
        lock.unlock();
        SendWaiter.wakeAll(waiting, shard);
        if (isOver) {
            end(watching, shard);
        }
    }

    private static void end(ReservedIdWatch[] watching, Shard shard) {
        for (ReservedIdWatch watch : watching) {
            watch.end(shard);
        }
    }

    private @Nullable SendWaiter closeLine(@Nullable Shard waker) {
        SendWaiter last = null;
        SendWaiter first = (SendWaiter) line.first();
        while (first != null) {
            line.close(first);
            last = SendWaiter.toBeWoken(last, first, waker);
            first = (SendWaiter) line.first();
        }
        return last;
    }

    // ---- occupants ----

    /**
     * Puts an actor there.
     *
     * @throws IllegalStateException if it is taken or closed
     */
    void take(Actor newcomer) {
        lock.lock();
        int found = state;
        if (found == VACANT) {
            state = TAKEN;
            occupant = newcomer;
            lives++;
            newcomer.suspensions = lives << 20; // so that no wait of one life is taken for one of another
        }
        lock.unlock();
        if (found != VACANT) {
            throw new IllegalStateException("the reserved id " + id + (found == TAKEN ? " is taken" : " is closed"));
        }
    }

    /** The newcomer can be sent to: lets those go who wait for that, and have them try again. */
    void open(Actor newcomer, Shard waker) {
        SendWaiter last = null;
        lock.lock();
        id.recipient = newcomer;
        SendWaiter first = (SendWaiter) line.first();
        while (first != null) {
            line.grant(first);
            last = SendWaiter.toBeWoken(last, first, waker);
            first = (SendWaiter) line.first();
        }
        lock.unlock();
        SendWaiter.wakeAll(last, waker);
    }

    /**
     * The actor that sat there has ended, or is given up.
     *
     * @return how many were told
     */
    @CanIgnoreReturnValue
    int vacate(Actor leaver, @Nullable ActorExit exit, Shard shard) {
        lock.lock();
        boolean satThere = occupant == leaver;
        ReservedIdWatch[] told = watches;
        SendWaiter waiting = null;
        boolean isOver = false;
        if (satThere) {
            occupant = null;
            state = isForOne || state == CLOSED ? CLOSED : VACANT;
            isOver = state == CLOSED;
            if (isOver) {
                watches = NOBODY;
                waiting = closeLine(shard);
            }
        }
        lock.unlock();
        if (!satThere) {
            return 0;
        }
        SendWaiter.wakeAll(waiting, shard);
        if (exit != null) {
            for (ReservedIdWatch watch : told) {
                watch.tell(exit, shard);
            }
        }
        if (isOver) {
            end(told, shard);
            owner.home.bring(new Over(this), shard);
        }
        return told.length;
    }

    /** Tells the owner's shard that there is nothing to close any more. */
    private static final class Over extends Command {
        private final ReservedId seat;

        Over(ReservedId seat) {
            this.seat = seat;
        }

        @Override
        void arrive(Shard shard) {
            Ties ties = seat.owner.ties;
            if (ties != null && seat.isForOne) {
                ties.seats.remove(seat);
            }
        }
    }

    // ---- senders ----

    /** Puts a sender in the line; false if there is somebody to send to, or never will be. Any thread. */
    boolean queue(SendWaiter waiter) {
        lock.lock();
        boolean waits = state == VACANT || (state == TAKEN && id.recipient.isGoneByNow());
        if (waits) {
            line.add(waiter);
        }
        lock.unlock();
        return waits;
    }

    /** Ends a wait, however it stands. Any thread. */
    void leave(SendWaiter waiter) {
        lock.lock();
        if (waiter.isQueued()) {
            line.remove(waiter);
        }
        waiter.reset();
        lock.unlock();
    }

    // ---- watchers ----

    /** False if there will be no more ends. Any thread. */
    boolean watch(ReservedIdWatch watch) {
        ReservedIdWatch[] more = null;
        boolean isWatched = false;
        while (!isWatched) {
            ReservedIdWatch[] known = watches;
            more = Arrays.copyOf(known, known.length + 1); // not under the lock
            more[known.length] = watch;
            lock.lock();
            boolean isOver = state == CLOSED && occupant == null;
            isWatched = !isOver && watches == known;
            if (isWatched) {
                watches = more;
            }
            lock.unlock();
            if (isOver) {
                return false;
            }
        }
        return true;
    }

    void unwatch(ReservedIdWatch watch) {
        boolean isDone = false;
        while (!isDone) {
            ReservedIdWatch[] known = watches;
            ReservedIdWatch[] rest = without(known, watch);
            lock.lock();
            isDone = watches == known;
            if (isDone) {
                watches = rest;
            }
            lock.unlock();
        }
    }

    private static ReservedIdWatch[] without(ReservedIdWatch[] known, ReservedIdWatch leaver) {
        ReservedIdWatch[] rest = new ReservedIdWatch[known.length];
        int count = 0;
        for (ReservedIdWatch watch : known) {
            if (watch != leaver) {
                rest[count++] = watch;
            }
        }
        return count == known.length ? known : Arrays.copyOf(rest, count);
    }

    /** Who sat there last and has not left for good; about, for who asks from another shard. */
    @Nullable ActorId leaver() {
        Actor last = occupant;
        return last == null ? null : last.id;
    }

    Actor owner() {
        return owner;
    }

    @Override
    public String toString() {
        return "reserved id " + id;
    }
}
