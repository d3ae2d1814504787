package io.hiveactor.runtime;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.hiveactor.runtime.diagnosis.ActorView;
import io.hiveactor.runtime.diagnosis.Deadlock;
import io.hiveactor.runtime.diagnosis.Identity;
import io.hiveactor.runtime.diagnosis.ShardView;
import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.time.Clock;
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
    /*
     * A mark says of an actor's wait that it was counted, and whether it was told. Those who are still stuck are marked
     * again with each search, so that the oldest marks, which are forgotten, are of waits that have ended. What would be
     * one too many for a second stays untold, and the next second brings another search.
     */
    private static final int MOST_REMEMBERED = 10_000;
    private static final int MOST_PER_SECOND = 10;
    private static final long SECOND_NANOS = 1_000_000_000;

    private final Hive hive;
    private final boolean isFailing;
    /** By the number of the actor. Guarded by this. */
    private final Map<Long, Mark> marks = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Mark> eldest) {
            return size() > MOST_REMEMBERED + stuck;
        }
    };

    /** How many were stuck at the last search, who must not be forgotten. Guarded by this. */
    private int stuck;

    /** The second in which so many were told. Guarded by this. */
    private long second = -1;

    private int toldInSecond;
    /** When those are to be told who were too many. Guarded by this. */
    private long owedFromNanos = Clock.NEVER;

    private final LongAdder found = new LongAdder();

    private record Mark(int waitNumber, boolean isTold) {}

    private record Telling(News news, List<Identity> newcomers) {}

    /** What is to be told of a deadlock. */
    private enum News {
        NONE,
        OTHERS_HAVE_JOINED,
        IT_IS_NEW,
        /** Nobody was told so in this second. */
        THERE_ARE_TOO_MANY
    }

    DeadlockWatch(Hive hive) {
        this.hive = hive;
        isFailing = hive.config().watch().onDeadlock() == DeadlockPolicy.FAIL;
    }

    /**
     * What became of a search.
     *
     * @param hasFailed a wait was ended
     * @param isComplete every shard has answered
     * @param nanos how long the shards took for it, all together
     */
    record Outcome(boolean hasFailed, boolean isComplete, long nanos) {}

    /** Looks for deadlocks, if anybody waits so that there may be one. */
    @CanIgnoreReturnValue
    Outcome examine() {
        return examine(() -> {});
    }

    /** @param meanwhile done again and again while a shard does not answer */
    Outcome examine(Runnable meanwhile) {
        owesNothing();
        if (!hive.hasEndlessWaits()) {
            return new Outcome(false, true, 0);
        }
        Surveyor.Finding finding = hive.surveyor.examine(false, meanwhile,
                diagnosis -> Surveyor.members(diagnosis).stream().filter(each -> !isTold(each)).toList());
        boolean hasFailed = false;
        for (Deadlock deadlock : finding.diagnosis().deadlocks()) { // first: a listener may take its time
            hasFailed |= isFailing && failLast(deadlock.members(), finding.look());
        }
        tellAll(finding.diagnosis().deadlocks());
        boolean isComplete = finding.diagnosis().snapshot().shards().stream().noneMatch(ShardView::isMissing);
        return new Outcome(hasFailed, isComplete, finding.nanos());
    }

    /** Tells of all deadlocks that there are. */
    void tellAll(List<Deadlock> deadlocks) {
        remember(deadlocks.stream().mapToInt(deadlock -> deadlock.members().size()).sum());
        deadlocks.forEach(this::tellOnce);
    }

    /**
     * Tells of a deadlock. Of a known one that others have joined, the log names those. With no lock held while anybody
     * else's code runs: a shard may be the one that tells.
     */
    void tellOnce(Deadlock deadlock) {
        Telling telling = mark(deadlock);
        switch (telling.news) {
            case NONE -> {}
            case OTHERS_HAVE_JOINED -> Hive.log(Level.WARNING, "because of a deadlock in " + hive
                    + " that was reported, these can never continue either: " + telling.newcomers, null);
            case IT_IS_NEW -> tell(deadlock);
            case THERE_ARE_TOO_MANY -> Hive.log(Level.WARNING, "more than " + MOST_PER_SECOND + " deadlocks in one second in "
                    + hive + ": those that last are reported later", null);
        }
    }

    private void tell(Deadlock deadlock) {
        FlightRecords.deadlock(deadlock);
        Hive.log(Level.WARNING, deadlock.toString(), null);
        try {
            hive.config().listener().onDeadlock(deadlock);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on a deadlock", e);
        }
    }

    /** Counts a deadlock, and takes note of what its caller then tells, so that nobody else does. */
    private synchronized Telling mark(Deadlock deadlock) {
        List<ActorView> members = deadlock.members();
        if (members.stream().allMatch(each -> markOf(each) == null)) {
            found.increment();
        }
        List<Identity> newcomers = members.stream().filter(each -> !isTold(each)).map(ActorView::identity).toList();
        News news = newsOf(newcomers.size(), members.size());
        boolean isToldNow = news == News.OTHERS_HAVE_JOINED || news == News.IT_IS_NEW;
        for (ActorView each : members) {
            var mark = new Mark(each.waitNumber(), isToldNow || isTold(each));
            marks.remove(each.identity().number()); // to be the youngest
            marks.put(each.identity().number(), mark);
        }
        return new Telling(news, newcomers);
    }

    private News newsOf(int newcomers, int members) {
        if (newcomers == 0) {
            return News.NONE;
        } else if (!isTooMany()) {
            return newcomers < members ? News.OTHERS_HAVE_JOINED : News.IT_IS_NEW;
        }
        owedFromNanos = (second + 1) * SECOND_NANOS;
        return toldInSecond == MOST_PER_SECOND + 1 ? News.THERE_ARE_TOO_MANY : News.NONE;
    }

    private synchronized boolean isTold(ActorView member) {
        Mark mark = markOf(member);
        return mark != null && mark.isTold;
    }

    private @Nullable Mark markOf(ActorView member) {
        Mark mark = marks.get(member.identity().number());
        return mark == null || mark.waitNumber != member.waitNumber() ? null : mark;
    }

    private synchronized void remember(int members) {
        stuck = members;
    }

    private synchronized void owesNothing() {
        owedFromNanos = Clock.NEVER;
    }

    /** When there is to be another search, for those who were too many to be told at once; never if there were none. */
    synchronized long owedFromNanos() {
        return owedFromNanos;
    }

    /** Somebody who runs into the same deadlock again and again must not fill the log. */
    private boolean isTooMany() {
        long now = Math.floorDiv(hive.nowNanos(), SECOND_NANOS);
        if (now != second) {
            second = now;
            toldInSecond = 0;
        }
        return ++toldInSecond > MOST_PER_SECOND;
    }

    /** Ends the wait that was begun last: it is the one that closed the deadlock. */
    private static boolean failLast(List<ActorView> members, Look look) {
        ActorView last = lastOf(members);
        Actor actor = last == null ? null : look.actors().get(last.identity().number());
        if (last == null || actor == null) {
            return false;
        }
        actor.home.push(new FailCommand(actor, last));
        return true;
    }

    /** Null if there is none to end: a thread outside, or a receive of any message. */
    static @Nullable ActorView lastOf(List<ActorView> members) {
        return members.stream().filter(each -> each.shard() >= 0 && !(each.waitsFor() instanceof Wait.Expected))
                .max(Comparator.comparingLong(ActorView::sinceNanos).thenComparingLong(each -> each.identity().number()))
                .orElse(null);
    }

    /** How many there have been. */
    long found() {
        return found.sum();
    }
}
