package io.hiveactor.bus;

import io.hiveactor.runtime.ActorBody;
import io.hiveactor.runtime.ActorConfig;
import io.hiveactor.runtime.ActorContext;
import io.hiveactor.runtime.ActorId;
import io.hiveactor.runtime.SpawnResult;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An actor between a bus and the Flow code of others, which is always told the end: by the actor; or, if that was
 * killed or never began, by a thread beside it, because what is a user's must not run where an actor unwinds.
 *
 * <p><b>Threads:</b> the actor's own code, after {@link #start}.
 */
abstract class FlowActor implements ActorBody {
    final BusCore core;
    /** By the actor as it begins, or by who finds that it never will. */
    private final AtomicBoolean isDecided = new AtomicBoolean();
    private final Runnable atClose = this::neverBegins;

    FlowActor(BusCore core) {
        this.core = core;
    }

    /** What it does until its end. What is a user's, it runs in {@link ActorContext#blocking}. */
    abstract void work(ActorContext self);

    /**
     * The actor is gone, and has not come to its end. By a thread that may block.
     *
     * @param why null if the hive has closed, or is about to
     */
    abstract void forsaken(@Nullable Throwable why);

    /** How a start went. */
    enum Start {
        STARTED,
        /** The hive has as many actors as it may have; nothing follows. */
        NO_ROOM,
        /** The hive is closed; {@link #forsaken} follows. */
        CLOSED
    }

    final Start start(String name) {
        core.hive.atClose(atClose);
        Start start = Start.NO_ROOM;
        try {
            SpawnResult started =
                    core.hive.trySpawn((ActorBody) this, ActorConfig.named(name).onShard(core.shardBeside()));
            start = started instanceof ActorId ? Start.STARTED : Start.NO_ROOM;
        } catch (IllegalStateException closed) {
            start = Start.CLOSED;
            neverBegins();
        } finally {
            if (start == Start.NO_ROOM) {
                core.port.notAtClose(atClose);
            }
        }
        return start;
    }

    private void neverBegins() {
        core.port.notAtClose(atClose);
        if (isDecided.compareAndSet(false, true)) {
            aside(null);
        }
    }

    @Override
    public final void run(ActorContext self) {
        core.port.notAtClose(atClose);
        if (!isDecided.compareAndSet(false, true)) {
            return;
        }
        try {
            work(self);
        } catch (Throwable e) {
            aside(core.port.isUnwinding(e) ? whyItIsGone() : e);
            throw e;
        }
    }

    private @Nullable Throwable whyItIsGone() {
        return core.port.isClosing() ? null : new IllegalStateException("the actor of " + this + " was killed");
    }

    private void aside(@Nullable Throwable why) {
        if (core.hive.isSimulated()) {
            forsaken(why);
        } else {
            Thread.startVirtualThread(() -> forsaken(why));
        }
    }
}
