package io.hiveactor.testkit;

import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.supervision.Restart;
import io.hiveactor.runtime.supervision.Strategy;
import io.hiveactor.testkit.RandomTree.Node;
import io.hiveactor.testkit.RandomTree.SupervisorPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one life of a supervisor has to do, told from what is seen of its children: their starts and their ends. It knows
 * nothing of how supervisors are made.
 */
final class SupervisorModel {
    /*
     * idle -> busy, while it stops those whom a restart concerns -> idle, with some who are to be started -> ...
     * After the order to stop, which cannot be seen, only this is known: nobody is started any more, and who is stopped is
     * stopped in reverse.
     */
    /** More than a few children that hang take to be stopped, one after the other. */
    private static final long LONGEST_STOP = 10_000_000_000L;

    private record Ended(int child, ExitReason reason) {}

    private final RandomTree tree;
    private final SupervisorPlan plan;
    /** The supervisor above; null for the root. */
    private final SupervisorModel above;
    private final Set<Integer> up = new HashSet<>();
    private final TreeSet<Integer> toStart = new TreeSet<>();
    private final Set<Integer> concerned = new HashSet<>();
    private final Queue<Ended> later = new ArrayDeque<>();
    private final List<Long> restarts = new ArrayList<>();
    private final Map<Integer, Long> failedNanos = new HashMap<>();

    private boolean isBusy;
    private boolean isStopping;
    private boolean isOver;
    private long tooManyNanos = Long.MAX_VALUE;
    private int lastStopped = Integer.MAX_VALUE;
    /**
     * When it had stopped those whom a restart concerns, and others had ended meanwhile; -1 for never. Whether it acts on
     * those first depends on whether it has been told of them already, which cannot be seen: what it does next tells.
     */
    private long undecidedNanos = -1;
    /** When the last of those who start together was started, and whether there are more of them. */
    private long batchNanos = -1;

    SupervisorModel(RandomTree tree, SupervisorPlan plan, SupervisorModel above) {
        this.tree = tree;
        this.plan = plan;
        this.above = above;
        plan.children.forEach(child -> toStart.add(child.index));
    }

    private boolean isOneByOne() {
        return plan.strategy == Strategy.ONE_FOR_ONE;
    }

    private boolean concerns(int child, int ended) {
        return switch (plan.strategy) {
            case ONE_FOR_ONE -> child == ended;
            case ONE_FOR_ALL -> true;
            case REST_FOR_ONE -> child >= ended;
        };
    }

    private Restart restartOf(int child) {
        return plan.children.get(child).restart;
    }

    private static boolean wants(Restart restart, ExitReason reason) {
        return switch (restart) {
            case PERMANENT -> true;
            case TRANSIENT -> !reason.equals(ExitReason.NORMAL);
            case TEMPORARY -> false;
        };
    }

    // ---- starts ----

    void started(Node child, long nowNanos) {
        mayStart(child, nowNanos);
        toStart.remove(child.index);
        up.add(child.index);
        lastStopped = Integer.MAX_VALUE;
        if (toStart.isEmpty()) {
            batchNanos = -1;
            actOnLater(nowNanos);
        }
    }

    void startFailed(Node child, long nowNanos) {
        mayStart(child, nowNanos);
        toStart.remove(child.index);
        batchNanos = -1;
        failedNanos.put(child.index, nowNanos);
        later.add(new Ended(child.index, ExitReason.CRASH));
        actOnLater(nowNanos);
    }

    private void decide() {
        if (undecidedNanos >= 0) {
            long atNanos = undecidedNanos;
            undecidedNanos = -1;
            actOnLater(atNanos);
        }
    }

    private void mayStart(Node child, long nowNanos) {
        String which = child + " of " + plan.strategy;
        boolean isNext = isOneByOne() ? toStart.contains(child.index) : !toStart.isEmpty() && toStart.first() == child.index;
        if (!isNext) {
            decide();
        }
        undecidedNanos = -1;
        tree.require(!isOver && !isStopping && !isBusy, which + " is started by one who stops");
        // those of one round start together, and only then it is acted on one that could not be started
        tree.require(nowNanos < tooManyNanos || (isOneByOne() && nowNanos == tooManyNanos),
                which + " is started after too many restarts");
        tree.require(toStart.contains(child.index), which + " is not to be started");
        if (!isOneByOne()) {
            tree.require(toStart.first() == child.index, which + " is started out of order: " + toStart);
            tree.require(batchNanos >= 0 || up.stream().noneMatch(toStart::contains), which + " is started, and some are up");
            tree.require(batchNanos < 0 || batchNanos == nowNanos, which + " is started later than those before it");
            batchNanos = nowNanos;
        } else if (!plan.hasPauses()) {
            for (int before : toStart.headSet(child.index)) {
                tree.require(isHeldUp(before, nowNanos), which + " is started before " + before);
            }
        }
    }

    private boolean isHeldUp(int child, long nowNanos) {
        return plan.children.get(child).isHeldUpByZombie() || failedNanos.getOrDefault(child, -1L) == nowNanos;
    }

    // ---- ends ----

    void ended(Node child, ExitReason reason, boolean wasStopped, long nowNanos) {
        if (isOver) {
            return;
        }
        if (wasStopped && !(isBusy && concerned.contains(child.index))) {
            decide();
        }
        up.remove(child.index);
        boolean isConcerned = isBusy && concerned.contains(child.index);
        if (wasStopped) {
            if (!child.lives.getLast().isZombie) { // their news takes a way of its own
                tree.require(child.index < lastStopped, child + " is stopped after " + lastStopped);
                lastStopped = child.index;
            }
            isStopping |= !isConcerned;
        }
        if (isStopping) {
            return;
        }
        if (!isConcerned) {
            later.add(new Ended(child.index, reason));
        }
        if (isBusy) {
            endBusyIfAllAreDown(nowNanos);
        } else {
            actOnLater(nowNanos);
        }
    }

    private void actOnLater(long nowNanos) {
        while (!isBusy && !later.isEmpty()) {
            Ended next = later.remove();
            act(next.child, next.reason, nowNanos);
        }
    }

    private void act(int child, ExitReason reason, long nowNanos) {
        if (!wants(restartOf(child), reason) || tooManyNanos != Long.MAX_VALUE) {
            return;
        }
        long count = restarts.stream().filter(time -> nowNanos - time <= plan.period.toNanos()).count();
        if (plan.most > 0 && count >= plan.most) {
            tooManyNanos = nowNanos;
            tree.note("too many of " + plan.children);
            return;
        }
        restarts.add(nowNanos);
        concerned.clear();
        for (int other = 0; other < plan.children.size(); other++) {
            int index = other;
            boolean hasCrashed = later.removeIf(ended -> ended.child == index && concerns(index, /* ended= */ child)
                    && wants(restartOf(index), ended.reason));
            if (concerns(other, /* ended= */ child) && (other == child || up.contains(other) || toStart.contains(other) || hasCrashed)) {
                concerned.add(other);
            }
        }
        isBusy = true;
        endBusyIfAllAreDown(nowNanos);
    }

    private void endBusyIfAllAreDown(long nowNanos) {
        if (concerned.stream().anyMatch(up::contains)) {
            return;
        }
        isBusy = false;
        for (int child : concerned) {
            if (restartOf(child) != Restart.TEMPORARY) {
                toStart.add(child);
            } else {
                toStart.remove(child);
            }
        }
        batchNanos = -1;
        boolean startsFirst = !plan.hasPauses() && !toStart.isEmpty()
                && toStart.stream().noneMatch(child -> plan.children.get(child).isHeldUpByZombie());
        if (!startsFirst) {
            actOnLater(nowNanos);
        } else if (!later.isEmpty()) {
            undecidedNanos = nowNanos;
        }
    }

    // ---- its end ----

    /** Whether it is, or belongs to, another one. */
    boolean isBelow(SupervisorModel other) {
        return this == other || (above != null && above.isBelow(other));
    }

    /** It does nothing any more; its children end before its own end is told. */
    void killed() {
        isOver = true;
    }

    void over(boolean hadTooMany, boolean byItself) {
        decide();
        tree.require(!hadTooMany || tooManyNanos != Long.MAX_VALUE, "ended for too many restarts, and had " + restarts
                + " of " + plan.most + " in " + plan.period);
        tree.require(!byItself || up.isEmpty(), "ended before its children " + up);
        isOver = true;
    }

    /** It lives, and nobody can run. */
    void atRest(long nowNanos) {
        decide();
        if (isStopping || isBusy || mayHaveBeenAsked()) {
            return; // it waits for somebody who hangs
        }
        if (tooManyNanos != Long.MAX_VALUE) {
            tree.require(!up.isEmpty() && nowNanos - tooManyNanos < LONGEST_STOP,
                    "lives on after too many restarts at " + tooManyNanos);
            return;
        }
        boolean isHeldUp = plan.hasPauses() || toStart.stream().anyMatch(child -> plan.children.get(child).isHeldUpByZombie());
        tree.require(toStart.isEmpty() || isHeldUp, "has not started " + toStart);
    }

    /** Whether somebody above stops children, and may have asked this one. */
    private boolean mayHaveBeenAsked() {
        for (SupervisorModel one = above; one != null; one = one.above) {
            if (one.isOver || one.isStopping || one.isBusy || one.tooManyNanos != Long.MAX_VALUE) {
                return true;
            }
        }
        return false;
    }
}
