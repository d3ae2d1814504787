package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Wait;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells of deadlocks, of each once, and acts as the policy says.
 *
 * <p><b>Threads:</b> any thread but a shard's own; under simulated time, the thread that runs it.
 */
final class DeadlockWatch {
    private final Hive hive;
    private final boolean isFailing;
    /** Which waits were told of, by the number of their actor; those that have ended are forgotten. */
    private Map<Long, Integer> told = new HashMap<>();

    private long found;

    DeadlockWatch(Hive hive) {
        this.hive = hive;
        isFailing = hive.config().watch().onDeadlock() == DeadlockPolicy.FAIL;
    }

    /**
     * Looks for deadlocks.
     *
     * @return whether a wait was ended, so that somebody can go on
     */
    @CanIgnoreReturnValue
    synchronized boolean examine() {
        Surveyor.Finding finding = hive.surveyor.examine(
                false, diagnosis -> Surveyor.members(diagnosis).stream().filter(each -> !isTold(each)).toList());
        Map<Long, Integer> stuck = new HashMap<>();
        boolean hasFailed = false;
        for (Deadlock deadlock : finding.diagnosis().deadlocks()) {
            if (!deadlock.members().stream().allMatch(this::isTold)) {
                tell(deadlock);
            }
            deadlock.members().forEach(each -> stuck.put(each.who().number(), each.waitNumber()));
            hasFailed |= isFailing && failLast(deadlock.members(), finding.look());
        }
        told = stuck;
        return hasFailed;
    }

    /** A shard has found one by itself. */
    synchronized void tellOnce(Deadlock deadlock) {
        if (!deadlock.members().stream().allMatch(this::isTold)) {
            tell(deadlock);
            deadlock.members().forEach(each -> told.put(each.who().number(), each.waitNumber()));
        }
    }

    private boolean isTold(ActorView member) {
        Integer wait = told.get(member.who().number());
        return wait != null && wait == member.waitNumber();
    }

    private void tell(Deadlock deadlock) {
        found++;
        Hive.log(Level.WARNING, deadlock.toString(), null);
        try {
            hive.config().listener().onDeadlock(deadlock);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on a deadlock", e);
        }
    }

    /** Ends the wait that was begun last: it is the one that closed the deadlock. */
    private static boolean failLast(List<ActorView> members, Look look) {
        ActorView last = lastOf(members);
        Actor actor = last == null ? null : look.actors().get(last.who().number());
        if (last == null || actor == null) {
            return false;
        }
        actor.home.push(new FailCommand(actor, last.waitNumber()));
        return true;
    }

    /** Null if there is none to end: a thread outside, or a receive of any message. */
    static @Nullable ActorView lastOf(List<ActorView> members) {
        return members.stream().filter(each -> each.shard() >= 0 && !(each.waitsFor() instanceof Wait.Expected))
                .max(Comparator.comparingLong(ActorView::sinceNanos).thenComparingLong(each -> each.who().number()))
                .orElse(null);
    }

    /** How many there have been. About, for other threads. */
    long found() {
        return found;
    }
}
