package io.hiveactor.runtime.supervision;

import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.Monitor;
import io.hiveactor.runtime.MonitorResult;
import io.hiveactor.runtime.ReserveResult;
import io.hiveactor.runtime.ReservedId;
import io.hiveactor.runtime.SpawnResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One child as its supervisor sees it.
 *
 * <p><b>Threads:</b> owner only, the supervisor.
 */
final class Child {
    /*
     * isWanted -> isUp -> (isZombie)? -> isWanted again, or none of them: it has ended for good.
     * It has a seat while it is one of the three; a child that keeps its id has the same one, others get one for each life.
     */
    final ChildSpec spec;
    final int index;
    /** Started on request, and forgotten when it has ended for good. */
    final boolean isDynamic;

    private final ActorContext supervisor;
    private @Nullable ReservedId seat;
    private long monitor;
    private @Nullable ActorConfig config;

    /** It lives, as far as the supervisor has been told. */
    boolean isUp;
    /** It is to be started. */
    boolean isWanted = true;
    /** The number of the monitor over the code of its last life, which still runs; 0 if it does not. */
    long zombie;

    long notBeforeNanos;
    long startedNanos;
    /** Restarts in a row. */
    int restarts;

    Child(ChildSpec spec, int index, boolean isDynamic, ActorContext supervisor) {
        this.spec = spec;
        this.index = index;
        this.isDynamic = isDynamic;
        this.supervisor = supervisor;
    }

    ActorId id() {
        return Objects.requireNonNull(seat, "no seat").id();
    }

    boolean hasReservedId() {
        return seat != null;
    }

    /** The number that its EXIT carries. */
    long monitor() {
        return monitor;
    }

    /**
     * Gives it an id that others can be told before it starts.
     *
     * @throws IllegalStateException if it is to be registered and somebody has its name
     */
    void takeReservedId() {
        if (seat == null) {
            seat = spec.isRegistered()
                    ? openNamed()
                    : spec.keepsId()
                            ? supervisor.reserveUnregisteredId(spec.name())
                            : supervisor.reserveIdForOne(spec.name());
            config = spec.config().withName(spec.name()).withReservedId(seat).endingWithParent();
            monitor = switch (supervisor.monitor(seat.id())) {
                case Monitor watching -> watching.number();
                case MonitorResult.NoMonitor reason ->
                        throw new IllegalStateException("an id that was just reserved cannot be monitored: " + reason);
            };
        }
    }

    private ReservedId openNamed() {
        return switch (supervisor.reserveId(spec.name())) {
            case ReservedId opened -> opened;
            case ReserveResult.NotReserved reason -> throw new IllegalStateException(
                    "child " + spec.name() + " cannot be registered: " + reason);
        };
    }

    boolean isReady(long nowNanos) {
        return isWanted && zombie == 0 && notBeforeNanos <= nowNanos;
    }

    /** Starts it; what that throws is its crash. */
    void start(Siblings siblings) throws Exception {
        isWanted = false;
        startedNanos = supervisor.nowNanos();
        SpawnResult result = spec.launch().spawn(supervisor, siblings, Objects.requireNonNull(config));
        if (result instanceof SpawnResult.NoActor reason) {
            throw new IllegalStateException("child " + spec.name() + " could not be started: " + reason);
        }
        isUp = true;
    }

    /** Its life is over; the next one has another id, unless it keeps it. */
    void leaveReservedId() {
        isUp = false;
        if (!spec.keepsId()) {
            closeReservedId();
        }
    }

    /** It has ended for good. */
    void retire() {
        isWanted = false;
        closeReservedId();
    }

    private void closeReservedId() {
        if (seat != null) {
            supervisor.demonitor(monitor);
            seat.close();
            seat = null;
        }
    }
}
