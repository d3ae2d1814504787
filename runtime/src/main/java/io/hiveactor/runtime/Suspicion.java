package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.Wait;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a deadlock as it comes about: when a wait without a deadline begins, and all who could end it wait in their turn
 * for somebody who waits ... for the actor that begins it.
 *
 * <p><b>Threads:</b> owner only, the shard.
 */
final class Suspicion {
    /*
     * Those who could end a wait are followed, whoever could end theirs, and so on. If one of all these can go on, the
     * wait may end: the trail is cold. A wait for any message, for a channel or for a bus ends there as well, since anybody
     * at all may end it. It is part of a deadlock only when nobody is live, and then all shards sleep, which is looked at
     * as it happens. Who has the slots of the pool nobody knows without asking everybody: that is for the watchdog.
     *
     * Ordering: two of different shards who begin to wait for each other at the same moment may each see that the other one
     * runs. So who leaves its shard is followed once more when it has been set aside, with a fence between writing its own
     * state and reading the other's: then one of the two, at least, sees the other waiting. Nor is the watchdog asked before
     * that: it might look before there is anything to see.
     */
    private static final int MOST_FOLLOWED = 100;

    private final Shard shard;
    /** The one who begins to wait, then those who are followed. Empty but while it is looked. */
    private final @Nullable Actor[] followed = new Actor[MOST_FOLLOWED];

    private int count;
    private boolean leadsBack;
    private boolean isCold;
    private boolean leadsElsewhere;
    private boolean leadsToThePool;
    /** It is cold because of somebody of another shard, whose state may be out of date. */
    private boolean isColdElsewhere;

    Suspicion(Shard shard) {
        this.shard = shard;
    }

    /** What following a wait led to. */
    enum Trail {
        /** To somebody who can go on, as far as can be seen; or to others than the one who begins. */
        COLD,
        /** Back to where it began, and nowhere else. */
        CLOSED,
        /** To somebody of another shard who can go on, as far as can be seen: he may be about to wait as well. */
        UNSURE,
        /** To somebody of another shard who waits, too; or further than it was followed. */
        ELSEWHERE,
        /** To the message pool, whose slots anybody may have. */
        POOL
    }

    /** Follows the wait that an actor is about to begin. */
    Trail follow(Actor actor, int state) {
        search(actor, state);
        forget();
        if (isCold) {
            return isColdElsewhere ? Trail.UNSURE : Trail.COLD;
        } else if (leadsElsewhere) {
            return Trail.ELSEWHERE;
        } else if (leadsToThePool) {
            return Trail.POOL;
        }
        return leadsBack ? Trail.CLOSED : Trail.COLD;
    }

    private void search(Actor actor, int state) {
        leadsBack = false;
        isCold = false;
        leadsElsewhere = false;
        leadsToThePool = false;
        isColdElsewhere = false;
        count = 1;
        followed[0] = actor;
        followWait(actor, state);
        for (int i = 1; i < count && !isCold; i++) {
            Actor next = followed[i];
            if (next != null) {
                followWait(next, next.state);
            }
        }
    }

    private void forget() {
        Arrays.fill(followed, 0, count, null);
        count = 0;
    }

    private void followWait(Actor actor, int state) {
        switch (state) {
            case ActorState.SENDING -> followSend(actor.sendWaiter);
            case ActorState.REQUESTING -> followRequest(actor.requests().awaited);
            case ActorState.SELECTING -> actor.selection().follow(this);
            case ActorState.RECEIVING -> followSender(actor.ties == null ? null : actor.ties.expected());
            default -> isCold = true;
        }
    }

    private void followSend(@Nullable SendWaiter waiter) {
        ReservedId seat = waiter == null ? null : waiter.awaitedId;
        if (waiter == null) {
            isCold = true;
        } else if (seat != null) {
            follow(seat.owner());
            ActorId leaver = seat.leaver();
            if (leaver != null) {
                followSender(leaver);
            }
        } else if (waiter.awaitedRoom != null) {
            follow(waiter.target);
        } else {
            leadsToThePool = true;
        }
    }

    /** Whether somebody was met who can go on, so that it is enough. */
    boolean isCold() {
        return isCold;
    }

    /** The wait may end by an answer; by nothing known if null. */
    void followRequest(@Nullable AnswerRoom room) {
        follow(room == null ? null : room.owner);
    }

    /** The wait may end by a message of one sender; of anybody if null. */
    void followSender(@Nullable ActorId sender) {
        follow(sender == null ? null : sender.recipient);
    }

    private void follow(@Nullable Recipient next) {
        if (!(next instanceof Actor other)) {
            isCold = true;
        } else if (other == followed[0]) {
            leadsBack = true;
        } else if (!waits(other)) {
            isCold = true;
            isColdElsewhere = other.home != shard;
        } else if (other.home != shard) {
            leadsElsewhere = true;
        } else if (!isFollowed(other)) {
            if (count == MOST_FOLLOWED) {
                leadsElsewhere = true; // for who has the time
            } else {
                followed[count] = other;
                count++;
            }
        }
    }

    private static boolean waits(Actor other) {
        int state = other.state;
        return (state >= ActorState.SENDING || (state == ActorState.RECEIVING && other.ties != null)) && !other.isTimed();
    }

    private boolean isFollowed(Actor actor) {
        for (int i = 0; i < count; i++) {
            if (followed[i] == actor) {
                return true;
            }
        }
        return false;
    }

    // ---- once it waits ----

    /** Looks at those of a trail that leads back, at the base of the shard's stack. Everybody else counts as live. */
    void examine(Actor suspect) {
        try {
            Map<Long, Actor> actors = new HashMap<>();
            Deadlock found = deadlockOf(suspect, actors);
            if (found == null) {
                return;
            }
            DeadlockWatch watch = shard.hive.deadlockWatch();
            shard.hive.errand(shard, context -> watch.tellOnce(found));
            if (shard.hive.config().watch().onDeadlock() == DeadlockPolicy.FAIL) {
                fail(suspect, found, actors);
            }
        } catch (Throwable e) { // the shard goes on; the watchdog will find what there is
            shard.hive.errand(shard, context -> Hive.log(Level.ERROR, "a suspicion could not be examined", e));
        } finally {
            forget();
        }
    }

    private @Nullable Deadlock deadlockOf(Actor suspect, Map<Long, Actor> actors) {
        search(suspect, suspect.state);
        List<ActorView> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Actor member = followed[i];
            if (member != null) {
                members.add(ActorViews.of(member));
                actors.put(member.id.number(), member);
            }
        }
        List<ShardView> views = new ArrayList<>();
        for (Shard each : shard.hive.shards()) {
            views.add(ShardSurvey.incomplete(each, each == shard ? members : List.of()));
        }
        var look = new Look(shard.hive.snapshotOf(views, false), actors, 0);
        Deadlock found = Diagnosis.of(look.snapshot()).deadlocks().stream()
                .filter(each -> isMember(suspect, each)).findFirst().orElse(null);
        if (found == null) {
            return null;
        }
        Map<Long, List<StackTraceElement>> stacks = new HashMap<>();
        members.forEach(each -> stacks.put(each.identity().number(), look.stackOf(each)));
        return found.with(stacks);
    }

    /** Its trail may have led to those of another deadlock, though it can go on itself. */
    private static boolean isMember(Actor suspect, Deadlock deadlock) {
        return deadlock.members().stream().anyMatch(each -> each.identity().number() == suspect.id.number());
    }

    /** Ends the wait that closed the deadlock; one for news of another has no way to say so, and then the last before it. */
    private void fail(Actor suspect, Deadlock found, Map<Long, Actor> actors) {
        ActorView closing = ActorViews.of(suspect);
        ActorView ended = closing.waitsFor() instanceof Wait.Expected ? DeadlockWatch.lastOf(found.members()) : closing;
        Actor actor = ended == null ? null : actors.get(ended.identity().number());
        if (ended != null && actor != null) {
            new FailCommand(actor, ended).arrive(shard);
        }
    }
}
