package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.diagnosis.Who;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Tells of deadlocks, of each once, and acts as the policy says.
 *
 * <p><b>Threads:</b> any thread but a shard's own; under simulated time, the thread that runs it.
 */
final class DeadlockWatch {
    private static final int MOST_REMEMBERED = 10_000;
    private static final int MOST_PER_SECOND = 10;

    private final Hive hive;
    private final boolean isFailing;
    /** Which waits were told of, by the number of their actor; the oldest are forgotten. Guarded by this. */
    private final Map<Long, Integer> told = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /** The second in which so many were told. Guarded by this. */
    private long second = -1;

    private int toldInSecond;
    private final LongAdder found = new LongAdder();

    DeadlockWatch(Hive hive) {
        this.hive = hive;
        isFailing = hive.config().watch().onDeadlock() == DeadlockPolicy.FAIL;
    }

    /** What became of a search. */
    record Outcome(boolean hasFailed, long nanos) {}

    /** Looks for deadlocks. */
    @CanIgnoreReturnValue
    Outcome examine() {
        Surveyor.Finding finding = hive.surveyor.examine(
                false, diagnosis -> Surveyor.members(diagnosis).stream().filter(each -> !isTold(each)).toList());
        boolean hasFailed = false;
        for (Deadlock deadlock : finding.diagnosis().deadlocks()) {
            hasFailed |= isFailing && failLast(deadlock.members(), finding.look()); // first: a listener may take its time
            tellOnce(deadlock);
        }
        return new Outcome(hasFailed, finding.look().nanos());
    }

    /**
     * Tells of a deadlock. Of a known one that others have joined, the log names those. With no lock held while anybody
     * else's code runs: a shard may be the one that tells.
     */
    void tellOnce(Deadlock deadlock) {
        List<Who> newcomers = newcomers(deadlock);
        boolean isKnown = newcomers.size() < deadlock.members().size();
        if (newcomers.isEmpty() || isTooMany()) {
            return;
        }
        if (isKnown) {
            Hive.log(Level.WARNING, "because of a deadlock in " + hive + " that was reported, these never go on either: "
                    + newcomers, null);
            return;
        }
        FlightRecords.deadlock(deadlock);
        Hive.log(Level.WARNING, deadlock.toString(), null);
        try {
            hive.config().listener().onDeadlock(deadlock);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on a deadlock", e);
        }
    }

    private synchronized List<Who> newcomers(Deadlock deadlock) {
        List<Who> newcomers = deadlock.members().stream().filter(each -> !isTold(each)).map(ActorView::who).toList();
        deadlock.members().forEach(each -> told.put(each.who().number(), each.waitNumber()));
        if (newcomers.size() == deadlock.members().size()) {
            found.increment();
        }
        return newcomers;
    }

    private synchronized boolean isTold(ActorView member) {
        Integer wait = told.get(member.who().number());
        return wait != null && wait == member.waitNumber();
    }

    /** Somebody who runs into the same deadlock again and again must not fill the log. */
    private synchronized boolean isTooMany() {
        long now = hive.nowNanos() / 1_000_000_000;
        if (now != second) {
            second = now;
            toldInSecond = 0;
        }
        return ++toldInSecond > MOST_PER_SECOND;
    }

    /** Ends the wait that was begun last: it is the one that closed the deadlock. */
    private static boolean failLast(List<ActorView> members, Look look) {
        ActorView last = lastOf(members);
        Actor actor = last == null ? null : look.actors().get(last.who().number());
        if (last == null || actor == null) {
            return false;
        }
        actor.home.push(new FailCommand(actor, last));
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
