package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Diagnosis;
import io.hiveactor.runtime.diagnosis.ShardView;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a deadlock inside one shard as it comes about: when a wait without a deadline begins whose target waits for somebody
 * who waits ... for the actor that begins it.
 *
 * <p><b>Threads:</b> owner only, the shard.
 */
final class Suspicion {
    private static final int MOST_STEPS = 100;

    private Suspicion() {}

    /** What following a wait from one actor to the next led to. */
    enum Trail {
        /** To somebody who can go on, as far as can be seen. */
        COLD,
        /** Back to where it began. */
        CLOSED,
        /** To somebody on another shard who waits, too. */
        ELSEWHERE
    }

    /** Follows the wait that an actor is about to begin. */
    static Trail follow(Actor actor, int state) {
        Recipient next = targetOf(actor, state);
        for (int i = 0; i < MOST_STEPS && next instanceof Actor other; i++) {
            if (other == actor) {
                return Trail.CLOSED;
            } else if (other.state < ActorState.SENDING || other.isTimed()) {
                return Trail.COLD; // of another shard, perhaps no more
            } else if (other.home != actor.home) {
                return Trail.ELSEWHERE;
            }
            next = targetOf(other, other.state);
        }
        return Trail.COLD; // for any of several: to look at all of them is for who has the time
    }

    /** The one whom a wait is for; null if it is for any of several. */
    private static @Nullable Recipient targetOf(Actor actor, int state) {
        SendWaiter sending = actor.sendWaiter;
        if (state == ActorState.SENDING && sending != null) {
            return sending.awaitedRoom == null ? null : sending.target;
        } else if (state == ActorState.REQUESTING) {
            AnswerRoom room = actor.requests().awaited;
            return room == null ? null : room.owner;
        }
        ActorId sender = state == ActorState.SELECTING ? actor.selection().soleSender() : null;
        return sender == null ? null : sender.recipient;
    }

    /** Looks at those of a trail that leads back, at the base of the shard's stack. Everybody else counts as live. */
    static void examine(Shard shard, Actor suspect) {
        try {
            Deadlock found = deadlockOf(shard, suspect);
            if (found == null) {
                return;
            }
            DeadlockWatch watch = shard.hive.deadlockWatch();
            shard.hive.errand(shard, context -> watch.tellOnce(found));
            if (shard.hive.config().watch().onDeadlock() == DeadlockPolicy.FAIL) {
                new FailCommand(suspect, ActorViews.of(suspect)).arrive(shard);
            }
        } catch (Throwable e) { // the shard goes on; the watchdog will find what there is
            shard.hive.errand(shard, context -> Hive.log(Level.ERROR, "a suspicion could not be examined", e));
        }
    }

    private static @Nullable Deadlock deadlockOf(Shard shard, Actor suspect) {
        List<ActorView> members = new ArrayList<>();
        Map<Long, Actor> actors = new HashMap<>();
        Recipient next = suspect;
        while (members.size() < MOST_STEPS && next instanceof Actor member && !actors.containsKey(member.id.number())) {
            members.add(ActorViews.of(member));
            actors.put(member.id.number(), member);
            next = targetOf(member, member.state);
        }
        List<ShardView> views = new ArrayList<>();
        for (Shard each : shard.hive.shards()) {
            views.add(ShardSurvey.incomplete(each, each == shard ? members : List.of()));
        }
        var look = new Look(shard.hive.snapshotOf(views, false), actors, 0);
        List<Deadlock> found = Diagnosis.of(look.snapshot()).deadlocks();
        if (found.isEmpty()) {
            return null;
        }
        Map<Long, List<StackTraceElement>> stacks = new HashMap<>();
        members.forEach(each -> stacks.put(each.who().number(), look.stackOf(each)));
        return found.getFirst().with(stacks);
    }
}
