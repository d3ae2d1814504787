package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorExit;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.DeferredReply;
import io.hiveactor.runtime.ExitReason;
import io.hiveactor.runtime.Message;
import io.hiveactor.runtime.MessageClass;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.NotifyStatus;
import io.hiveactor.runtime.Received;
import io.hiveactor.runtime.TimerId;
import io.hiveactor.runtime.event.RestartEvent;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One life of a supervisor.
 *
 * <p><b>Threads:</b> owner only, the supervisor's code.
 */
final class Supervision {
    /*
     * A supervisor takes note of what it is told, and acts on one end at a time until there is none left (settle). Only while
     * it stops a child does it wait, in receive(); what else it is told then is noted and acted on afterwards. There is
     * at most one end per child.
     *
     * A restart is: stop all whom it concerns and who live, mark all of them as wanted, and start the wanted as soon as
     * nothing stands against it: a zombie, or the back-off. Only ONE_FOR_ONE starts them one by one; otherwise all wait for
     * the last, because their order counts.
     *
     * Invariant: a child is in `wanted` if and only if it `isWanted`.
     */
    private static final System.Logger LOG = System.getLogger("io.hiveactor.runtime.supervision");
    private static final Comparator<Child> IN_ORDER = Comparator.comparingInt(child -> child.index);
    /** How often a child is asked to stop whose mailbox, or the pool, has no room for the order. */
    private static final long ASK_AGAIN_NANOS = 10_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final SupervisorSpec spec;
    private final ActorContext context;
    private final List<Child> children = new ArrayList<>();
    private int nextIndex;
    /** Requests to start or stop a child that were not acted on yet. The pool bounds them: each keeps the slot of its reply. */
    private final Queue<Order> orders = new ArrayDeque<>();

    private final List<Child> wanted = new ArrayList<>();
    /** Those who live, and those whose last life still runs as a zombie, by the number of the monitor. */
    private final Long2ObjectHashMap<Child> watched = new Long2ObjectHashMap<>();

    /** The ids of all children, as those are told who start now; null if they have changed. Never changed itself. */
    private @Nullable Map<String, ActorId> family;

    private final Queue<End> ends = new ArrayDeque<>();
    private final RestartWindow window;
    private final RandomGenerator random;
    private boolean isStopOrdered;
    /** Ends the back-off. */
    private @Nullable TimerId alarm;

    private long alarmNanos = NEVER;

    private record Order(Object request, DeferredReply<Object> reply) {}

    /** The end of a child that was not acted on yet. */
    private record End(Child child, ActorExit exit) {}

    Supervision(SupervisorSpec spec, ActorContext context) {
        this.spec = spec;
        this.context = context;
        window = new RestartWindow(spec.maxRestarts(), nanos(spec.period()));
        random = context.newRandom();
        for (ChildSpec child : spec.children()) {
            children.add(new Child(child, nextIndex++, false, context));
        }
        wanted.addAll(children);
    }

    /** Acts on everything that is known, and comes to rest; or ends the supervisor. */
    void settle() {
        if (ends.isEmpty()) {
            startReady();
        }
        while (!isStopOrdered && !(ends.isEmpty() && orders.isEmpty())) {
            if (ends.isEmpty()) {
                Order order = orders.remove();
                order.reply.reply(obey(order.request)); // it may wait for a child, and be told of ends meanwhile
            } else {
                End end = ends.remove();
                ended(end.child, end.exit);
                if (ends.isEmpty()) {
                    startReady(); // if somebody ended for good whom others had waited for
                }
                letOthersRun();
            }
        }
        if (isStopOrdered) {
            shutDown();
            context.exit(ExitReason.NORMAL);
        }
        setAlarm();
    }

    // ---- children that come and go ----

    private Object obey(Object request) {
        return switch (request) {
            case StartChild(ChildSpec child) -> startDynamic(child);
            case StopChild(String name) -> stopByName(name);
            default -> ids();
        };
    }

    /** @return the id of the new child, or the reason there is none */
    private Object startDynamic(ChildSpec added) {
        for (Child child : children) {
            if (child.spec.name().equals(added.name())) {
                return new IllegalStateException("there is a child called " + added.name() + " already");
            }
        }
        var child = new Child(added, nextIndex++, true, context);
        try {
            child.takeReservedId();
        } catch (RuntimeException notReserved) {
            return notReserved;
        }
        children.add(child);
        watched.put(child.monitor(), child);
        family = null;
        ActorId id = child.id();
        if (!start(child)) {
            ends.removeIf(end -> end.child == child);
            retire(child);
            return new IllegalStateException("child " + added.name() + " could not be started");
        }
        return id;
    }

    private Boolean stopByName(String name) {
        for (Child child : List.copyOf(children)) {
            if (child.spec.name().equals(name)) {
                stop(child);
                retire(child);
                children.remove(child);
                return true;
            }
        }
        return false;
    }

    private Map<String, ActorId> ids() {
        var ids = new LinkedHashMap<String, ActorId>();
        for (Child child : children) {
            if (child.hasReservedId()) {
                ids.put(child.spec.name(), child.id());
            }
        }
        return Map.copyOf(ids);
    }

    /** A start that fails and is tried again at once, for ever, must hold neither the shard nor the order to stop. */
    private void letOthersRun() {
        if (!ends.isEmpty()) {
            context.yield();
            receive(context.nowNanos());
        }
    }

    // ---- ends ----

    private void ended(Child child, ActorExit exit) {
        if (!child.spec.restart().wants(exit.reason())) {
            log(child, exit, "; it is not started again");
            retire(child);
            return;
        }
        if (!window.admits(context.nowNanos())) {
            throw giveUp(child, exit);
        }
        log(child, exit, "; it is started again");
        record(child, exit);
        context.countRestart();
        restart(child);
    }

    private RestartsExceededException giveUp(Child last, ActorExit exit) {
        var exceeded = new RestartsExceededException("more than " + spec.maxRestarts() + " restarts within " + spec.period()
                + "; the last to end was " + last.spec.name() + ": " + exit.reason(), exit.cause());
        return afterShutDown(exceeded);
    }

    /** Stops the children and calls the hook, for a supervisor that ends with an exception. */
    private <X extends RuntimeException> X afterShutDown(X reason) {
        try {
            shutDown();
        } catch (Throwable e) { // by the hook
            reason.addSuppressed(e);
        }
        return reason;
    }

    /** Whoever is monitored crashes in silence: so the one who monitors says it. */
    private void log(Child child, ActorExit exit, String consequence) {
        Level level = exit.reason().equals(ExitReason.NORMAL) ? Level.DEBUG : Level.WARNING;
        if (!LOG.isLoggable(level)) {
            return;
        }
        String text = "child " + child.spec.name() + " of " + context.self() + " ended: " + exit.reason() + consequence;
        try {
            LOG.log(level, text, exit.cause());
        } catch (Throwable broken) { // an exception that cannot be shown must not cost the supervisor its life
            LOG.log(level, text + " (the log failed: " + broken.getClass().getName() + ")");
        }
    }

    private void record(Child child, ActorExit exit) {
        var event = new RestartEvent();
        if (event.shouldCommit()) {
            event.supervisor = context.self().toString();
            event.child = child.spec.name();
            event.reason = exit.reason().toString();
            event.commit();
        }
    }

    private void restart(Child ended) {
        long pauseNanos = pause(ended);
        List<Child> concerned = concernedBy(ended);
        for (Child child : concerned.reversed()) {
            stop(child);
        }
        long notBeforeNanos = pauseNanos == 0 ? 0 : later(pauseNanos);
        for (Child child : concerned) {
            if (child.spec.restart() == Restart.TEMPORARY) {
                retire(child);
            } else {
                child.notBeforeNanos = notBeforeNanos;
                want(child);
            }
        }
    }

    private List<Child> concernedBy(Child ended) {
        if (spec.strategy() == Strategy.ONE_FOR_ONE) {
            return List.of(ended);
        }
        List<Child> concerned = new ArrayList<>();
        for (Child child : children) {
            boolean isThere = child == ended || child.isUp || child.isWanted || hasCrashed(child);
            if (isThere && spec.strategy().concerns(child.index, ended.index)) {
                concerned.add(child);
            }
        }
        return concerned;
    }

    /** Whether it has ended too, has to be started again, and nobody acted on it yet. */
    private boolean hasCrashed(Child child) {
        for (End end : ends) {
            if (end.child == child) {
                return child.spec.restart().wants(end.exit.reason());
            }
        }
        return false;
    }

    private long pause(Child child) {
        if (spec.backoff().equals(Backoff.NONE)) {
            return 0;
        }
        if (context.nowNanos() - child.startedNanos >= spec.backoff().most().toNanos()) {
            child.restarts = 0;
        }
        return spec.backoff().nanos(child.restarts++, random);
    }

    // ---- starting ----

    private void want(Child child) {
        if (!child.isWanted) {
            child.isWanted = true;
            wanted.add(child);
        }
    }

    /** It has ended for good. */
    private void retire(Child child) {
        wanted.remove(child);
        watched.remove(child.monitor());
        child.retire();
        family = null;
        if (child.isDynamic && !isStopOrdered) {
            children.remove(child);
        }
    }

    /** Starts, in their order, those who are wanted and whom nothing stands against. */
    private void startReady() {
        if (wanted.isEmpty() || isStopOrdered) {
            return;
        }
        boolean oneByOne = spec.strategy() == Strategy.ONE_FOR_ONE;
        List<Child> ready = ready();
        if (!oneByOne && ready.size() < wanted.size()) {
            return;
        }
        ready.sort(IN_ORDER);
        for (Child child : ready) { // so that each is told the ids of all
            if (!child.hasReservedId()) {
                takeReservedId(child);
            }
        }
        for (Child child : ready) {
            wanted.remove(child);
            if (!start(child) && !oneByOne) {
                return; // those behind it start with it, when it is started again
            }
        }
    }

    /** Without a seat, because another actor has its name, a child can never be started: the supervisor ends. */
    private void takeReservedId(Child child) {
        try {
            child.takeReservedId();
        } catch (RuntimeException notReserved) {
            throw afterShutDown(notReserved);
        }
        watched.put(child.monitor(), child);
        family = null;
    }

    private List<Child> ready() {
        long nowNanos = context.nowNanos();
        List<Child> ready = new ArrayList<>(wanted.size());
        for (Child child : wanted) {
            if (child.isReady(nowNanos)) {
                ready.add(child);
            }
        }
        return ready;
    }

    private boolean start(Child child) {
        try {
            child.start(siblingsOf(child));
            return true;
        } catch (Throwable e) { // it is acted on as the child's crash
            ActorId id = child.id();
            leaveReservedId(child);
            ends.add(new End(child, new ActorExit(id, ExitReason.CRASH, e, false)));
            return false;
        }
    }

    private Siblings siblingsOf(Child child) {
        Map<String, ActorId> ids = family;
        if (ids == null) {
            ids = new LinkedHashMap<>();
            for (Child each : children) {
                if (each.hasReservedId()) {
                    ids.put(each.spec.name(), each.id());
                }
            }
            family = ids;
        }
        return new Siblings(context.hive(), ids, child.spec.name());
    }

    private void leaveReservedId(Child child) {
        long monitor = child.monitor();
        child.leaveReservedId();
        if (!child.hasReservedId()) {
            watched.remove(monitor);
            family = null;
        }
    }

    /** Has itself told when the next back-off is over. */
    private void setAlarm() {
        long nextNanos = nextStart();
        if (nextNanos < alarmNanos) {
            if (alarm != null) {
                context.cancel(alarm);
            }
            alarm = context.after(Duration.ofNanos(Math.max(0, nextNanos - context.nowNanos())));
            alarmNanos = nextNanos;
        }
    }

    /** When startReady() is to be called next: a time that may be over, for the clock goes on between any two calls. */
    private long nextStart() {
        boolean oneByOne = spec.strategy() == Strategy.ONE_FOR_ONE;
        long nextNanos = oneByOne || wanted.isEmpty() ? NEVER : 0;
        for (Child child : wanted) {
            long readyNanos = child.zombie == 0 ? child.notBeforeNanos : NEVER; // a zombie is not a matter of time
            nextNanos = oneByOne ? Math.min(nextNanos, readyNanos) : Math.max(nextNanos, readyNanos);
        }
        return nextNanos;
    }

    // ---- stopping ----

    private void shutDown() {
        isStopOrdered = true;
        for (Child child : children.reversed()) {
            stop(child);
            retire(child);
        }
        spec.shutdownHook().run();
    }

    /** Stops a child that lives, and waits until it has ended. */
    private void stop(Child child) {
        if (child.isUp) {
            context.expect(child.id());
            end(child);
            context.expect(null);
        }
        if (!ends.isEmpty()) {
            ends.removeIf(end -> end.child == child); // it was to end
        }
    }

    private void end(Child child) {
        Object order = child.spec.stop().order();
        if (order != null) {
            ask(child, order, child.spec.stop().deadline());
        }
        if (child.isUp) {
            context.kill(child.id());
        }
        while (child.isUp) {
            receive(NEVER);
        }
    }

    private void ask(Child child, Object order, @Nullable Duration timeout) {
        long deadlineNanos = timeout == null ? NEVER : later(nanos(timeout));
        boolean mayLoseIt = child.spec.mayDropWhatItAccepted();
        boolean isAsked = false;
        while (child.isUp && context.nowNanos() < deadlineNanos) {
            if (!isAsked) {
                NotifyStatus status = send(child, order);
                if (status == null) {
                    return;
                }
                isAsked = status == NotifyStatus.NO_TARGET || (status == NotifyStatus.SENT && !mayLoseIt);
            }
            receive(isAsked ? deadlineNanos : Math.min(deadlineNanos, later(ASK_AGAIN_NANOS)));
        }
    }

    /** Null if it never can be sent, because the child's mailbox has a key function that fails on it. */
    private @Nullable NotifyStatus send(Child child, Object order) {
        try {
            return context.notify(child.id(), order);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "child " + child.spec.name() + " of " + context.self() + " cannot be asked to stop", e);
            return null;
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
        if (received instanceof Message message) {
            note(message);
        }
    }

    void note(Message message) {
        if (message.messageClass() == MessageClass.EXIT) {
            exited(message.as(ActorExit.class), message.correlation());
        } else if (message.object() == Supervisor.STOP) {
            isStopOrdered = true;
        } else if (message.messageClass() == MessageClass.REQUEST && isOrder(message.object())) {
            orders.add(new Order(message.as(Object.class), context.deferReply(message)));
        } else if (alarm != null && message.isTickOf(alarm)) {
            alarm = null;
            alarmNanos = NEVER;
        } else {
            LOG.log(Level.DEBUG, () -> "supervisor " + context.self() + " has no use for " + message);
        }
    }

    private static boolean isOrder(@Nullable Object object) {
        return object instanceof StartChild || object instanceof StopChild || object instanceof ListChildren;
    }

    private void exited(ActorExit exit, long monitor) {
        Child child = watched.get(monitor);
        if (child == null) {
            return; // somebody has linked himself to us; or a child was stopped for good
        }
        if (child.zombie == monitor) {
            child.zombie = 0;
            watched.remove(monitor);
        } else if (child.isUp) {
            leaveReservedId(child);
            watchZombie(child, exit);
            ends.add(new End(child, exit));
        }
    }

    /** Code that still runs has to end before its child is started again. */
    private void watchZombie(Child child, ActorExit exit) {
        if (exit.stillRunning() && !child.spec.restartsBesideZombie()
                && context.monitorZombie(exit.actor()) instanceof Monitor watching) {
            child.zombie = watching.number();
            watched.put(child.zombie, child);
        }
    }
}
