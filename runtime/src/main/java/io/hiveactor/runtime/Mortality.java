package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.CloseReport.NotAtRest;
import io.hiveactor.runtime.CloseReport.StuckActor;
import io.hiveactor.runtime.CloseReport.UndeliveredTo;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.fiber.Fiber;
import io.hiveactor.runtime.time.Clock;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the actors of one shard come to life and end.
 *
 * <p><b>Threads:</b> owner only; what is for others to read may be out of date for them.
 */
final class Mortality {
    /** Actors of a closing hive are given up when none has ended for this long after their time is over. */
    private static final long PROGRESS_NANOS = 10_000_000;

    /*
     * An actor is `gone` at once: by its own end, or by whoever kills it. Its shard then gives back what it has.
     * Code that is set aside must unwind first: a wait of ours throws, other code is interrupted, and after the
     * grace the actor is a zombie: everything but its frames and the message it reads is given back, and when the
     * frames end, they too.
     *
     * Who is linked to it is told when all of that is done, and when those who end with it have ended, or were given up.
     *
     * Invariant: an actor is in the table from its birth until its code has ended and its end was told.
     */
    private final Shard shard;
    private final ActorTable actors;
    private int zombies;

    private boolean isEnding;
    private boolean isOver;
    private long undelivered;
    private final List<UndeliveredTo> undeliveredTo = new ArrayList<>();
    private volatile List<StuckActor> stuck = List.of();
    /** Null until the actors are ended. */
    private volatile @Nullable List<NotAtRest> notAtRest;

    private final ShardDeadline lastDeadline = new ShardDeadline() {
        @Override
        void due(long nowNanos) {
            int left = actors.size();
            if (left == leftAtLastLook) {
                abandonAll();
            } else { // some have ended, so others may: a shard with very many actors needs its time
                leftAtLastLook = left;
                wantedNanos = Clock.deadline(nowNanos, PROGRESS_NANOS);
                shard.timers.schedule(this);
            }
        }
    };
    /** How many actors there were when the last deadline was looked at. */
    private int leftAtLastLook = -1;

    Mortality(Shard shard) {
        this.shard = shard;
        actors = shard.actors;
    }

    void born(Actor actor) {
        actors.add(actor);
        if (isEnding && !actor.isErrand) {
            actor.setGone();
        }
    }

    // ---- the end of its own accord, or after unwinding ----

    /** Ends the running actor, whose code has returned or thrown. Still runs as that actor. */
    void end(Actor actor, @Nullable Throwable escaped) {
        boolean wasKilled = actor.isGone();
        actor.isEnding = true;
        actor.setGone();
        Demise demise = actor.demise;
        boolean wasZombie = demise != null && demise.isZombie;
        if (demise != null) {
            demise.wantedNanos = Clock.NEVER;
            shard.timers.schedule(demise);
        }
        if (wasZombie) {
            zombies--;
            actor.endRequests(); // what its code has begun since
        } else {
            release(actor);
        }
        actor.releaseHeld();
        actor.releaseReply();
        ActorExit known = actor.stopExit;
        ActorExit exit = known == null ? exit(actor, wasKilled, escaped) : known;
        actor.exitReason = exit.reason();
        actor.hasEnded = true;
        if (actor.isErrand) {
            bury(actor);
        } else if (!wasZombie) {
            if (!waitsForDependents(actor, exit)) {
                try {
                    tellAll(actor, exit);
                } finally {
                    bury(actor);
                }
            }
        } else if (actor.isTold) { // otherwise those who gave it up are about to
            tell(actor, exit); // those who waited for its code
            bury(actor);
        }
    }

    /** Nothing of it is left to do. Once only: a zombie may end while somebody else is telling of it. */
    private void bury(Actor actor) {
        if (actors.at[actor.number] == actor) {
            actor.forgetCode();
            actors.remove(actor);
            actor.state = ActorState.ENDED;
        }
    }

    /** Frees an actor's names and tells everybody of its end. May wait, so the actor is in the table until it is done. */
    private void tellAll(Actor actor, ActorExit exit) {
        List<String> names = retire(actor);
        boolean isUnheard = tell(actor, exit) == 0;
        shard.hive.names.announce(names);
        if (exit.stillRunning()) {
            Hive.log(Level.WARNING, "actor " + exit.actor() + " of " + shard.hive
                    + " was killed and its code has not ended; it is a zombie until it does", null);
        }
        report(exit, isUnheard);
    }

    // ---- those who end with it ----

    /**
     * Ends those who are to end with an actor. Its own end is told when they have, so that whoever is told finds nothing of
     * it left; but they have only as long as it takes to give up two of them, one after the other.
     *
     * @return false if there are none
     */
    private boolean waitsForDependents(Actor actor, ActorExit exit) {
        Ties ties = actor.ties;
        if (ties == null || !ties.hasDependents()) {
            return false;
        }
        var farewell = new Farewell(actor, exit);
        ties.farewell = farewell;
        long graceNanos = shard.hive.killGraceNanos();
        farewell.wantedNanos = Clock.deadline(Clock.deadline(shard.clock.nanos(), graceNanos), graceNanos);
        shard.timers.schedule(farewell);
        actor.state = actor.hasEnded ? ActorState.ENDED : actor.state;
        ties.killDependents();
        return true;
    }

    /** One of those who end with an actor has ended. */
    void departed(Actor actor) {
        Ties ties = actor.ties;
        Farewell farewell = ties == null ? null : ties.farewell;
        if (ties != null && farewell != null && !ties.hasDependents()) {
            takeLeave(actor, farewell);
        }
    }

    /** Has an actor's end told that had to wait. At the base of the stack, or where an actor ends. */
    void takeLeave(Actor actor, Farewell farewell) {
        if (actor.ties != null) {
            actor.ties.farewell = null;
        }
        farewell.wantedNanos = Clock.NEVER;
        shard.timers.schedule(farewell);
        tellAside(actor, farewell.exit);
    }

    /** Tells of an end from where nobody may wait: names and logs may be locked by one of our own fibers. */
    private void tellAside(Actor actor, ActorExit exit) {
        shard.hive.errand(shard, context -> {
            boolean isOver = actor.hasEnded; // a zombie's code may have ended meanwhile
            try {
                tellAll(actor, isOver && exit.stillRunning() ? actor.pastExit() : exit);
            } finally {
                if (actor.hasEnded) {
                    if (!isOver) {
                        tell(actor, actor.pastExit()); // it has ended while we told that it had not
                    }
                    bury(actor);
                }
            }
        });
    }

    /** Takes from an actor what is known by a name. May wait. */
    private List<String> retire(Actor actor) {
        if (actor.ties != null) {
            actor.ties.closeReservedIds();
        }
        return shard.hive.names.retire(actor);
    }

    /** Tells those who want to know of an actor's end; how many. */
    @CanIgnoreReturnValue
    private int tell(Actor actor, ActorExit exit) {
        actor.isTold = true;
        int told = actor.ties == null ? 0 : actor.ties.end(exit);
        ReservedId seat = actor.id.seat;
        if (seat != null) {
            told += seat.vacate(actor, exit, shard);
        }
        actor.leaveParent();
        return told;
    }

    /** An actor was on its way to this shard, which has ended: there is none. May wait. */
    void refused(Actor actor) {
        actor.hasEnded = true;
        List<String> names = retire(actor);
        tell(actor, actor.pastExit());
        shard.hive.names.announce(names);
    }

    static ActorExit exit(Actor actor, boolean wasKilled, @Nullable Throwable escaped) {
        ExitReason own = actor.exitReason;
        if (own != null && actor.demise == null) {
            return new ActorExit(actor.id, own, null, false);
        } else if (wasKilled) {
            return new ActorExit(actor.id, ExitReason.KILLED, null, false);
        } else if (escaped == null) {
            return new ActorExit(actor.id, ExitReason.NORMAL, null, false);
        }
        ExitReason reason =
                escaped instanceof StackOverflowError ? ExitReason.STACK_OVERFLOW : ExitReason.CRASH;
        return new ActorExit(actor.id, reason, escaped, false);
    }

    /** What an actor has, but for its frames, the message it reads, and what is known by a name. */
    private void release(Actor actor) {
        turnSendersAway(actor);
        clearMailbox(actor);
        actor.isReleased = true;
        if (actor.ties != null) {
            actor.ties.expect(null);
        }
        actor.endRequests();
        actor.endTenancies();
        actor.forgetDeadlines();
        if (!actor.isErrand) {
            shard.hive.actorEnded();
        }
    }

    private void clearMailbox(Actor actor) {
        long before = undelivered;
        int index = actor.first;
        actor.forgetMailbox();
        Undelivered.Reason reason =
                isEnding ? Undelivered.Reason.CLOSING : Undelivered.Reason.RECEIVER_ENDED;
        while (index != Envelope.NONE) {
            Envelope message = shard.slots[index];
            index = message.next;
            undelivered(reason, message, actor);
        }
        int left = (int) (undelivered - before); // without news of the system's
        if (left > 0 && isEnding && undeliveredTo.size() < CloseReport.MOST_LISTED) {
            undeliveredTo.add(new UndeliveredTo(actor.id, left));
        }
    }

    /** A message that nobody will receive: its slot goes back, and who waits for its answer is told. */
    void undelivered(Undelivered.Reason reason, Envelope message, @Nullable Recipient target) {
        if (message.kind > Envelope.TIMER) {
            shard.system.taken(message);
            return;
        }
        undelivered++;
        if (target != null) {
            events(reason, message, target);
            MailboxRoom room = target.room;
            if (room != null && message.kind <= Envelope.REQUEST) {
                shard.giveRoomBack(room);
            }
        }
        Requests.refuse(message, AnswerRoom.TARGET_ENDED, shard);
        message.key = null;
        shard.release(message.index);
    }

    private void events(Undelivered.Reason reason, Envelope message, Recipient target) {
        if (!isOver) { // after that nobody would run to tell
            shard.events.undelivered(reason, message, target.id);
        }
    }

    /** Nobody can send to it any more: those who wait to do so are told. */
    private void turnSendersAway(Actor actor) {
        if (shard.pool.hasWaitersByNow()) {
            SendWaiter.wakeAll(shard.pool.closeWaitsFor(actor, shard), shard);
            SendWaiter.wakeAll(shard.pool.serve(shard), shard);
        }
        if (actor.room != null) {
            SendWaiter.wakeAll(actor.room.close(shard), shard);
        }
    }

    /** @param isUnheard nobody was told: a crash must not go unnoticed */
    private void report(ActorExit exit, boolean isUnheard) {
        FlightRecords.exits(shard, exit);
        shard.tallies.exited(exit);
        Throwable cause = exit.cause();
        if (cause != null && isUnheard) {
            Hive.log(Level.ERROR,
                    "actor " + exit.actor() + " of " + shard.hive + " ended: " + exit.reason(), cause);
        }
        try {
            shard.hive.config().listener().onExit(exit);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + shard.hive + " failed on the end of " + exit.actor(), e);
        }
    }

    // ---- killing ----

    /** Ends an actor that somebody has marked as gone. At the base of the stack, so it is not running. */
    void kill(Actor actor) {
        if (actor.state == ActorState.ENDED || actor.isEnding || actor.demise != null) {
            return;
        }
        turnSendersAway(actor);
        clearMailbox(actor);
        if (actor.state == ActorState.NEW) {
            if (actor.isStillborn) {
                actor.hasEnded = true;
                tell(actor, actor.pastExit());
            }
            return; // otherwise it ends when it arrives here
        }
        actor.demise = new Demise(actor);
        if (actor.ties != null) {
            actor.ties.killDependents(); // not when its code has ended: each level of a tree would cost a grace
        }
        switch (actor.state) {
            case ActorState.IDLE, ActorState.RECEIVING, ActorState.SLEEPING, ActorState.REQUESTING,
                    ActorState.AWAITING ->
                    shard.runQueue.add(actor);
            case ActorState.SENDING, ActorState.SELECTING -> {
                actor.leaveQueues();
                shard.runQueue.add(actor);
            }
            case ActorState.OFFLOADING -> {
                OffloadTask<?, ?> task = actor.offload;
                if (task != null) {
                    task.isDropped = true;
                    aside(task::cancel);
                }
                shard.runQueue.add(actor);
            }
            case ActorState.PARKED -> {
                resumes(actor);
                interrupt(actor);
            }
            case ActorState.READY -> {} // it goes on; should it park again, it is interrupted then
            default -> throw new IllegalStateException("killed at the base of the stack: " + actor);
        }
    }

    /** The code of a killed actor goes on, or stays where it is: from now on it has the grace to end. */
    void resumes(Actor actor) {
        Demise demise = actor.demise;
        if (demise != null && !actor.isEnding && !demise.isZombie && !demise.isWanted()) {
            demise.wantedNanos = Clock.deadline(shard.clock.nanos(), shard.hive.killGraceNanos());
            shard.timers.schedule(demise);
        }
    }

    /** A killed actor's handler is about to be stopped: it may wait within the grace, and is not interrupted for the kill. */
    void stops(Actor actor) {
        resumes(actor);
        Demise demise = actor.demise;
        if (demise != null) {
            demise.isInterrupted = true;
        }
    }

    /** Interrupts code, once, that waits for something of its own; its fiber is used for nothing else after that. */
    void interrupt(Actor actor) {
        Fiber fiber = actor.fiber;
        Demise demise = actor.demise;
        if (fiber != null && demise != null && !demise.isInterrupted && !actor.isEnding) {
            demise.isInterrupted = true;
            fiber.taint();
            aside(fiber.thread()::interrupt);
        }
    }

    /** Does what may have to wait, such as an interrupt that closes a socket, where it holds nobody up. */
    private void aside(Runnable work) {
        if (shard.hive.isSimulated()) {
            work.run();
        } else {
            Thread.startVirtualThread(work);
        }
    }

    /** The grace is over and the code has not ended. */
    void giveUp(Actor actor, Demise demise) {
        demise.isZombie = true;
        zombies++;
        release(actor);
        var exit = new ActorExit(actor.id, ExitReason.KILLED, null, true);
        if (!waitsForDependents(actor, exit)) {
            tellAside(actor, exit);
        }
    }

    // ---- closing ----

    /** Kills everybody, for the hive is closing; at the deadline it gives up on those whose code has not ended. */
    void endAll(long deadlineNanos) {
        isEnding = true;
        try {
            notAtRest = describeNotAtRest();
        } finally { // what the description took, and what kept the shard before, is not taken from the actors' time
            try {
                killAll();
            } finally { // not before any actor's own grace ends, which is when its mailbox is emptied and listed
                long unwindNanos = Clock.deadline(shard.clock.nanos(), shard.hive.killGraceNanos());
                lastDeadline.wantedNanos = Math.max(deadlineNanos, unwindNanos);
                shard.timers.schedule(lastDeadline);
            }
        }
    }

    private void killAll() {
        for (Actor actor : living()) {
            if (!actor.isErrand) {
                actor.setGone();
                kill(actor);
            }
        }
    }

    private List<NotAtRest> describeNotAtRest() {
        var found = new ArrayList<NotAtRest>();
        for (Actor actor : living()) {
            if (!actor.isErrand && !isAtRest(actor)) {
                ActorView view = ActorViews.of(actor);
                Fiber aside = actor.fiber;
                if (aside != null && found.size() < CloseReport.MOST_LISTED) { // a stack takes long
                    view = view.at(List.of(aside.thread().getStackTrace()));
                }
                found.add(new NotAtRest(actor.id, view.summary(shard.clock.nanos())));
            }
        }
        return List.copyOf(found);
    }

    private void abandonAll() {
        var left = new ArrayList<StuckActor>();
        for (Actor actor : living()) {
            if (actor.fiber != null) {
                left.add(new StuckActor(actor.id, List.of(actor.fiber.thread().getStackTrace())));
            }
        }
        stuck = List.copyOf(left);
        shard.abandon();
        for (Actor actor : living()) {
            if (actor.fiber != null) {
                actor.fiber.orphan();
            }
        }
    }

    private List<Actor> living() {
        var living = new ArrayList<Actor>(actors.size());
        for (int i = 0; i < actors.bound(); i++) {
            Actor actor = actors.at[i];
            if (actor != null) {
                living.add(actor);
            }
        }
        return living;
    }

    /** Whether the shard has nothing left to do, for good. */
    boolean isOver() {
        if (!isEnding || actors.size() > 0) {
            return false;
        }
        lastDeadline.wantedNanos = Clock.NEVER;
        shard.timers.schedule(lastDeadline);
        isOver = true;
        return true;
    }

    /** Whether nobody has a message to handle, or is in the middle of something. */
    boolean isAtRest() {
        for (Actor actor : living()) {
            if (!isAtRest(actor)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAtRest(Actor actor) {
        boolean rests = actor.state == ActorState.IDLE || actor.state == ActorState.RECEIVING;
        boolean waitsForOthers = // what it has is not what it waits for
                (actor.state == ActorState.SELECTING && actor.selection().isIdle())
                        || (actor.state == ActorState.AWAITING && actor.served().isIdle());
        return waitsForOthers || (rests && actor.first == Envelope.NONE);
    }

    // ---- for others to read ----

    int actors() {
        return actors.size() - zombies;
    }

    int zombies() {
        return zombies;
    }

    long undelivered() {
        return undelivered;
    }

    /** Complete once the shard has ended. */
    List<UndeliveredTo> undeliveredTo() {
        return shard.hasEnded() ? undeliveredTo : List.of();
    }

    /** Those that were not at rest when the actors were ended; null if they have not been. */
    @Nullable List<NotAtRest> notAtRest() {
        return notAtRest;
    }

    List<StuckActor> stuck() {
        return stuck;
    }

    /** Actors in a wait of ours. Owner only, or while the shard is known to stand still. */
    int waiting() {
        int count = 0;
        for (Actor actor : living()) {
            if (actor.isTimedWait() || actor.state == ActorState.OFFLOADING) {
                count++;
            }
        }
        return count;
    }
}
