package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.HiveSnapshot;
import io.hiveactor.runtime.fiber.Fiber;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One look at a hive, and a way back from what was seen to the actors. Not to be kept: it would keep them alive.
 *
 * @param snapshot what was seen
 * @param actors those in it, by their number
 * @param nanos how long the shards took for it, all together
 */
record Look(HiveSnapshot snapshot, Map<Long, Actor> actors, long nanos) {
    /** Where the code of an actor stands that was seen waiting; empty if it has gone on, or has none. */
    List<StackTraceElement> stackOf(ActorView view) {
        Actor actor = actors.get(view.identity().number());
        Fiber aside = actor == null ? null : actor.fiber;
        if (actor == null || aside == null) {
            return List.of();
        }
        StackTraceElement[] stack = aside.thread().getStackTrace();
        return isStillThere(actor, view, aside) ? List.of(stack) : List.of();
    }

    private static boolean isStillThere(Actor actor, ActorView view, @Nullable Fiber aside) {
        return actor.suspensions == view.waitNumber() && actor.fiber == aside;
    }
}
