package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Wait;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Tells of deadlocks, of each once, and acts as the policy says.
 *
 * <p><b>Threads:</b> any thread but a shard's own; under simulated time, the thread that runs it.
 */
final class DeadlockWatch {
    private final Hive hive;
    private final boolean isFailing;
    /** Which waits were told of, by the number of their actor; those that have ended are forgotten. Guarded by this. */
    private final Map<Long, Integer> told = new HashMap<>();

    private final LongAdder found = new LongAdder();

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
    boolean examine() {
        Set<Long> toldBefore = toldByNow();
        Surveyor.Finding finding = hive.surveyor.examine(
                false, diagnosis -> Surveyor.members(diagnosis).stream().filter(each -> !isTold(each)).toList());
        List<Deadlock> deadlocks = finding.diagnosis().deadlocks();
        boolean hasFailed = false;
        for (Deadlock deadlock : deadlocks) {
            tellOnce(deadlock);
            hasFailed |= isFailing && failLast(deadlock.members(), finding.look());
        }
        Surveyor.members(finding.diagnosis()).forEach(each -> toldBefore.remove(each.who().number()));
        forget(toldBefore);
        return hasFailed;
    }

    /** With no lock held while anybody else's code runs: a shard may be the one that tells. */
    void tellOnce(Deadlock deadlock) {
        if (!isNews(deadlock)) {
            return;
        }
        found.increment();
        FlightRecords.deadlock(deadlock);
        Hive.log(Level.WARNING, deadlock.toString(), null);
        try {
            hive.config().listener().onDeadlock(deadlock);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on a deadlock", e);
        }
    }

    private synchronized boolean isNews(Deadlock deadlock) {
        boolean isNews = !deadlock.members().stream().allMatch(this::isTold);
        deadlock.members().forEach(each -> told.put(each.who().number(), each.waitNumber()));
        return isNews;
    }

    private synchronized boolean isTold(ActorView member) {
        Integer wait = told.get(member.who().number());
        return wait != null && wait == member.waitNumber();
    }

    private synchronized Set<Long> toldByNow() {
        return new HashSet<>(told.keySet());
    }

    /** Those who have gone on. Not those whom a shard has told of meanwhile. */
    private synchronized void forget(Set<Long> goneOn) {
        told.keySet().removeAll(goneOn);
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

    /** How many there have been. */
    long found() {
        return found.sum();
    }
}
