package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Received;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * One life of a supervisor.
 *
 * <p><b>Threads:</b> owner only, the supervisor's code.
 */
final class Supervision {
    /*
     * A supervisor waits in one place only, receive(), and acts on one end at a time. What else it is told while it waits
     * for a child to stop is kept in `ends` and acted on afterwards; there is at most one end per child.
     *
     * A restart is: mark all whom it concerns as wanted, stop those of them who live, and start the wanted as soon as
     * nothing stands against it: a zombie, or the back-off. Only ONE_FOR_ONE starts them one by one; otherwise all wait for
     * the last, because their order counts.
     */
    private static final System.Logger LOG = System.getLogger("io.hiveactor.runtime.supervision");
    /** How often a child is asked to stop whose mailbox, or the pool, has no room for the order. */
    private static final long ASK_AGAIN_NANOS = 10_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final SupervisorSpec spec;
    private final ActorContext context;
    private final List<Child> children = new ArrayList<>();
    private final Queue<End> ends = new ArrayDeque<>();
    private final RestartWindow window;
    private final SplittableRandom random;
    private boolean isStopOrdered;

    /** The end of a child that was not acted on yet. */
    private record End(Child child, ActorExit exit) {}

    Supervision(SupervisorSpec spec, ActorContext context) {
        this.spec = spec;
        this.context = context;
        window = new RestartWindow(spec.maxRestarts(), nanos(spec.period()));
        random = new SplittableRandom(context.self().number() * 31 + context.nowNanos());
        for (ChildSpec child : spec.children()) {
            children.add(new Child(child, children.size(), context));
        }
    }

    void run() {
        startReady();
        while (!isStopOrdered) {
            End end = ends.poll();
            if (end != null) {
                ended(end.child, end.exit);
            } else {
                receive(nextStart());
                startReady();
            }
        }
        shutDown();
    }

    // ---- ends ----

    private void ended(Child child, ActorExit exit) {
        if (!child.spec.restart().wants(exit.reason())) {
            log(child, exit, "; it is not started again");
            child.retire();
            return;
        }
        if (!window.admits(context.nowNanos())) {
            shutDown();
            throw new RestartsExceededException("more than " + spec.maxRestarts() + " restarts within " + spec.period()
                    + "; the last to end was " + child.spec.name() + ": " + exit.reason(), exit.cause());
        }
        log(child, exit, "; it is started again");
        restart(child);
    }

    /** Whoever is monitored crashes in silence: so the one who monitors says it. */
    private void log(Child child, ActorExit exit, String consequence) {
        Level level = exit.reason().equals(ExitReason.NORMAL) ? Level.DEBUG : Level.WARNING;
        if (LOG.isLoggable(level)) {
            LOG.log(level, "child " + child.spec.name() + " of " + context.self() + " ended: " + exit.reason()
                    + consequence, exit.cause());
        }
    }

    private void restart(Child ended) {
        long pauseNanos = pause(ended);
        List<Child> concerned = children.stream()
                .filter(child -> spec.strategy().concerns(child.index, ended.index))
                .filter(child -> child == ended || child.isUp || child.isWanted || hasCrashed(child))
                .toList();
        for (Child child : concerned.reversed()) {
            stop(child);
        }
        for (Child child : concerned) {
            if (child.spec.restart() == Restart.TEMPORARY) {
                child.retire();
            } else {
                child.isWanted = true;
                child.notBeforeNanos = context.nowNanos() + pauseNanos;
            }
        }
        startReady();
    }

    /** Whether it has ended too, has to be started again, and nobody acted on it yet. */
    private boolean hasCrashed(Child child) {
        return ends.stream().anyMatch(end ->
                end.child == child && child.spec.restart().wants(end.exit.reason()));
    }

    private long pause(Child child) {
        if (context.nowNanos() - child.startedNanos >= spec.backoff().most().toNanos()) {
            child.restarts = 0;
        }
        return spec.backoff().nanos(child.restarts++, random);
    }

    // ---- starting ----

    /** Starts, in their order, those who are wanted and whom nothing stands against. */
    private void startReady() {
        long nowNanos = context.nowNanos();
        boolean oneByOne = spec.strategy() == Strategy.ONE_FOR_ONE;
        List<Child> wanted = children.stream().filter(child -> child.isWanted).toList();
        List<Child> ready = wanted.stream().filter(child -> child.isReady(nowNanos)).toList();
        if (ready.isEmpty() || (!oneByOne && ready.size() < wanted.size()) || isStopOrdered) {
            return;
        }
        for (Child child : ready) {
            child.takeSeat(); // so that each is told the ids of all
        }
        for (Child child : ready) {
            if (!start(child) && !oneByOne) {
                return; // those behind it start with it, when it is started again
            }
        }
    }

    private boolean start(Child child) {
        try {
            child.start(siblingsOf(child));
            return true;
        } catch (Throwable e) { // it is acted on as the child's crash
            ActorId id = child.id();
            child.leaveSeat();
            ends.add(new End(child, new ActorExit(id, ExitReason.CRASH, e, false)));
            return false;
        }
    }

    private Siblings siblingsOf(Child child) {
        Map<String, ActorId> ids = new LinkedHashMap<>();
        for (Child other : children) {
            if (other != child && other.hasSeat()) {
                ids.put(other.spec.name(), other.id());
            }
        }
        return new Siblings(ids);
    }

    /** When the next one is to be started, if that is a matter of time. */
    private long nextStart() {
        long next = NEVER;
        for (Child child : children) {
            if (child.isWanted && child.zombie == 0 && child.notBeforeNanos > context.nowNanos()) {
                next = Math.min(next, child.notBeforeNanos);
            }
        }
        return next;
    }

    // ---- stopping ----

    private void shutDown() {
        isStopOrdered = true;
        for (Child child : children.reversed()) {
            stop(child);
            child.retire();
        }
        spec.shutdownHook().run();
    }

    /** Stops a child that lives, and waits until it has ended. */
    private void stop(Child child) {
        Stop how = child.spec.stop();
        if (child.isUp && how.order() != null) {
            ask(child, how);
        }
        if (child.isUp) {
            context.kill(child.id());
        }
        while (child.isUp) {
            receive(NEVER);
        }
        ends.removeIf(end -> end.child == child); // it was to end
    }

    private void ask(Child child, Stop how) {
        Object order = how.order();
        if (order == null) {
            return;
        }
        long deadlineNanos = how.deadline() == null ? NEVER : later(nanos(how.deadline()));
        boolean isAsked = false;
        while (child.isUp && context.nowNanos() < deadlineNanos) {
            if (!isAsked) {
                NotifyStatus status = context.notify(child.id(), order);
                isAsked = status == NotifyStatus.SENT || status == NotifyStatus.NO_TARGET;
            }
            receive(isAsked ? deadlineNanos : Math.min(deadlineNanos, later(ASK_AGAIN_NANOS)));
        }
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(NEVER)) >= 0 ? NEVER : duration.toNanos();
    }

    private long later(long nanos) {
        long at = context.nowNanos() + nanos;
        return at < 0 ? NEVER : at;
    }

    // ---- what it is told ----

    /** Waits for one message, up to a deadline, and takes note of it. */
    private void receive(long deadlineNanos) {
        Received received = deadlineNanos == NEVER
                ? context.receive()
                : context.receive(Duration.ofNanos(Math.max(0, deadlineNanos - context.nowNanos())));
        if (!(received instanceof Message message)) {
            return;
        }
        if (message.messageClass() == MessageClass.EXIT) {
            exited(message.as(ActorExit.class), message.correlation());
        } else if (message.object() == Supervisor.STOP) {
            isStopOrdered = true;
        } else {
            LOG.log(Level.DEBUG, () -> "supervisor " + context.self() + " has no use for " + message);
        }
    }

    private void exited(ActorExit exit, long monitor) {
        for (Child child : monitor == 0 ? List.<Child>of() : children) { // 0: somebody has linked himself to us
            if (child.zombie == monitor) {
                child.zombie = 0;
            } else if (child.isUp && child.monitor() == monitor) {
                child.leaveSeat();
                child.zombie = zombieOf(child, exit);
                ends.add(new End(child, exit));
            }
        }
    }

    /** The number of a monitor over code that still runs and has to end before its child is started again; or 0. */
    private long zombieOf(Child child, ActorExit exit) {
        if (!exit.stillRunning() || child.spec.restartsBesideZombie()) {
            return 0;
        }
        return context.monitorZombie(exit.actor()) instanceof Monitor watching ? watching.number() : 0;
    }
}
