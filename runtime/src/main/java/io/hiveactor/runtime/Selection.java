package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.fiber.StackRoom;
import io.hiveactor.runtime.port.Explained;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How one actor receives selectively, and waits for any of several things; and in debug mode, what it has received.
 *
 * <p><b>Threads:</b> owner only, the actor's code and its shard.
 */
final class Selection {
    /*
     * Predicates, and the sources of others, are users' code, which may wait. Much can happen meanwhile: messages come and
     * go, the actor is killed. So whatever was looked at before such a call is looked at again after it: `inspected` tells
     * whether the message that a predicate was asked about is still there and the same, `suspensions` of the actor whether
     * anything can have come since the sources were looked at.
     */
    private static final int LOOK_AGAIN = -1;
    private static final int TIMED_OUT = -2;

    private final Actor actor;
    private final Shard home;
    private final ScanMarks marks = new ScanMarks();

    // what a wait is for
    private @Nullable MessageFilter wantedMessages;
    private Source @Nullable [] wantedSources;
    private @Nullable WakeUp wakeUp;

    private @Nullable Envelope selected;
    /** In debug mode, what the actor's code has of the message last received. */
    private @Nullable CheckedMessage checked;
    /** The message that a predicate is looking at. */
    private int inspected = Envelope.NONE;

    Selection(Actor actor) {
        this.actor = actor;
        home = actor.home;
    }

    // ---- what happens to the mailbox ----

    /** A message has left the mailbox. */
    void removed(int index, int before) {
        marks.removed(index, before);
        if (inspected == index) {
            inspected = Envelope.NONE;
        }
    }

    /** A message was replaced where it stands; every filter looks at the whole mailbox again. */
    void changed() {
        marks.lookAgain();
        inspected = Envelope.NONE; // whatever a predicate looks at, the mark before it has moved
    }

    /** The actor ends. */
    void forget() {
        changed();
        selected = null;
    }

    /** @throws IllegalStateException if a predicate is being asked */
    void refuseInspector() {
        if (inspected != Envelope.NONE) {
            throw new IllegalStateException("the predicate of a filter must not receive: " + actor.id);
        }
    }

    // ---- the calls ----

    @Nullable Message receive(MessageFilter filter, long deadlineNanos) {
        Objects.requireNonNull(filter, "filter");
        beginSelective();
        Envelope message = takeMatching(filter);
        while (message == null && deadlineNanos != 0) {
            wantedMessages = filter;
            try {
                home.await(actor, ActorState.SELECTING, actor.deadlineFor(deadlineNanos), deadlineNanos);
            } finally {
                wantedMessages = null;
            }
            boolean isLast = actor.timedOut; // the predicate may wait for something else
            message = takeMatching(filter);
            if (isLast) {
                break;
            }
        }
        if (message == null) {
            actor.hasPolled |= deadlineNanos == 0;
            return null;
        }
        return actor.shown(message);
    }

    int select(Source[] sources, long deadlineNanos) {
        for (Source source : sources) {
            Objects.requireNonNull(source, "source");
        }
        beginSelective();
        actor.hasPolled = true; // which of several is taken depends on which are there
        int ready = firstReady(sources);
        boolean isLast = deadlineNanos == 0;
        while (ready < 0 && !isLast) {
            ready = awaitAny(sources, deadlineNanos);
            isLast = ready == TIMED_OUT;
            ready = ready < 0 ? firstReady(sources) : ready;
        }
        return ready;
    }

    private void beginSelective() {
        actor.checkCaller();
        StackRoom.require();
        refuseInspector();
        if (--actor.allowance < 0 || --home.messagesLeft <= 0) {
            actor.yieldTurn();
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
     * @return the one that is ready, if that was seen on the way; otherwise why it looks again
     */
    private int awaitAny(Source[] sources, long deadlineNanos) {
        var ring = new WakeUp(actor);
        wakeUp = ring;
        int armed = 0;
        try {
            while (armed < sources.length) {
                armed++; // even if it fails half way
                sources[armed - 1].arm(ring);
            }
            int before = actor.suspensions;
            int ready = firstReady(sources); // what became so before it was armed, or while others were
            if (ready >= 0 || actor.suspensions != before) {
                return ready;
            }
            wakeUp = ring; // a source may have selected in its turn
            wantedSources = sources;
            home.await(actor, ActorState.SELECTING, actor.deadlineFor(deadlineNanos), deadlineNanos);
            return actor.timedOut ? TIMED_OUT : LOOK_AGAIN;
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

    /** The message that a filter matched in the last select. */
    Message takeSelected() {
        Envelope message = Objects.requireNonNull(selected, "nothing was selected");
        selected = null;
        return actor.shown(message);
    }

    /** Whether a message may end the selective wait that the actor is in. */
    boolean wants(Envelope message) {
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
        int mark = seen.markOf(filter);
        while (true) {
            int before = seen.at(mark);
            int index = before == Envelope.NONE ? actor.first : home.slots[before].next;
            if (index == Envelope.NONE) {
                return null;
            }
            Envelope message = home.slots[index];
            boolean isTaken = filter.fits(message);
            if (isTaken && filter.predicate() != null) {
                inspected = index;
                isTaken = accepts(filter.predicate(), message);
                if (actor.isGone()) {
                    throw ActorStopped.UNWIND; // killed meanwhile: nothing here is its own any more
                }
                if (inspected == Envelope.NONE) {
                    continue; // it has left the mailbox, or is another one, since the predicate was asked
                }
                inspected = Envelope.NONE;
                before = seen.at(mark); // what stood before it may have left, too
            }
            if (isTaken) {
                return actor.takeCarefully(index, before);
            }
            seen.moveTo(mark, index);
        }
    }

    private boolean accepts(Predicate<? super Message> predicate, Envelope message) {
        CheckedMessage copy = actor.home.isDebug ? new CheckedMessage(message) : null;
        boolean isDone = false;
        try {
            boolean accepts = predicate.test(copy == null ? message : copy);
            isDone = true;
            return accepts;
        } finally {
            if (copy != null) {
                copy.expire(); // it is another message's, or gone, as soon as the actor goes on
            }
            if (!isDone) {
                inspected = Envelope.NONE;
            }
        }
    }

    // ---- debug mode ----

    /** A message as the actor's code gets to see it, until the next one. */
    Message checked(Envelope message) {
        expire();
        var copy = new CheckedMessage(message);
        checked = copy;
        return copy;
    }

    void expire() {
        CheckedMessage copy = checked;
        if (copy != null) {
            copy.expire();
            checked = null;
        }
    }

    // ---- what others ask ----

    /** Whether the actor waits for more than messages, so that an answer may end its wait. */
    boolean hasSources() {
        return wantedSources != null;
    }

    boolean isRungBy(WakeUp ring) {
        return wakeUp == ring;
    }

    /** Whether all that the actor waits for is to be given something. */
    boolean isIdle() {
        Source[] several = wantedSources;
        if (several == null) {
            return true;
        }
        for (Source source : several) {
            Explained what = source.explained;
            if (!(source instanceof MessageFilter) && (what == null || !what.isIdle())) {
                return false;
            }
        }
        return true;
    }

    /** What it waits for. Owner only. */
    Wait waitsFor() {
        MessageFilter filter = wantedMessages;
        Source[] sources = wantedSources;
        if (filter != null) {
            return ActorViews.messages(filter);
        } else if (sources == null) {
            return new Wait.Nothing();
        }
        List<Wait> waits = new ArrayList<>();
        for (Source source : sources) {
            waits.add(waitFor(source));
        }
        return waits.size() == 1 ? waits.getFirst() : new Wait.FirstOf(waits);
    }

    private static Wait waitFor(Source source) {
        if (source instanceof MessageFilter filter) {
            return ActorViews.messages(filter);
        } else if (source.request != null) {
            return ActorViews.answer(source.request);
        } else if (source.explained != null) {
            return source.explained.explain();
        }
        return new Wait.Unknown("a " + source.getClass().getSimpleName()); // its toString() is user's code
    }

    /** Who could end the wait. What else there is to wait for than one sender or an answer, anybody may end. */
    void follow(Suspicion suspicion) {
        MessageFilter filter = wantedMessages;
        if (filter != null) {
            suspicion.followSender(filter.sender());
            return;
        }
        Source[] sources = wantedSources;
        if (sources == null) {
            suspicion.followSender(null);
            return;
        }
        for (int i = 0; i < sources.length && !suspicion.isCold(); i++) {
            Source source = sources[i];
            if (source instanceof MessageFilter one) {
                suspicion.followSender(one.sender());
            } else {
                suspicion.followRequest(source.request);
            }
        }
    }

    /** Whether a tick of one of the actor's timers may end its wait. */
    boolean hearsTicks() {
        MessageFilter filter = wantedMessages;
        if (filter != null) {
            return filter.mayTakeTicksOf(actor);
        }
        for (Source source : wantedSources == null ? new Source[0] : wantedSources) {
            if (source instanceof MessageFilter one && one.mayTakeTicksOf(actor)) {
                return true;
            }
        }
        return false;
    }

    /** What it waits for, in words; from another shard, roughly. */
    String describe() {
        MessageFilter filter = wantedMessages;
        Source[] sources = wantedSources;
        if (filter != null) {
            return filter.toString();
        }
        return sources == null ? "" : "any of " + sources.length + " sources";
    }
}
