package io.hiveactor.runtime;

import io.hiveactor.runtime.diagnosis.Wait;
import io.hiveactor.runtime.port.Explained;
import io.hiveactor.runtime.port.Pause;
import io.hiveactor.runtime.port.ShardTask;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The wait of one actor for something that a sister module serves. It is itself what travels to the actor's shard when
 * another one ends the wait.
 *
 * <p><b>Threads:</b> owner only, the actor's code and its shard; {@code heldBy} and {@code endThere} are who serves it.
 */
final class ServedWait extends Command implements Pause {
    private final Actor actor;
    private final Shard home;
    private boolean isEnded;

    /** Written by who serves it, before it ends the wait; read by whoever looks. */
    private volatile @Nullable Explained held;

    // on its way to another shard, as soon as the actor has been set aside
    private @Nullable ShardTask pending;
    private int pendingShard;
    @Nullable ServedWait nextPending;
    boolean isInLine;

    ServedWait(Actor actor) {
        this.actor = actor;
        home = actor.home;
    }

    @Override
    public void begin() {
        isEnded = false;
        if (held != null) { // of a wait that failed; a volatile write costs more than most calls
            held = null;
        }
    }

    @Override
    public boolean await(long deadlineNanos) {
        boolean isLast = false;
        while (!isEnded && !isLast) {
            home.await(actor, ActorState.AWAITING, actor.deadlineFor(deadlineNanos), deadlineNanos);
            isLast = actor.timedOut;
        }
        return isEnded;
    }

    @Override
    public boolean await(int shard, ShardTask task, long deadlineNanos) {
        pending = task;
        pendingShard = shard;
        home.pendingWork.submit(this);
        try {
            return await(deadlineNanos);
        } catch (Throwable e) { // it cannot wait here, and nothing has happened; or it was killed, and ends
            pending = null;
            throw e;
        }
    }

    /** The actor has been set aside. At the base of the stack. */
    void submit() {
        ShardTask task = pending;
        if (task != null) {
            pending = null;
            home.hive.shards()[pendingShard].push(task);
        }
    }

    @Override
    public void heldBy(@Nullable Explained what) {
        held = what;
        if (what != null && home.hive.isClosing()) {
            home.push(new Nudge()); // it may have looked whether everybody rests while this was on its way
        }
    }

    @Override
    public void endHere() {
        arrive(home);
    }

    @Override
    public void endThere() {
        held = null;
        home.push(this);
    }

    @Override
    void arrive(Shard shard) {
        if (held != null) {
            held = null;
        }
        isEnded = true;
        if (actor.state == ActorState.AWAITING) {
            shard.runQueue.add(actor);
        }
    }

    /** What it waits for. */
    Wait waitsFor() {
        Explained what = held;
        return what == null ? new Wait.Nothing() : what.explain();
    }

    /** Whether it waits to be given something. */
    boolean isIdle() {
        Explained what = held;
        return what != null && what.isIdle();
    }

    @Override
    public String toString() {
        return Objects.toString(held);
    }
}
