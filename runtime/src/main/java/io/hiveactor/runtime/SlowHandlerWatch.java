package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.SlowHandler;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Names actors whose code keeps its shard for longer than it may, with their stacks, while it still does.
 *
 * <p><b>Threads:</b> owner only, the watchdog.
 */
final class SlowHandlerWatch {
    /*
     * A shard that runs the same actor at two looks, and has delivered and dispatched nothing in between, has run one
     * piece of code all the while. So nothing is measured where messages are handled. What is read of a shard may be
     * out of date; a report is made only if the same still holds after the stack was taken.
     *
     * What takes long need not be the code's own doing. While classes are being loaded, as at the first use of a
     * library, its time begins anew. Code that computes, and whose thread had less than half the limit on a CPU, is not
     * slow: the machine is busy. Both excuses end after `patienceNanos`, because other threads load classes, too, and
     * because a thread may be blocked where no stack shows it.
     */
    private static final int PATIENCE = 10; // limits
    private static final long LEAST_PATIENCE_NANOS = 1_000_000_000;

    private final Hive hive;
    private final long limitNanos;
    private final long patienceNanos;
    private final Supplier<JvmReadings> readings;
    private final Piece[] seen;

    /**
     * One piece of an actor's code, between two calls that are counted.
     *
     * @param firstNanos when it was first seen
     * @param sinceNanos from when its time counts; what the JVM said then of its CPU time and of classes
     */
    private record Piece(@Nullable Actor actor, long dispatches, long messages, long firstNanos, long sinceNanos,
            long cpuNanos, long classes, boolean isTold) {
        boolean isSame(Shard shard) {
            return actor != null && actor == shard.runningActor() && dispatches == shard.dispatches()
                    && messages == shard.messages() && !shard.isIdle();
        }

        Piece counting(long nowNanos, long newCpuNanos, long newClasses) {
            return new Piece(actor, dispatches, messages, firstNanos, nowNanos, newCpuNanos, newClasses, false);
        }

        Piece told() {
            return new Piece(actor, dispatches, messages, firstNanos, sinceNanos, cpuNanos, classes, true);
        }
    }

    SlowHandlerWatch(Hive hive, Shard[] shards) {
        this(hive, shards, () -> JvmReadings.Live.INSTANCE);
    }

    SlowHandlerWatch(Hive hive, Shard[] shards, Supplier<JvmReadings> readings) {
        this.hive = hive;
        this.readings = readings;
        limitNanos = Times.nanos(hive.config().watch().handlerLimit(), "handlerLimit");
        patienceNanos = Math.max(PATIENCE * Math.min(limitNanos, Long.MAX_VALUE / PATIENCE), LEAST_PATIENCE_NANOS);
        seen = new Piece[shards.length];
        Arrays.fill(seen, new Piece(null, 0, 0, 0, 0, 0, 0, false));
    }

    void look(Shard shard) {
        if (limitNanos == 0) {
            return;
        }
        long nowNanos = hive.nowNanos();
        Piece piece = seen[shard.index];
        if (!piece.isSame(shard)) {
            JvmReadings jvm = readings.get();
            seen[shard.index] = new Piece(shard.runningActor(), shard.dispatches(), shard.messages(), nowNanos,
                    nowNanos, jvm.cpuNanos(shard), jvm.loadedClasses(), false);
        } else if (!piece.isTold && piece.actor != null && nowNanos - piece.sinceNanos >= limitNanos) {
            judge(shard, piece.actor, piece, nowNanos);
        }
    }

    /** Names a piece of code that has taken longer than it may, if that is its own doing. */
    private void judge(Shard shard, Actor actor, Piece piece, long nowNanos) {
        boolean isPatient = nowNanos - piece.firstNanos < patienceNanos;
        long classes = readings.get().loadedClasses();
        long cpuNanos = readings.get().cpuNanos(shard);
        if (isPatient && classes != piece.classes) {
            seen[shard.index] = piece.counting(nowNanos, cpuNanos, classes);
            return;
        }
        SlowHandler work = describe(shard, actor, nowNanos - piece.firstNanos);
        if (work == null || work.cause() == SlowHandler.Cause.PARKED_OUTSIDE || !piece.isSame(shard)) {
            return; // parked: ShardBlockedWatch reports it
        }
        if (!isPatient || !isComputing(work) || cpuNanos - piece.cpuNanos >= limitNanos / 2) {
            seen[shard.index] = piece.told();
            tell(work);
        }
    }

    /** Whether it takes CPU time and not the time of something else, which native code may wait for. */
    private static boolean isComputing(SlowHandler work) {
        return work.cause() == SlowHandler.Cause.RUNS && !work.stack().getFirst().isNativeMethod();
    }

    /** What an actor does that keeps its shard; null if that cannot be seen. Any thread. */
    static @Nullable SlowHandler describe(Shard shard, Actor actor, long nanos) {
        Thread running = shard.runningThread;
        List<StackTraceElement> stack = List.of(running.getStackTrace());
        boolean isWaiting = ShardBlockedWatch.isWaiting(running);
        if (stack.isEmpty() || ShardBlockedWatch.isOurs(stack)) {
            return null;
        }
        SlowHandler.Cause cause = isWaiting && !shard.isCarried
                ? SlowHandler.Cause.PARKED_OUTSIDE : SlowHandler.causeOf(stack, isWaiting);
        return new SlowHandler(ActorViews.identity(actor.id), shard.index, nanos, cause, stack);
    }

    private void tell(SlowHandler work) {
        hive.countSlowHandler();
        FlightRecords.slowHandler(hive, work);
        Hive.log(Level.WARNING, "in " + hive + ", " + work, null);
        try {
            hive.config().listener().onSlowHandler(work);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on an actor over its time", e);
        }
    }
}
