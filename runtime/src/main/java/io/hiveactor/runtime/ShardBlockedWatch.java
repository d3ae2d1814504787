package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Frames;
import io.hiveactor.runtime.fiber.BatonFiber;
import io.hiveactor.runtime.fiber.FiberModes;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Mode JDK_SCHEDULER: finds actors that hold their shard in a wait that the runtime does not know, and says so once per actor.
 *
 * <p><b>Threads:</b> owner only, the watchdog.
 */
final class ShardBlockedWatch {
    /*
     * A shard is suspected when it has neither slept nor finished a turn between two looks and the thread of its
     * running actor waits. What is read of the shard may be out of date; the actor must be the same at both looks.
     */
    private static final String REMEDY = "wrap the wait in context.blocking(() -> ...), or start the JVM with "
            + FiberModes.FLAG + " so that no wait holds a shard";

    private final Hive hive;
    private final Shard[] shards;
    private final @Nullable Actor[] suspects;
    private final long[] turns;
    private final Set<ActorId> reported = Collections.newSetFromMap(new WeakHashMap<>());

    ShardBlockedWatch(Hive hive, Shard[] shards) {
        this.hive = hive;
        this.shards = shards;
        suspects = new Actor[shards.length];
        turns = new long[shards.length];
    }

    void look(int index) {
        Shard shard = shards[index];
        Actor actor = shard.runningActor();
        Thread running = shard.runningThread;
        if (actor != null && actor == suspects[index] && turns[index] == shard.turns()
                && isWaiting(running)) {
            List<StackTraceElement> stack = List.of(running.getStackTrace());
            if (!isOurs(stack) && reported.add(actor.id)) {
                report(new ShardBlocked(actor.id, index, stack, REMEDY));
            }
        }
        suspects[index] = actor;
        turns[index] = shard.turns();
    }

    /** It was chosen to go on, and who chose it has not come to say so yet. */
    static boolean isOurs(List<StackTraceElement> stack) {
        return stack.stream().anyMatch(frame ->
                frame.getClassName().equals(BatonFiber.class.getName()) && frame.getMethodName().equals("awaitGrant"));
    }

    /** Whether a thread waits for something. */
    static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.WAITING
                || state == Thread.State.TIMED_WAITING
                || state == Thread.State.BLOCKED;
    }

    private void report(ShardBlocked wait) {
        var text = new StringBuilder("actor ").append(wait.actor()).append(" holds shard ").append(wait.shard())
                .append(" of ").append(hive).append(" in a wait that the runtime does not know; ")
                .append(wait.remedy());
        Frames.cut(wait.stack()).forEach(frame -> text.append("\n\tat ").append(frame));
        Hive.LOG.log(Level.WARNING, text.toString());
        try {
            hive.config().listener().onShardBlocked(wait);
        } catch (Throwable e) {
            Hive.LOG.log(Level.ERROR, "the listener of " + hive + " failed on " + wait, e);
        }
    }
}
