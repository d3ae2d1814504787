package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.OverTime;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names actors whose code keeps its shard for longer than it may, with their stacks, while it still does.
 *
 * <p><b>Threads:</b> owner only, the watchdog.
 */
final class OverTimeWatch {
    /*
     * A shard that runs the same actor at two looks, and has given nobody a message or a turn in between, has run one piece of
     * code all the while. So nothing is measured where messages are handled. What is read of a shard may be out of date; a
     * report is made only if the same still holds after the stack was taken.
     */
    private final Hive hive;
    private final long limitNanos;
    private final Piece[] seen;

    /** One piece of an actor's code, between two calls that are counted. */
    private record Piece(@Nullable Actor actor, long dispatches, long messages, long sinceNanos, boolean isTold) {
        boolean isSame(Shard shard) {
            return actor != null && actor == shard.runningActor() && dispatches == shard.dispatches()
                    && messages == shard.messages() && !shard.isIdle();
        }
    }

    OverTimeWatch(Hive hive, Shard[] shards) {
        this.hive = hive;
        limitNanos = Times.nanos(hive.config().watch().handlerLimit(), "handlerLimit");
        seen = new Piece[shards.length];
        for (int i = 0; i < seen.length; i++) {
            seen[i] = look(shards[i], 0);
        }
    }

    private static Piece look(Shard shard, long nowNanos) {
        return new Piece(shard.runningActor(), shard.dispatches(), shard.messages(), nowNanos, false);
    }

    void look(Shard shard) {
        long nowNanos = hive.nowNanos();
        Piece piece = seen[shard.index];
        if (!piece.isSame(shard)) {
            seen[shard.index] = look(shard, nowNanos);
            return;
        }
        Actor actor = piece.actor;
        if (limitNanos > 0 && !piece.isTold && actor != null && nowNanos - piece.sinceNanos >= limitNanos) {
            OverTime work = describe(shard, actor, nowNanos - piece.sinceNanos);
            if (piece.isSame(shard) && work != null && work.cause() != OverTime.Cause.PARKED_OUTSIDE) { // another watch's
                seen[shard.index] =
                        new Piece(actor, piece.dispatches, piece.messages, piece.sinceNanos, true);
                tell(work);
            }
        }
    }

    /** What an actor does that keeps its shard; null if that cannot be seen. Any thread. */
    static @Nullable OverTime describe(Shard shard, Actor actor, long nanos) {
        Thread running = shard.runningThread;
        List<StackTraceElement> stack = List.of(running.getStackTrace());
        boolean isWaiting = ForeignWaitWatch.isWaiting(running);
        if (stack.isEmpty() || ForeignWaitWatch.isOurs(stack)) {
            return null;
        }
        OverTime.Cause cause = isWaiting && !shard.isCarried
                ? OverTime.Cause.PARKED_OUTSIDE : OverTime.causeOf(stack, isWaiting);
        return new OverTime(ActorViews.who(actor.id), shard.index, nanos, cause, stack);
    }

    private void tell(OverTime work) {
        hive.countOverTime();
        FlightRecords.overTime(hive, work);
        Hive.log(Level.WARNING, "in " + hive + ", " + work, null);
        try {
            hive.config().listener().onOverTime(work);
        } catch (Throwable e) {
            Hive.log(Level.ERROR, "the listener of " + hive + " failed on an actor over its time", e);
        }
    }
}
